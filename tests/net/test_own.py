"""Our own format: the card in a model's metadata."""

import json
from typing import Any

import pytest

from engine.errors import NetFormatError
from engine.net.evaluator import NetEvaluator
from engine.net.own import Card, loads

CARD = Card("small", "katago7", "int8", (7, 19), "ab" * 32, {"suicide_in_pass_alive": 1.0})


def test_a_card_comes_back_as_it_was_written() -> None:
    assert loads({"tianyuan": CARD.dumps()}, "net.onnx") == CARD


def test_optional_members_may_be_missing() -> None:
    block = {"version": 1, "name": "n", "encoder": "katago7", "sides": [9, 9]}
    assert loads({"tianyuan": json.dumps(block)}, "net.onnx") == Card("n", "katago7", sides=(9, 9))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "version 2, 1 is read"),
        ({"sides": [19, 7]}, "sides 19 to 7"),
        ({"sides": [0, 7]}, "sides 0 to 7"),
        ({"sides": 9}, "damaged"),
        ({"options": {"a": "b"}}, "damaged"),
        ({"name": None, "encoder": ...}, "damaged"),
    ],
)
def test_a_damaged_card_is_refused(change: dict[str, Any], message: str) -> None:
    block = json.loads(CARD.dumps())
    for key, value in change.items():
        if value is ...:
            del block[key]
        else:
            block[key] = value
    with pytest.raises(NetFormatError) as caught:
        loads({"tianyuan": json.dumps(block)}, "net.onnx")
    assert message in str(caught.value)
    assert str(caught.value).startswith("net.onnx: ")


def test_a_model_without_a_card_is_refused() -> None:
    with pytest.raises(NetFormatError, match="without the metadata block"):
        loads({"other": "{}"}, "net.onnx")
    with pytest.raises(NetFormatError, match="damaged"):
        loads({"tianyuan": "no json"}, "net.onnx")


def test_stamping_again_replaces_the_card(tiny: NetEvaluator) -> None:
    onnx = pytest.importorskip("onnx", reason="writing a card needs the extra [nets]")
    from engine.net.own import stamp

    model = onnx.load_model_from_string(tiny._model)
    stamp(model, CARD)
    assert NetEvaluator(model.SerializeToString()).card == CARD
    assert len(model.metadata_props) == 1
