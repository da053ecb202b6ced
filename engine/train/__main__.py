"""python -m engine.train VERB: make games, have a teacher judge them, train a net on that, write it for the engine."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import NetMissingError, TianyuanError, TrainError
from engine.flags import Parser, real, whole
from engine.wording import extra


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one verb. Returns the exit status: 0, or 1 with one line on stderr."""
    options = _parser().parse_args(arguments)
    try:
        options.run(options)
    except TianyuanError as error:
        print(f"engine.train: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> Parser:
    parser = Parser(prog="python -m engine.train", description=__doc__)
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    games = verbs.add_parser("games", help="play games of a net's policy against itself")
    games.add_argument("--net", type=Path, required=True)
    games.add_argument("--size", type=whole(2, 25), required=True)
    games.add_argument("--count", type=whole(1, 10**9), required=True)
    games.add_argument("--seed", type=whole(0, 2**53), default=0)
    games.add_argument("--out", type=Path, required=True, help="collection, .sgf or .sgf.xz")
    games.set_defaults(run=_games)
    label = verbs.add_parser("label", help="have a net judge positions of games")
    label.add_argument("--net", type=Path, required=True, help="the teacher")
    label.add_argument("--games", type=Path, required=True)
    label.add_argument("--per-game", type=whole(1, 10_000), default=10)
    label.add_argument("--first", type=whole(0, 10**9), default=0, help="first game, from 0")
    label.add_argument("--count", type=whole(1, 10**9), help="games; all unless said")
    label.add_argument("--vary", action="store_true", help="draw komi and rules for each game")
    label.add_argument("--seed", type=whole(0, 2**53), default=0)
    label.add_argument("--out", type=Path, required=True, help="labels, .npz")
    label.set_defaults(run=_label)
    fit = verbs.add_parser("fit", help="train, or go on with a run that was stopped")
    fit.add_argument("--data", nargs="+", required=True, metavar="GAMES=LABELS[=SHARE[=KOMI]]")
    fit.add_argument("--out", type=Path, required=True, help="folder of the run")
    fit.add_argument("--blocks", type=whole(1, 100), default=6)
    fit.add_argument("--channels", type=whole(1, 4096), default=64)
    fit.add_argument("--steps", type=whole(1, 10**9), default=10_000)
    fit.add_argument("--batch", type=whole(1, 10**6), default=128)
    fit.add_argument("--rate", type=real(1e-9, 10), default=2e-3)
    fit.add_argument("--seed", type=whole(0, 2**53), default=1)
    fit.add_argument("--save-every", type=real(1, 10**6), default=300, metavar="SECONDS")
    fit.add_argument("--threads", type=whole(1, 1024), help="of the processor; all unless said")
    fit.add_argument("--device", default="cpu", help="cpu or cuda")
    fit.add_argument("--member", default="1/1", metavar="K/N", help="this is one of N processes that train together")
    fit.add_argument("--meet", default="127.0.0.1:29500", metavar="HOST:PORT", help="where the first of them listens")
    fit.set_defaults(run=_fit)
    export = verbs.add_parser("export", help="write a trained net in our format")
    export.add_argument("--run", dest="folder", type=Path, required=True, help="folder of the run")
    export.add_argument("--name", required=True)
    export.add_argument("--out", type=Path, required=True, help="folder for NAME.onnx and NAME-int8.onnx")
    export.add_argument("--sides", type=whole(2, 25), nargs=2, default=(2, 25), metavar=("LOW", "HIGH"), help="boards")
    export.set_defaults(run=_export)
    make = verbs.add_parser("make", help="all of it: the net in the package, from records and a teacher")
    make.add_argument("--teacher", type=Path, required=True, help="net file")
    make.add_argument("--records", type=Path, required=True, help="folder of collections (engine/train/recipe.py)")
    make.add_argument("--out", type=Path, required=True, help="folder for the net and what leads to it")
    make.add_argument("--steps", type=whole(1, 10**9), help="of the training, in place of the recipe's")
    make.add_argument("--threads", type=whole(1, 1024), help="of the processor; all unless said")
    make.add_argument("--device", default="cpu", help="cpu or cuda")
    make.set_defaults(run=_make)
    return parser


def _games(options: Any) -> None:
    from engine.net.cache import open_net
    from engine.train import games, records

    net = open_net(options.net)
    records.write(options.out, games.play(net, options.size, options.count, options.seed))


def _label(options: Any) -> None:
    from engine.net.cache import open_net
    from engine.train import labels, records

    chosen = records.read(options.games)[options.first :][: options.count]
    rows = []
    for row in labels.judge(open_net(options.net), chosen, options.per_game, options.seed, vary=options.vary):
        rows.append({**row, "game": row["game"] + row["game"].dtype.type(options.first)})
        if len(rows) % 1000 == 0:
            print(f"{len(rows)} positions", file=sys.stderr)
    if not rows:
        raise TrainError(f"{options.games}: no positions to judge")
    labels.write(options.out, rows)


def _sources(specs: Sequence[str]) -> list[Any]:
    from engine.train import labels, records
    from engine.train.batches import Source

    found = []
    for spec in specs:
        parts = spec.split("=")
        if len(parts) not in (2, 3, 4):
            raise TrainError(f"--data {spec}: GAMES=LABELS, GAMES=LABELS=SHARE or GAMES=LABELS=SHARE=KOMI is due")
        share = float(parts[2]) if len(parts) > 2 else 1.0
        komi2 = round(2 * float(parts[3])) if len(parts) > 3 else None
        found.append(Source(records.read(Path(parts[0])), labels.read(Path(parts[1]), komi2), share))
    return found


def _require_torch() -> Any:
    try:
        import torch
    except ImportError:
        raise NetMissingError(f"training needs PyTorch: {extra('train')}") from None
    return torch


def _fit(options: Any) -> None:
    torch = _require_torch()
    from engine.train import fit
    from engine.train.model import Shape

    if options.threads:
        torch.set_num_threads(options.threads)
    number, members = (int(word) for word in options.member.split("/"))
    if members > 1:
        fit.join(number - 1, members, options.meet)
    plan = fit.Plan(
        Shape(options.blocks, options.channels),
        options.steps,
        options.batch,
        options.rate,
        seed=options.seed,
        every=options.save_every,
        device=options.device,
    )
    fit.fit(plan, _sources(options.data), options.out, _say)


def _export(options: Any) -> None:
    _require_torch()
    from engine.train import export, fit

    checkpoint = options.folder / "last.pt"
    if not checkpoint.is_file():
        raise TrainError(f"{checkpoint}: no checkpoint")
    net, source = fit.load(checkpoint), export.digest(checkpoint)
    options.out.mkdir(parents=True, exist_ok=True)
    for precision, suffix in (("float32", ""), ("int8", "-int8")):
        path = options.out / f"{options.name}{suffix}.onnx"
        path.write_bytes(export.to_bytes(net, options.name, precision, source, tuple(options.sides)))


def _make(options: Any) -> None:
    torch = _require_torch()
    from engine.train import fit, recipe

    if options.threads:
        torch.set_num_threads(options.threads)
    plan = fit.Plan(steps=options.steps or recipe.STEPS, batch=recipe.BATCH, device=options.device)
    recipe.make(options.teacher, options.records, options.out, _say, plan)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
