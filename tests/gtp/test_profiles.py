"""Whole games as real programs play them: what each sends, and what each insists on reading."""

import re

import pytest

from tests.gtp.clients import VERTEX, GoGui, Gtp2ogs, KgsGtp, Lizzie, Q5go, Sabaki
from tests.gtp.driver import Engine
from tests.patience import eventually

FLAGS = ("--net", "none", "--threads", "1", "--visits", "24", "--seed", "3")
FREE = ("--net", "none", "--threads", "1")
MOST = 200  # plies; a game of five lines that has not ended by then never will


def test_sabaki_syncs_plays_analyses_and_quits() -> None:
    sabaki = Sabaki(*FREE, "--time-per-move", "0.3")
    with sabaki.engine:
        sabaki.sync("komi 6.5", "boardsize 9", "clear_board", "set_free_handicap C3 G7", "play W E5")
        move, rows = sabaki.genmove("B")
        assert VERTEX.fullmatch(move)
        assert all(0 <= float(row["winrate"]) <= 1 and "." in row["winrate"] for row in rows)
        sabaki.sync("undo", "undo", "play W D5", "play W E6", "play B C7", "play B G3")
        sabaki.sync("komi 0", "rectangular_boardsize 13 9", "clear_board", "play B N9", "play W A1")
        rows = sabaki.analyse("B", 3)
        assert len(rows) > 3
        assert {row["move"] for row in rows} & {"G5", "C3", "K7"} or all(VERTEX.fullmatch(row["move"]) for row in rows)
        assert sabaki.quit() == 0


def test_gtp2ogs_plays_a_game_by_byoyomi_that_changes_its_commands() -> None:
    bot = Gtp2ogs(*FLAGS)
    with bot.engine:
        bot.start("5", "5.5")
        assert {"kgs-time_settings", "kata-list_time_settings", "time_left", "place_free_handicap"} <= bot.commands
        # the first move of a bot still goes by the standard's command, the others by those that were listed
        bot.clock("time_settings 80 10 1", "time_left black 60 0", "time_left white 60 0")
        passes = moves = 0
        while passes < 2 and moves < MOST:
            color = "black" if moves % 2 == 0 else "white"
            move = bot.genmove(color)
            if move == "resign":
                break
            passes = passes + 1 if move == "pass" else 0
            moves += 1
            bot.clock("kgs-time_settings byoyomi 60 10 3", "time_left black 10 3", "time_left white 10 2")
        assert 0 < moves < MOST
        assert re.fullmatch(r"0|[bw]\+[\d.]+", bot.send("final_score")[0].lower())
        assert "a b c d e" in bot.send("showboard")[0].lower()


def test_gtp2ogs_handicaps_fischer_and_simple_time() -> None:
    bot = Gtp2ogs(*FLAGS)
    with bot.engine:
        bot.start("9", "0.5")
        stones = bot.send("place_free_handicap 3")[0]
        assert re.fullmatch(r"[A-J]\d [A-J]\d [A-J]\d", stones)
        assert "fischer-capped" in bot.send("kata-list_time_settings")[0].split()
        bot.clock("kata-time_settings fischer-capped 60 10 120 -1", "time_left black 60 0", "time_left white 60 0")
        bot.genmove("white")
        bot.start("9", "0.5", "play black c3", "play black g7", "play black g3", "play white e5")
        bot.clock("time_settings 0 10 1", "time_left black 10 1", "time_left white 10 1")
        bot.genmove("black")
        bot.start("9 13", "7.5", "set_free_handicap c3 g7")
        bot.genmove("white")


def test_kgsgtp_challenges_plays_cleans_up_and_says_good_bye() -> None:
    kgs = KgsGtp(*FLAGS)
    with kgs.engine:
        for rules in ("chinese", "japanese", "aga", "new_zealand"):
            kgs.challenge(19, rules, "byoyomi 600 30 5")
        kgs.challenge(5, "chinese", "none")
        kgs.send("clear_board")
        kgs.send("komi 7.5")
        kgs.send("kgs-time_settings byoyomi 600 30 5")
        kgs.send("time_left b 600 0")
        kgs.send("play b c3")
        moves, passes, color = 1, 0, "w"
        while passes < 2 and moves < MOST:
            kgs.send(f"time_left {color} 30 5")
            move = kgs.genmove(color)
            if move == "resign":
                break
            passes, moves = passes + 1 if move == "pass" else 0, moves + 1
            color = "b" if color == "w" else "w"
        assert moves < MOST
        dead = kgs.dead()
        assert all(re.fullmatch(r"[A-E][1-5]", word) for word in dead)
        kgs.send("undo")
        for cleaner in "bw":
            for _ in range(MOST):
                if kgs.genmove(cleaner, "kgs-genmove_cleanup") == "pass":
                    break
                kgs.send(f"play {'w' if cleaner == 'b' else 'b'} pass")
            else:
                pytest.fail("the clean-up does not end")
        assert "kgs-chat" in kgs.commands
        assert kgs.send("kgs-chat game somebody well played").strip()
        kgs.send("kgs-game_over")
        kgs.send("boardsize 9")


def test_gogui_sets_up_plays_and_asks_for_pictures() -> None:
    gogui = GoGui(*FLAGS)
    with gogui.engine:
        rows = gogui.send("gogui-analyze_commands").split("\n")
        assert all(re.fullmatch(r"(dboard|gfx|hstring|plist|string|param|none)/[^/]+/[^/]+", row) for row in rows)
        gogui.send("boardsize 9")
        gogui.send("clear_board")
        gogui.send("komi 6.5")
        gogui.send("time_settings 600 30 5")
        gogui.send("gogui-title")
        gogui.send("gogui-setup b C3 w G7")
        gogui.send("gogui-setup_player b")
        gogui.send("time_left b 600 0")
        assert VERTEX.fullmatch(gogui.send("genmove b"))
        gogui.send("gogui-play_sequence w E5 b E6 w D6")
        gogui.send("gg-undo 2")
        for row in rows:
            text = row.split("/")[2].replace("%c", "b")
            answer = gogui.send(text)
            assert "\n\n" not in answer
        board = gogui.send("showboard").split("\n")
        assert board[0] == ""
        assert "A B C" in board[1]
        assert eventually(lambda: "gogui-gfx: CLEAR\n" in "".join(gogui.engine.errors))


def test_two_copies_play_each_other_as_gogui_twogtp_and_gomill_have_them() -> None:
    with Engine(*FLAGS) as black, Engine(*FLAGS[:-1], "4") as white:
        for engine in (black, white):
            assert engine.ok("protocol_version") == "2"
            for text in (
                "boardsize 5",
                "clear_board",
                "boardsize 5",
                "clear_board",
                "komi 5.5",
                "time_settings 60 0 0",
            ):
                assert engine.ask(text) == "= "
            assert engine.ok("known_command gomill-describe_engine") == "true"
        passes = moves = 0
        while passes < 2 and moves < MOST:
            mover, other, color = (black, white, "b") if moves % 2 == 0 else (white, black, "w")
            move = mover.ok(f"genmove {color}")
            if move == "resign":
                break
            assert other.ask(f"play {color} {move.lower()}") == "= "
            passes, moves = passes + 1 if move == "pass" else 0, moves + 1
        assert moves < MOST
        results = {engine.ok("final_score") for engine in (black, white)}
        assert len(results) == 1
        assert re.fullmatch(r"[BW]\+[\d.]+", results.pop())
        assert re.search(r"visits", black.ok("gomill-explain_last_move"))
        float(black.ok("gomill-cpu_time"))


def test_lizzie_counts_answers_and_reads_whole_numbers() -> None:
    lizzie = Lizzie(*FREE, "--profile", "lizzie")
    lizzie.send("name", "version", "boardsize 9", "komi 7.5")
    for number in range(1, 5):
        lizzie.until_answer(number)
    lizzie.send("lz-analyze 10")
    lizzie.until_answer(5)
    kinds = [lizzie.read() for _ in range(4)]
    assert all(kind == "info" for kind, _ in kinds)
    lizzie.send("play B E5", "lz-analyze 10")
    lizzie.until_answer(6)
    lizzie.until_answer(7)
    assert lizzie.read()[0] == "info"
    lizzie.send("name", "undo", "genmove B", "time_settings 0 1 1", "lz-genmove_analyze W 10", "quit")
    for number in range(8, 14):
        lizzie.until_answer(number)
    assert lizzie.close() == 0


def test_q5go_never_sees_a_refusal() -> None:
    q5go = Q5go(*FREE)
    with q5go.engine:
        q5go.start(9, "5.5")
        q5go.send("kata-set-rules japanese")
        for text in ("play black E5", "play white D4", "undo", "time_settings 1 1 0", "time_settings 60 0 0"):
            assert q5go.send(text) == ""
        q5go.send("time_left white 12")
        q5go.number += 1
        q5go.engine.write(f"{q5go.number} kata-analyze black 10\n")
        assert q5go.engine.line() == f"={q5go.number}"
        line = q5go.engine.line() or ""
        assert "scoreMean" in line
        assert "scoreStdev" in line
        q5go.number += 1
        q5go.engine.write(f"{q5go.number} known_command known_command\n")
        while q5go.engine.line():
            pass
        assert q5go.engine.reply() == f"={q5go.number} true"
        q5go.send("time_settings 0 1 1")
        assert re.fullmatch(r"[A-J]\d", q5go.send("genmove white"))
        q5go.send("final_score")


def test_qgo_undoes_with_a_word_and_quarry_wants_bare_answers() -> None:
    with Engine(*FLAGS) as engine:
        for text in ("protocol_version", "boardsize 9", "clear_board", "clear_board", "komi 5.50", "level 10"):
            answer = engine.ask(text)
            assert answer.startswith("=") or text.startswith("level")
        assert engine.ask("play white G3") == "= "
        assert engine.ask("undo 0") == "= "
        assert engine.ask("boardsize 9") == "= "  # Quarry: an answer with text in it is an error
        engine.write("name\nversion\nlist_commands\nfixed_handicap 2\nplace_free_handicap 2\n")
        name, version, names = (engine.reply() for _ in range(3))
        assert "\n" not in name + version
        assert all(re.fullmatch(r"\S+", word) for word in names[2:].split("\n"))
        assert engine.reply() == "= C3 G7"
        assert engine.reply() == "? board not empty"
        assert VERTEX.fullmatch(engine.ok("genmove white"))
        for status in ("alive", "dead", "seki"):
            assert engine.ask(f"final_status_list {status}")[0] == "="


def test_lizzieyzy_says_komi_before_the_size_and_stops_by_stop() -> None:
    with Engine(*FREE, "--name", "KataGo") as engine:
        assert engine.ok("name") == "KataGo"
        for text in ("komi 7.5", "boardsize 9", "time_settings 0 1 1", "kata-get-rules", "kata-get-param maxVisits"):
            assert engine.ask(text)[0] == "="
        engine.write("kata-analyze B 10 ownership true maxmoves 5\n")
        assert engine.line() == "="
        words = (engine.line() or "").split()
        owner = words[words.index("ownership") + 1 :]
        assert len(owner) == 81
        assert all(-1 <= float(word) <= 1 for word in owner)
        assert words.count("info") <= 5
        engine.write("stop\n")
        while engine.line():
            pass
        assert engine.reply() == "= "
        engine.ok("time_left b 12.34 0")


@pytest.mark.parametrize(
    "settings", ["time_settings 300000 0 0", "time_settings 60000 60000 1", "kgs-time_settings byoyomi 9 60000 3"]
)
def test_no_time_at_all_means_at_once(settings: str) -> None:
    """Of what was granted at first, a move would take longer than its answer is waited for."""
    with Engine(*FREE) as engine:
        engine.ok("boardsize 9")
        engine.ok(settings)
        for _ in range(3):
            engine.ok("time_left b 0 0")
            engine.ok("genmove b")
