"""`zipfviz explorable`: the file, what is said of it, and what cannot be written."""

from click.testing import CliRunner

from zipfviz.cli.commands import main


def written(tmp_path, *more, out="lesson.html"):
    (tmp_path / "v.txt").write_text("the 1 0\ncat 0 2\nsat 3 1\nmat 2 2\n")
    (tmp_path / "f.txt").write_text("the 60\ncat 30\nsat 9\nmat 1\n")
    place = tmp_path / out
    asked = ["--embedding", str(tmp_path / "v.txt"), "--frequency", str(tmp_path / "f.txt")]
    done = CliRunner().invoke(main, ["explorable", *asked, "--out", str(place), *more])
    return done, place


def test_a_page_is_written_of_the_words_there_are(tmp_path):
    """All words there are by default, or so many as are asked for; it asks nobody for anything."""
    done, place = written(tmp_path)
    assert done.exit_code == 0, done.output
    page = place.read_text("utf-8")
    assert '"words":["the","cat","sat","mat"]' in page
    assert "<!--" not in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org/", "")
    done, place = written(tmp_path, "--words", "3")
    assert '"words":["the","cat","sat"]' in place.read_text("utf-8")


def test_what_cannot_be_written_is_one_sentence(tmp_path):
    done, place = written(tmp_path, "--words", "5")
    assert done.exit_code == 1
    assert "give 2 to 4" in done.stderr
    assert not place.exists()
    done, _ = written(tmp_path, out="none/lesson.html")
    assert "does not exist; make it first" in done.stderr
