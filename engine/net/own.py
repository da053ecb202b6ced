"""Our own net format: an ONNX graph with the protocol's inputs and outputs, and one block of metadata.

The block is a JSON object under the metadata key `tianyuan`, with these members (docs/nets.md):

    version      1
    name         what the net is called
    encoder      name of its input planes, a key of gocore.features.ENCODERS
    sides        [smallest, largest] side of a board that it may be asked about
    precision    "float32", "bf16" or "int8"
    source       SHA-256 of the file that it was made from, or "" for a net trained here
    options      encoder options that it was trained with, name -> number

A KataGo net that has been converted is kept in this format too: the evaluator knows no other.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

from engine.errors import NetFormatError

if TYPE_CHECKING:
    import onnx

KEY: Final = "tianyuan"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Card:
    """What a net file says about itself; members as in the module's docstring."""

    name: str
    encoder: str
    precision: str = "float32"
    sides: tuple[int, int] = (2, 25)
    source: str = ""
    options: dict[str, float] = field(default_factory=dict)

    def dumps(self) -> str:
        """Return the metadata block as text."""
        return json.dumps({"version": VERSION, **asdict(self)}, sort_keys=True)


def stamp(model: "onnx.ModelProto", card: Card) -> None:
    """Write the metadata block into a model, in the place of any that it has."""
    kept = [entry for entry in model.metadata_props if entry.key != KEY]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    model.metadata_props.add(key=KEY, value=card.dumps())


def loads(metadata: Mapping[str, str], name: str) -> Card:
    """Read the card from a model's metadata, as onnxruntime gives it; `name` is for messages.

    Raises NetFormatError when there is no block, it is of another version, or a member is missing or senseless.
    """
    if KEY not in metadata:
        raise NetFormatError(f"{name}: an ONNX file without the metadata block {KEY!r}")
    try:
        block = json.loads(metadata[KEY])
        return _card(block)
    except (ValueError, TypeError, KeyError) as error:
        raise NetFormatError(f"{name}: the metadata block {KEY!r} is damaged ({error})") from None


def _card(block: Any) -> Card:
    if block["version"] != VERSION:
        raise ValueError(f"version {block['version']!r}, {VERSION} is read")
    low, high = (int(side) for side in block["sides"])
    if not 1 <= low <= high:
        raise ValueError(f"sides {low} to {high}")
    options = {str(key): float(value) for key, value in block.get("options", {}).items()}
    return Card(
        str(block["name"]),
        str(block["encoder"]),
        str(block.get("precision", "float32")),
        (low, high),
        str(block.get("source", "")),
        options,
    )
