"""Trees, escapes, and files that break off."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import SgfError
from engine.sgf.tree import Node, escape, format_tree, parse


def roots(text: str) -> list[Node]:
    return parse(text).roots


def test_text_keeps_hard_breaks_and_drops_soft_ones_simple_text_has_neither() -> None:
    node = roots("(;C[soft\\\nbreak\r\nhard\tbreak \\] \\\\ \\: a:b])")[0]
    assert node.text("C") == "softbreak\nhard break ] \\ : a:b"
    assert node.simple("C") == "softbreak hard break ] \\ : a:b"


def test_an_even_run_of_backslashes_ends_the_value() -> None:
    nodes = list(roots("(;C[ends with a backslash \\\\];B[ee])")[0].main_line())
    assert [node.text("C") for node in nodes] == ["ends with a backslash \\", None]


def test_brackets_inside_a_value_mean_nothing() -> None:
    nodes = list(roots("(;C[smile :-) (;W[aa\\];B[bb\\]) end];W[cc])")[0].main_line())
    assert nodes[0].text("C") == "smile :-) (;W[aa];B[bb]) end"
    assert len(nodes) == 2


def test_variations_keep_their_order_and_the_first_is_the_main_line() -> None:
    root = roots("(;GM[1](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[ee]))")[0]
    assert [node.raw("B") for node in root.children] == ["aa", "ee"]
    assert [node.raw("B") or node.raw("W") for node in root.main_line()][1:] == ["aa", "bb", "cc"]


def test_lower_case_letters_in_names_and_repeated_properties_are_read() -> None:
    node = roots("(;GaMe[1]AddBlack[aa]AB[bb])")[0]
    assert node.properties == {"GM": ["1"], "AB": ["aa", "bb"]}


def test_a_collection_gives_every_game_and_junk_between_is_passed_over() -> None:
    assert [root.raw("GN") for root in roots("mail header\n(;GN[1]) and (;GN[2])\n-- \nfoot")] == ["1", "2"]


@pytest.mark.parametrize("text", ["", "no game", "(B[aa])", "()", "(;)(;B)", "(;B[aa];;(;)W[bb])"])
def test_what_is_no_record_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(SgfError) as refused:
        parse(text)
    assert "\n" not in str(refused.value)


def test_the_refusal_names_the_game() -> None:
    with pytest.raises(SgfError, match="game 2"):
        parse("(;B[aa])(;B)")


@pytest.mark.parametrize(
    ("text", "nodes"),
    [("(;", 1), ("(;B[aa];W[b", 2), ("(;B[aa];W[bb]C[x(;", 2), ("(;B[aa](;W[bb];B[cc];W", 4), ("(;B[aa\\", 1)],
)
def test_a_file_that_breaks_off_is_read_as_far_as_it_goes(text: str, nodes: int) -> None:
    reading = parse(text)
    assert len(list(reading.roots[0].main_line())) == nodes
    assert reading.warnings == ("the file ends inside its last game",)


def test_a_game_that_branches_or_runs_ten_thousand_times_needs_no_deep_stack() -> None:
    deep = "(;B[aa]" * 10_000 + ")" * 10_000
    assert format_tree(roots(deep)[0]).count("B[aa]") == 10_000
    long = "(" + ";B[aa]" * 10_000 + ")"
    assert len(list(roots(long)[0].main_line())) == 10_000


def test_setting_a_value_escapes_it_and_setting_none_removes_it() -> None:
    node = Node()
    node.set("C", "a ] \\ b")
    assert node.raw("C") == "a \\] \\\\ b"
    node.set("C")
    assert "C" not in node


@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
def test_escaped_text_comes_back(text: str) -> None:
    node = Node()
    node.set("C", text)
    assert roots(format_tree(node))[0].text("C") == text
    assert parse(f"(;C[{escape(text)}];B[aa])").warnings == ()


def _with_children(children: list[Node]) -> Node:
    node = Node({"W": ["bb"], "C": ["x"]})
    node.children = children
    for child in children:
        child.parent = node
    return node


trees = st.recursive(
    st.builds(lambda: Node({"B": ["aa"]})),
    lambda inner: st.lists(inner, max_size=3).map(_with_children),
    max_leaves=12,
)


def _shape(node: Node) -> object:
    return node.properties, [_shape(child) for child in node.children]


@given(trees)
def test_a_tree_comes_back_as_it_was_written(root: Node) -> None:
    assert _shape(roots(format_tree(root))[0]) == _shape(root)
