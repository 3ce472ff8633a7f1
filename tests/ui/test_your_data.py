"""The data page: what comes in is shown, listed at once, and used; nothing of it is markup."""

import shutil
import time
from pathlib import Path

import numpy as np
import pytest
from app_page import as_typed, button, open_page
from click.testing import CliRunner
from gensim.models.fasttext import load_facebook_vectors
from gensim.test.utils import datapath
from webserver import serving

import zipfviz
from zipfviz.cli.commands import main
from zipfviz.io import catalogue
from zipfviz.io.fetch.entries import FETCHABLE
from zipfviz.io.folders import cache_folder
from zipfviz.ui.server import loaders

VECTORS = "".join(f"{w} {i} 1 2 3 {i * i}\n" for i, w in enumerate(["the", "<b>", ":red[q]", "of"]))


@pytest.fixture(autouse=True)
def folders(tmp_path, monkeypatch):
    monkeypatch.setenv("ZIPFVIZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ZIPFVIZ_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    loaders.forget_entries()
    return tmp_path


def page(**choices):
    return open_page("your_data", **{"words": "1k", **choices})


def run(at):
    at.run()
    assert not at.exception
    return at


def wait(at, ready):
    """Run the page again and again, as its fragment does, until something is there."""
    for _ in range(200):
        if ready(run(at)):
            return at
        time.sleep(0.1)
    raise AssertionError("it did not end")


def texts(at):
    return " ".join(e.value for e in (*at.markdown, *at.caption, *at.warning, *at.success))


def upload(at, name, content):
    at.file_uploader[0].set_value((name, content, "application/octet-stream"))
    return run(at)


def test_an_upload_is_shown_listed_and_used():
    """Under a safe name, its words as they are; one click and the sidebar and reports have it."""
    at = page(data_way="Upload")
    upload(at, "../<b>my</b>:red[v].txt", VECTORS.encode())
    frame = at.main.dataframe[0].value
    assert frame["word"].tolist() == ["the", "<b>", ":red[q]", "of"]
    name = next(o for o in zipfviz_names() if o.startswith("uploads/"))
    assert not {"<", ":"} & set(name)
    button(at, "Use these vectors").click()
    run(at)
    assert at.session_state["selection"].embedding == name
    assert "rows kept:] 4" in texts(at)
    assert "<b>" not in texts(at).replace("\\<b\\>", "")


def zipfviz_names():
    return [entry.name for entry in catalogue.list_embeddings()]


def test_a_table_waits_for_its_columns():
    """A csv nobody can be sure of: what each answer gives is seen, and what is kept is listed."""
    at = page(data_way="Upload")
    rows = "".join(f"{i},ann,a cat {i},a dog {i % 5},{i % 5},{i % 3}\n" for i in range(20))
    upload(at, "odd.csv", ("id,who,a,b,x,y\n" + rows).encode())
    segment = next(b for b in at.main.get("button_group") if b.label == "Read as")
    if segment.value != "benchmark":
        segment.set_value("benchmark")
        run(at)
    box = next(b for b in at.main.radio if "2 columns could be the score" in as_typed(b.label))
    assert list(map(as_typed, box.options)) == ["Score: x", "Score: y"]
    assert as_typed(box.proto.captions[0]) == "first 'a cat 0' and 'a dog 0': 0"
    assert at.main.dataframe[0].value["first"][0] == "a cat 0"
    box.set_value(1)
    run(at)
    assert at.main.dataframe[0].value["score"].tolist() == [0, 1, 2, 0, 1, 2, 0, 1]
    next(b for b in at.main.radio if "the score" in as_typed(b.label)).set_value(0)
    run(at)
    assert at.main.dataframe[0].value["score"].tolist() == [0, 1, 2, 3, 4, 0, 1, 2]
    button(at, "Keep these pairs").click()
    wait(at, lambda at: "It is listed wherever a task is chosen" in texts(at))
    assert zipfviz.load_task("uploads/odd-2/odd.jsonl").gold[:3].tolist() == [0, 1, 2]


def test_a_pickle_and_a_path_outside_are_calm_sentences(folders):
    """Neither is opened; the page says why and goes on."""
    (folders / "secret.txt").write_text("the 5\nof 3\n")
    at = page(data_way="Upload")
    upload(at, "model.kv", b"\x80\x04\x95\x10\0\0\0\0\0\0\0\x8c\x05posix")
    assert "is a Python pickle" in texts(at)
    at = page(data_way="Upload", data_path="../secret.txt")
    at.text_input(key="data_path").set_value("../secret.txt")
    run(at)
    assert "leads out of the data folder" in texts(at)


def test_the_folder_browser_shows_the_data_folder_alone(folders):
    """Its files, not those that a link leads to."""
    (folders / "secret.txt").write_text("the 5\nof 3\n")
    (folders / "data" / "deep").mkdir()
    (folders / "data" / "deep" / "mine.txt").write_text("the 5\nof 3\n")
    (folders / "data" / "deep" / "link.txt").symlink_to(folders / "secret.txt")
    at = page(data_way="Data folder")
    box = next(b for b in at.main.selectbox if b.label == "File")
    assert box.options == ["mine.txt (11 bytes)"]
    box.select_index(0)
    run(at)
    assert at.main.dataframe[0].value["word"].tolist() == ["the", "of"]


def test_a_click_fetches_with_progress_and_a_link_is_told_off(folders, monkeypatch):
    """An entry comes from its server while the page runs on; this machine is out of reach."""
    from dataclasses import replace

    with serving() as site:
        url = site.file("/enwiki.txt", b"the 5\nof 3\n")
        monkeypatch.setitem(FETCHABLE, "enwiki", replace(FETCHABLE["enwiki"], url=url, digest=""))
        at = page(data_kind="frequencies")
        assert "2 MB · licence: MIT" in texts(at)
        button(at, "Fetch").click()
        wait(at, lambda at: at.success)
        assert "Fetching enwiki: done" in texts(at).replace("\\", "")
        button(at, "Use these frequencies").click()
        assert run(at).session_state["selection"].frequency == "enwiki"
        at = page(data_way="Web address")
        at.main.text_input[0].set_value(url)
        button(at, "Fetch").click()
        wait(at, lambda at: at.warning)
        assert "own network" in texts(at)


def test_training_shows_its_bar_and_its_result():
    """The corpus in gensim's wheel: trained beside the page, used with its own counts."""
    at = page(data_way="Train on text")
    box = next(b for b in at.main.selectbox if b.label == "Text")
    box.select_index(box.options.index("Lee background, 300 news texts"))
    at.number_input(key="data_d").set_value(10)
    at.number_input(key="data_epochs").set_value(1)
    button(at, "Train").click()
    use = "Use these vectors with their own counts"
    wait(at, lambda at: use in [b.label for b in at.button])
    button(at, use).click()
    run(at)
    assert at.session_state["selection"].frequency == "trained/lee-word2vec-10d/counts.tsv"
    assert "1\u202f000 words in the space" in texts(at)


def test_a_text_handed_in_for_training_is_not_kept(folders):
    """What it made is, which the page says; the text itself lies nowhere."""
    at = page(data_way="Train on text")
    assert "itself not kept" in texts(at)
    line = b"a sentence of nobody else, that says the same words again "
    at.main.file_uploader(key="data_own_text").set_value(("mine.txt", line * 40, "text/plain"))
    at.number_input(key="data_d").set_value(10)
    at.number_input(key="data_epochs").set_value(1)
    button(at, "Train").click()
    wait(at, lambda at: "Use these vectors with their own counts" in [b.label for b in at.button])
    cache = cache_folder()
    kept = [path for path in cache.rglob("*") if path.is_file()]
    assert {path.name for path in kept} >= {"vectors.txt", "counts.tsv"}
    assert not any(b"of nobody else" in path.read_bytes() for path in kept)


def test_a_models_tokens_are_counted_on_a_text(folders):
    """A model's table with a tokenizer beside it: counted with that, and used as it is stored."""
    from safetensors.numpy import save_file
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    words = ["[UNK]", "the", "of", "a", "new", "##s", "##ing", "play"]
    tokenizer = Tokenizer(models.WordPiece({w: i for i, w in enumerate(words)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    model = folders / "data" / "tiny"
    model.mkdir()
    tokenizer.save(str(model / "tokenizer.json"))
    save_file({"wte.weight": np.eye(8, 5, dtype=np.float32)}, model / "model.safetensors")
    loaders.forget_entries()
    at = page(data_way="Upload")
    at.text_input(key="data_path").set_value("tiny/model.safetensors")
    run(at)
    button(at, "Count its tokens").click()
    use = "Use the table with these counts"
    wait(at, lambda at: use in [b.label for b in at.button])
    button(at, use).click()
    run(at)
    chosen = at.session_state["selection"]
    assert chosen.embedding == "tiny/model.safetensors"
    assert "##s" in zipfviz.load_frequency(chosen.frequency).words
    assert "8 words in the space" in texts(at)


def test_one_of_several_matrices_is_chosen(folders):
    """An npz of two matrices: the sentence that asks, a choice, and what is kept is listed."""
    both = {"inner": np.eye(4, 6, dtype=np.float32), "outer": np.ones((4, 5), np.float32)}
    np.savez(folders / "data" / "two.npz", words=np.array(["the", "of", "a", "to"]), **both)
    at = page(data_way="Upload")
    at.text_input(key="data_path").set_value("two.npz")
    run(at)
    box = next(b for b in at.main.radio if "holds 2 matrices" in b.label)
    assert list(map(as_typed, box.options)) == ["Matrix: inner", "Matrix: outer"]
    box.set_value(1)
    run(at)
    button(at, "Keep these vectors").click()
    wait(at, lambda at: "Use these vectors" in [b.label for b in at.button])
    kept = next(name for name in zipfviz_names() if name.startswith("uploads/"))
    assert zipfviz.load_embedding(kept).vectors.shape == (4, 5)


def test_the_column_of_words_is_chosen():
    """Of two columns of text either can be the words; what is kept has those."""
    rows = "".join(f"n{i},v{i},{i}.5,{i % 3}.25,1.5,2.5,3.5\n" for i in range(1, 30))
    at = page(data_way="Upload")
    upload(at, "both.csv", ("noun,verb,a,b,c,d,e\n" + rows).encode())
    segment = next(b for b in at.main.get("button_group") if b.label == "Read as")
    if segment.value != "embedding":
        segment.set_value("embedding")
        run(at)
    box = next(b for b in at.main.radio if "2 columns could be the words" in b.label)
    assert as_typed(box.proto.captions[1]) == "first 'v1'"
    box.set_value(1)
    run(at)
    assert at.main.dataframe[0].value["word"].tolist()[:2] == ["v1", "v2"]
    button(at, "Keep these vectors").click()
    wait(at, lambda at: "Use these vectors" in [b.label for b in at.button])
    names = [name for name in zipfviz_names() if name.startswith("uploads/")]
    kept = [name for name in names if not name.endswith("both.csv")]  # which still asks
    assert any("v29" in zipfviz.load_embedding(name).words for name in kept)


def by_hand(at, **chosen):
    """Open "Read it another way" and set its controls."""
    toggle = next(t for t in at.main.toggle if t.label == "Read it another way")
    if not toggle.value:
        toggle.set_value(True)
        run(at)
    for label, value in chosen.items():
        box = next(b for b in at.main.selectbox if b.label == label.replace("_", " "))
        box.set_value(value)
        run(at)
    return at


def read_as(at, kind):
    segment = next(b for b in at.main.get("button_group") if b.label == "Read as")
    if segment.value != kind:
        segment.set_value(kind)
        run(at)


def test_anything_can_be_read_another_way():
    """Without a doubt, too: encoding, separator and columns are set, seen and kept."""
    at = page(data_way="Upload")
    upload(at, "l.txt", "the 5 é\nof 3 ü\nund 1 ö\n".encode("cp1252"))
    read_as(at, "frequencies")
    by_hand(at, Encoding="cp1252", Column_of_words=2, Column_of_counts=1)
    assert at.main.dataframe[0].value["word"].tolist() == ["é", "ü", "ö"]
    button(at, "Keep as a list").click()
    wait(at, lambda at: "Use these frequencies" in [b.label for b in at.button])
    kept = next(e.name for e in catalogue.list_frequencies() if e.name.startswith("uploads/"))
    assert zipfviz.load_frequency(kept).lookup(["ü"]).tolist() == [3]


def test_a_tasks_language_is_chosen_and_kept():
    """Scores cut the texts of what is kept by that language."""
    at = page(data_way="Upload")
    upload(at, "p.csv", b"sentence1,sentence2,score\neine Katze,ein Hund,1\nein Haus,Wald,2\n")
    by_hand(at, Language="de")
    button(at, "Keep these pairs").click()
    wait(at, lambda at: "It is listed wherever a task" in texts(at))
    kept = next(e.name for e in catalogue.list_tasks() if e.name.endswith(".jsonl"))
    assert zipfviz.load_task(kept).language == "de"


def test_a_member_of_an_archive_is_asked_for(tmp_path):
    """Each with what it gives; what is chosen is seen and kept."""
    for name, n in (("one.tsv", 1), ("two.tsv", 2)):
        (tmp_path / "in").mkdir(exist_ok=True)
        rows = "".join(f"a cat {i}\ta dog {i}\t{i}.5\n" for i in range(n))
        (tmp_path / "in" / name).write_text(rows)
    packed = shutil.make_archive(str(tmp_path / "both"), "zip", tmp_path / "in")
    at = page(data_way="Upload")
    upload(at, "both.zip", Path(packed).read_bytes())
    read_as(at, "benchmark")
    box = next(b for b in at.main.radio if "holds 2 files" in as_typed(b.label))
    assert list(map(as_typed, box.options)) == ["File inside: one.tsv", "File inside: two.tsv"]
    assert list(box.proto.captions) == ["1 pair", "2 pairs"]
    box.set_value(1)
    assert len(run(at).main.dataframe[0].value) == 2


def test_counts_beside_vectors_are_kept_as_a_list():
    """The table is vectors of its dimensions, and its counts are offered."""
    rows = "".join(f"w{i},{50 - i},{i}.5,{i}.25,{i % 7}.75\n" for i in range(30))
    at = page(data_way="Upload")
    upload(at, "v.csv", f"word,count,d0,d1,d2\n{rows}".encode())
    read_as(at, "embedding")
    assert "numbers a word:] 3" in texts(at)
    button(at, "Keep its counts as a list").click()
    wait(at, lambda at: any(e.name.endswith(".counts.tsv") for e in catalogue.list_frequencies()))


def test_a_sentence_names_the_pages_controls():
    """What cannot be read says what to set here, and never an argument of Python."""
    at = page(data_way="Upload")
    upload(at, "v.vec", b"3 5\na 1 2\nb 3 4\nc 5 6\n")
    read_as(at, "embedding")
    said = as_typed(" ".join(e.value for e in at.warning))
    assert "“Content” glove" in said
    assert "format=" not in said
    by_hand(at, Content="glove")
    assert at.main.dataframe[0].value["word"].tolist() == ["a", "b", "c"]


def test_words_are_composed_by_a_fasttext_model(folders):
    """A word that the model does not know is typed, seen, and kept with the model's vector."""
    shutil.copy(datapath("lee_fasttext_new.bin"), folders / "data" / "lee.bin")
    at = page(data_way="Upload")
    at.text_input(key="data_path").set_value("lee.bin")
    run(at)
    box = next(b for b in at.main.text_input if b.label == "Also compose these words")
    box.set_value("nightlies, the")
    run(at)
    shown = at.main.dataframe[0].value
    assert "nightlies" in shown["word"].tolist()
    assert "1 of 2 words asked for" in texts(at)
    button(at, "Keep these vectors").click()
    wait(at, lambda at: "Use these vectors" in [b.label for b in at.button])
    kept = next(name for name in zipfviz_names() if name.startswith("uploads/"))
    found = zipfviz.load_embedding(kept)
    want = load_facebook_vectors(datapath("lee_fasttext_new.bin"))["nightlies"]
    np.testing.assert_allclose(found.vectors[found.words.index("nightlies")], want, rtol=1e-5)


def test_a_stopped_job_says_so():
    """Stop ends the training at its next report, and the page is free again."""
    at = page(data_way="Train on text")
    at.number_input(key="data_epochs").set_value(200)
    button(at, "Train").click()
    wait(at, lambda at: "Stop" in [b.label for b in at.button])
    button(at, "Stop").click()
    wait(at, lambda at: at.info)
    assert "stopped" in at.info[0].value


@pytest.mark.parametrize("format", ["word2vec", "safetensors"])
def test_the_vectors_are_taken_away(format):
    """Made in the background, offered as a file that reads back equal to the transform."""
    at = page(away_format={"safetensors": "safetensors + vocabulary"}.get(format, "word2vec text"))
    button(at, "Prepare").click()
    wait(at, lambda at: at.get("download_button"))
    made = at.session_state["data_prepared"].path
    found = zipfviz.load_embedding(made)
    space = zipfviz.align(
        zipfviz.load_embedding("glove.6B.50d"), zipfviz.load_frequency("wordfreq:en")
    ).top(1000)
    want = zipfviz.transform(space, "zipfian_whitening")
    assert found.words == space.words
    assert (found.vectors == want.astype("float32")).all()


def test_the_terminal_lists_fetches_and_whitens(folders):
    """The same three things without a browser; errors are one line."""
    (folders / "data" / "v.txt").write_text(VECTORS)
    runner = CliRunner()
    listed = runner.invoke(main, ["list", "embeddings"]).output
    assert "v.txt" in listed
    assert "word2vec-google-news-26k" in listed
    assert "to fetch" in listed
    with serving() as site:
        done = runner.invoke(main, ["fetch", site.file("/a.txt", b"the 5\nof 3\n")])
    assert "a.txt: frequency, 11 bytes" in done.output.replace("0.0 kB", "11 bytes")
    out = folders / "white.npy"
    done = runner.invoke(main, ["whiten", "v.txt", str(out), "--method", "zipfian_centering"])
    assert done.exit_code == 0, done.output
    assert zipfviz.load_embedding(out).words == ("the", "of")
    failed = runner.invoke(main, ["fetch", "nonsense"])
    assert failed.exit_code == 1
    assert "nothing is fetched by the name 'nonsense'" in failed.output
