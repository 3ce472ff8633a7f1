"""The wheel carries the whole app: it runs outside any clone."""

import os
import subprocess
import sys

import pytest
from app_server import ROOT, free_port, serving, streamlit_options
from watch import Visit


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The wheel, built from this tree and installed alone into a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    run(*build, str(ROOT))
    (wheel,) = folder.glob("*.whl")
    target = folder / "site"
    run(sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(target), str(wheel))
    return target


def test_the_wheel_carries_the_types(installed):
    """py.typed and every stub; the lazy names of the house and its rooms are found by them."""
    stubs = [path.relative_to(ROOT) for path in (ROOT / "zipfviz").rglob("*.pyi")]
    for name in ["zipfviz/py.typed", *stubs]:
        assert (installed / name).read_bytes() == (ROOT / name).read_bytes()
    code = "import zipfviz; print(zipfviz.__version__, zipfviz.evaluation.comparisons.__name__)"
    done = run(
        sys.executable, "-c", code, env={**os.environ, "PYTHONPATH": str(installed)}, cwd=installed
    )
    version, name = done.split()
    assert name == "comparisons"
    assert (installed / f"zipfviz-{version}.dist-info").is_dir()


def test_zipfviz_app_starts_from_an_installed_wheel(installed, chromium, tmp_path):
    """`zipfviz app` in an empty folder: Start is drawn, by the wheel's own files and theme."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    environment.pop("ZIPFVIZ_DATA", None)
    where = run(
        sys.executable, "-c", "import zipfviz; print(zipfviz.__file__)", env=environment,
        cwd=tmp_path,
    )  # fmt: skip
    assert str(installed) in where
    port = free_port()
    command = [str(installed / "bin" / "zipfviz"), "app", *streamlit_options(port)]
    with serving([sys.executable, *command], port, env=environment, cwd=tmp_path) as server:
        seen = Visit(chromium, server.url)
        assert seen.n_charts == 3
        background = seen.page.evaluate(
            "getComputedStyle(document.querySelector('[data-testid=\"stSidebar\"]')).backgroundColor"
        )
        assert background == "rgb(247, 248, 249)"  # of .streamlit/config.toml
        seen.page.get_by_role("link", name="Scores").first.click()
        seen.settle()
        assert seen.n_charts >= 1
        seen.check()
        seen.close()
