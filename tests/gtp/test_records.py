"""loadsgf and printsgf over pipes: what a record does not say, and what is said about one that cannot be read."""

from pathlib import Path

from tests.gtp.driver import QUICK, replies, run

ASK = "get_komi\nkata-get-rules\n"


def load(tmp_path: Path, *records: str, before: str = "", after: str = ASK) -> tuple[list[str], str]:
    """Load records in turn; return all answers, and stderr."""
    script = before
    for number, text in enumerate(records):
        path = tmp_path / f"{number}.sgf"
        path.write_text(text)
        script += f"loadsgf {path}\n"
    done = run((script + after).encode(), *QUICK)
    return replies(done.stdout), done.stderr.decode()


def test_a_refused_record_says_why_on_stderr_with_the_move(tmp_path: Path) -> None:
    answers, errors = load(tmp_path, "(;SZ[9];B[aa];W[aa])", after="list_stones black\n")
    assert answers[:1] == ["? cannot load file"]
    assert errors.endswith("0.sgf: move 2: White A9 is illegal (occupied)\n")


def test_a_missing_file_says_so_on_stderr(tmp_path: Path) -> None:
    done = run(f"loadsgf {tmp_path / 'none.sgf'}\n".encode(), *QUICK)
    assert replies(done.stdout) == ["? cannot load file"]
    assert done.stderr.decode().endswith("none.sgf: No such file or directory\n")


def test_what_is_doubtful_in_a_record_is_said_on_stderr(tmp_path: Path) -> None:
    answers, errors = load(tmp_path, "(;SZ[9]KM[nan];B[aa])", after="")
    assert answers == ["= "]
    assert "KM[nan]" in errors


def test_a_bare_record_does_not_inherit_from_the_one_before_it(tmp_path: Path) -> None:
    strange = "(;SZ[9]RU[Japanese]KM[3.5];B[aa])"
    answers, _ = load(tmp_path, strange, "(;SZ[9];B[aa])")
    assert answers[2] == "= 5.5"
    assert '"scoring":"AREA"' in answers[3].replace(" ", "")


def test_a_bare_record_has_the_komi_and_rules_that_the_controller_chose(tmp_path: Path) -> None:
    answers, _ = load(tmp_path, "(;SZ[9];B[aa])", before="kata-set-rules japanese\nkomi 2.5\n")
    assert answers[3] == "= 2.5"
    assert '"scoring":"TERRITORY"' in answers[4].replace(" ", "")
