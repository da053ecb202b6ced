"""The report: self-contained, safe, byte-equal; its board agrees with ours; the live page answers on loopback only."""

import http.client
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from engine import sgf
from engine.errors import EventError
from engine.match.page import PARTS
from engine.match.store import Store
from engine.tournament.live import LOOPBACK, serve
from engine.tournament.model import Key, outcome
from engine.tournament.plots import history_svg, ratings_svg, shares_svg, ticks
from engine.tournament.ratings import Rating, Step
from engine.tournament.report import html_report, regulations, round_sheets, write_papers
from engine.tournament.report_data import Records, seconds
from engine.tournament.standings import standings
from engine.tournament.venue import Venue
from tests.patience import PATIENCE
from tests.tournament.helpers import at_random, make_event, make_teams, play_out, started, stronger, toml

SGF = "(;GM[1]SZ[9]KM[5.5]PB[a]PW[b];B[ee];W[dd](;B[cc])(;B[gg]C[a </script> in a comment]))"


def finished(kind: str = "swiss", players: int = 8, **more: object):
    more.setdefault("system", {"rounds": 3} if kind == "swiss" else {})
    return play_out(started(make_event(kind, players, **more)), at_random(4, 0.2)).state


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "elimination"])
def test_the_report_asks_the_network_for_nothing(kind: str) -> None:
    page = html_report(finished(kind), Records(sgf={Key(1, 1, 1): SGF}))
    assert "default-src 'none'" in page and "connect-src" not in page
    assert not re.search(r"""(src|href)=["'](?!#)""", page) and "url(http" not in page and "@import" not in page
    for heading in ("Standings", "Rounds", "Ratings", "How the games ended", "Games"):
        assert f"<h2>{heading}</h2>" in page


def test_names_and_records_cannot_break_out_of_the_page() -> None:
    rows = [{"name": "<script>alert(1)</script>"}, {"name": '"><img src=x onerror=alert(2)>'}]
    state = play_out(started(make_event("round-robin", rows)), stronger).state
    page = html_report(state, Records(sgf={Key(1, 1, 1): SGF}))
    assert page.count("<script") == 2 == page.count("</script>") and "<img" not in page
    embedded = re.search(r'<script type="application/json" id="records">(.*?)</script>', page, re.DOTALL)
    assert embedded and json.loads(embedded[1])[0]["sgf"] == SGF


@pytest.mark.article(31, "")
def test_the_same_facts_give_the_same_bytes() -> None:
    for make in (html_report, round_sheets, lambda state: regulations(state.event)):
        assert make(finished()) == make(finished())


@pytest.mark.article(31, "7")
def test_every_tie_break_is_shown_with_its_numbers() -> None:
    page = html_report(finished("round-robin", 5))
    assert page.count('class="how"') >= 10 and "1/2*" in page


def test_a_large_swiss_has_rounds_in_place_of_a_crosstable() -> None:
    page = html_report(finished("swiss", 30))
    assert 'id="crosstable"' not in page and re.search(r"<td class=\"n won\">\d+\+[●○]</td>", page)


def test_teams_have_their_table() -> None:
    players, teams = make_teams((3, 3))
    state = play_out(started(make_event("scheveningen", players, teams=teams)), stronger).state
    assert '<section id="teams">' in html_report(state)
    form = {"team_form": "fixed", "boards": 3}
    page = html_report(play_out(started(make_event("round-robin", players, teams=teams, system=form)), stronger).state)
    assert 'title="game points">6:0</span>' in page


@pytest.mark.article(31, "1")
def test_regulations_say_what_the_event_file_says() -> None:
    event = make_event("macmahon", [{"name": f"P{n}", "rank": "1k"} for n in range(4)], system={"rounds": 3})
    text = regulations(event)
    for words in ("Chief referee: Chief", "Macmahon, 3 rounds", "komi 5.5 points", "places are shared", "15 minutes"):
        assert words in text


@pytest.mark.article(31, "4")
def test_round_sheets_have_room_for_signatures_and_name_the_seed() -> None:
    page = round_sheets(finished())
    assert page.count("Signature Black") == 3 and page.count("Drawn from seed 7") == 3


def test_an_event_that_has_not_begun_has_a_report() -> None:
    page = html_report(started(make_event("swiss", 4, system={"rounds": 2})).state)
    assert "drawn, not begun" in page and 'id="ratings"' not in page


def test_pictures() -> None:
    rows = [Rating("a & b", 120.4, 60, 10, 7), Rating("anchor", 0.2, 0, 10, 3, anchored=True)]
    svg = ratings_svg(rows)
    assert "a &amp; b" in svg and 'class="anchor"' in svg and ">0 fixed<" in svg and "nan" not in svg
    assert svg.count('class="bar"') == 3
    assert "polyline" in history_svg({"a": [Step(1, 0, 10), Step(2, 50, 9)]}) and history_svg({}) == ""
    assert shares_svg([("time", 3), ("crash", 0)]).count("<rect") == 2 and shares_svg([]) == ratings_svg([]) == ""
    assert ticks(-310, 420) == [-200, 0, 200, 400] and len(ticks(0, 1e-9)) < 20


def test_times_are_read_by_people() -> None:
    assert [seconds(ms) for ms in (0, 900, 65_000, 3_723_000)] == ["0.0 s", "0.9 s", "1:05", "1:02:03"]


# ---- the board ----

DRIVER = """
const fs = require("fs");
const stub = { textContent: "[]", addEventListener() {}, open: false };
global.document = { getElementById: () => stub, addEventListener() {} };
global.window = { addEventListener() {} };
global.location = { hash: "", pathname: "", search: "" };
const api = new Function(fs.readFileSync(process.argv[2], "utf8") + "; return { parseSgf, sizeOf, positionAt };")();
const out = JSON.parse(fs.readFileSync(0, "utf8")).map((text) => {
  const root = api.parseSgf(text), size = api.sizeOf(root);
  let node = root;
  while (node.children.length) node = node.children[0];
  return [size.w, size.h, node.depth, Array.from(api.positionAt(node, size).stones).join("")];
});
console.log(JSON.stringify(out));
"""


def board_says(texts: list[str], tmp_path: Path) -> list[list[object]]:
    """Return (width, height, moves, stones) of the last position of each record as the report's board has it."""
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    (tmp_path / "driver.js").write_text(DRIVER, encoding="utf-8")
    words = ["node", str(tmp_path / "driver.js"), str(PARTS / "board.js")]
    done = subprocess.run(words, input=json.dumps(texts), capture_output=True, text=True, timeout=PATIENCE, check=True)
    return json.loads(done.stdout)


def test_the_board_of_the_page_replays_as_ours_does(tmp_path: Path, testdata: Path) -> None:
    texts = []
    for path in sorted((testdata / "games" / "records").rglob("*.sgf"))[:60]:
        text = path.read_bytes().decode("utf-8", errors="replace")
        try:
            game = sgf.loads(text)[0].main_line()
        except Exception:
            continue
        texts.append((text, game))
    assert len(texts) >= 20
    for (_, game), (width, height, _, stones) in zip(texts, board_says([t for t, _ in texts], tmp_path), strict=True):
        position = game.position
        assert (width, height) == (position.width, position.height)
        assert stones == "".join(str(position[p]) for p in range(position.area))


def test_the_board_reads_escapes_setup_and_rectangles(tmp_path: Path) -> None:
    texts = [
        "(;SZ[3:2]AB[aa:ba]AW[ca]C[a \\] b \\\\];W[bb];B[])",
        "(;SZ[2];B[aa];W[ba];B[bb];W[ab])",  # White A1 takes A2 by capture order
        "(;SZ[19];B[tt];W[dd])",
    ]
    found = board_says(texts, tmp_path)
    assert [row[:2] for row in found] == [[3, 2], [2, 2], [19, 19]]
    assert found[0][3] == "112020" and found[2][3].count("2") == 1 and found[2][3].count("1") == 0


# ---- the live page ----


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "event.toml"
    path.write_text(toml("swiss", 4, system={"rounds": 2}), encoding="utf-8")
    with Venue.begin(path, tmp_path / "ev") as venue:
        venue.director.advance()
    return tmp_path / "ev"


def ask(port: int, path: str, host: str = "127.0.0.1") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path, headers={"Host": f"{host}:{port}"})
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_live_page_follows_the_database_and_answers_this_machine_only(folder: Path) -> None:
    server = serve(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        port = server.server_address[1]
        assert server.server_address[0] == "127.0.0.1"
        status, page = ask(port, "/")
        assert status == 200 and "startLive();</script>" in page and "round 1, 0 of 2 games" in page
        before = ask(port, "/version")
        with Venue.open(folder) as venue:
            venue.director.result(venue.director.state.open_games()[0].key, outcome("B+R"))
        assert ask(port, "/version") != before and "round 1, 1 of 2 games" in ask(port, "/")[1]
        assert ask(port, "/", host="evil.example")[0] == 403
        for path in ("/event.db", "/../event.db", "/?x"):
            assert ask(port, path)[0] == 404
    finally:
        server.shutdown()
        server.server_close()


def test_papers_are_written_whole_and_the_same_again(folder: Path) -> None:
    with Venue.read(folder) as venue:
        first = {path.name: path.read_bytes() for path in write_papers(venue)}
        again = {path.name: path.read_bytes() for path in write_papers(venue)}
    assert first == again and set(first) == {"report.html", "rounds.html", "regulations.md", "summary.json"}
    with Store.read(folder) as store:
        assert store.meta("kind") == "tournament"


def test_a_reader_who_leaves_is_no_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = serve(folder)
    try:
        for error, said in ((BrokenPipeError(), False), (ConnectionResetError(), False), (ValueError("ours"), True)):
            try:
                raise error
            except Exception:
                server.handle_error(None, LOOPBACK)
            assert ("ours" in capsys.readouterr().err) == said
    finally:
        server.server_close()


def test_a_port_that_is_taken_is_named(folder: Path) -> None:
    server = serve(folder)
    try:
        port = server.server_address[1]
        with pytest.raises(EventError, match=f"^port {port}: in use already; choose another"):
            serve(folder, port)
    finally:
        server.server_close()


def test_the_first_page_is_made_before_anybody_asks(folder: Path) -> None:
    server = serve(folder)
    try:
        page = server.RequestHandlerClass.page  # type: ignore[attr-defined]
        assert page._made is not None and b"<!doctype html>" in page._made[1]
    finally:
        server.server_close()


def test_regulations_say_what_is_played() -> None:
    text = regulations(make_event("round-robin", 4, system={"cycles": 2}))
    assert "Round robin, double, 6 rounds" in text
    assert "is void and counts as a pass (Articles 19, 20)" in text and "second warning in a game loses" in text
    text = regulations(make_event("round-robin", 4, play={"illegal": "loss"}))
    assert "Round robin, 3 rounds" in text and "An illegal move loses the game." in text and "Article 19" not in text


def test_a_total_shows_its_addends_byes_among_them() -> None:
    desk = started(make_event("swiss", 3, system={"rounds": 1}))
    desk.advance()
    desk.result(desk.state.open_games()[0].key, outcome("B"))
    lines = {line.side: line.cells for line in standings(desk.state).lines}
    bye = next(m.first for m in desk.state.rounds[0].meetings if m.kind == "bye")
    assert lines[bye]["total"].working == "2 + (1)/1 - 1" and lines[bye]["credit-sum"].working == "1"
