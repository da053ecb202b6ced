"""Files that are whole or not there, and what must not be exchanged for one."""

import os
import threading
from pathlib import Path

import pytest

from engine.files import write_whole


@pytest.mark.parametrize("sync", [False, True])
def test_a_file_is_exchanged_whole(tmp_path: Path, sync: bool) -> None:
    path = tmp_path / "a"
    path.write_text("the old one")
    with path.open() as reader:
        write_whole(path, "天元\n", sync=sync)
        assert reader.read() == "the old one"
    assert path.read_bytes() == "天元\n".encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link, file = tmp_path / "link", tmp_path / "folder" / "file"
    link.symlink_to(file)
    for text in ("new", "newer"):
        write_whole(link, text)
        assert link.is_symlink() and file.read_text() == text
    assert not file.is_symlink()


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    """As a device does: /dev/null written over by a file would be the end of many a program."""
    pipe, read = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "through")
    reader.join()
    assert pipe.is_fifo() and read == ["through"]


def test_what_fails_leaves_the_old_file_and_names_it(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]
    for wrong in (tmp_path / "none" / "b", tmp_path):
        with pytest.raises(OSError) as caught:
            write_whole(wrong, "x")
        assert caught.value.filename in (str(wrong), wrong)
