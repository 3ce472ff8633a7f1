"""On a public host a visitor looks at everything and reaches nothing of the server."""

import pytest
from app_page import PAGES, open_alone, open_page, said

from zipfviz.common.errors import InputError
from zipfviz.ui.server.public import UPLOAD_MB, is_public


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("ZIPFVIZ_PUBLIC", "1")


FETCHES = ("Fetch", "Train", "Count its tokens")
NAMES_A_PLACE = ("path", "address", "folder")


def reaches_out(at):
    """Controls by which a visitor would have the server fetch, train or open a place."""
    return [b.label for b in at.button if b.label.startswith(FETCHES)] + [
        t.label for t in at.text_input if any(word in t.label.lower() for word in NAMES_A_PLACE)
    ]


@pytest.mark.parametrize("way", ["Catalogue", "Web address", "Data folder", "Train on text", ""])
def test_only_uploads_come_in(way):
    """Also by a link that asks for another way."""
    at = open_page("your_data", words="1k", data_way=way)
    assert not reaches_out(at)
    assert at.file_uploader[0].proto.max_upload_size_mb == UPLOAD_MB


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_no_page_reaches_out(name):
    assert not reaches_out(open_page(name, words="1k"))


def test_no_model_is_fetched_or_opened_by_a_typed_name(tmp_path):
    """The models of the host are offered; another name, or a folder, is not one of them."""
    for name in ("org/huge", str(tmp_path), "../.."):
        at = open_alone("token_embeddings", token_model=name)
        assert not reaches_out(at)
        assert not any(str(tmp_path) in text or "org/huge" in text for text in said(at))


def test_a_setting_nobody_knows_is_a_sentence(monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_PUBLIC", "yes")
    with pytest.raises(InputError, match="neither 0 nor 1; set it to 1"):
        is_public()
