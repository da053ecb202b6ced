"""The training loop: one-cycle AdamW in bfloat16, with checkpoints that a killed run goes on from."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch.nn import functional

from engine.errors import TrainError
from engine.train.batches import Batch, Source, batches, mixed
from engine.train.model import POINTS, Net, Shape

WEIGHTS: Final = {"policy": 1.0, "outcome": 1.0, "lead": 0.3, "owner": 0.5, "deviation": 0.05}
HELD_BACK: Final = 0.01
VALIDATION_BATCHES: Final = 40


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does. steps: batches; rate: the highest learning rate; every: seconds between checkpoints."""

    shape: Shape = field(default_factory=Shape)
    steps: int = 10_000
    batch: int = 128
    rate: float = 2e-3
    decay: float = 1e-4
    warm: float = 0.1
    seed: int = 1
    every: float = 300.0
    device: str = "cpu"


def fit(plan: Plan, sources: Sequence[Source], folder: Path, say: Callable[[str], None] = print) -> Net:
    """Train a net, or go on with a run that was stopped.

    folder: where `last.pt` (checkpoint) and `log.jsonl` (a line a checkpoint) are kept; a checkpoint there is gone on
    from. say: told a line of progress with each checkpoint. Returns the net in evaluation mode. Raises TrainError when
    the checkpoint is of another plan.
    """
    torch.manual_seed(plan.seed)
    net: Net = Net(plan.shape).to(plan.device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=plan.decay)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, plan.rate, plan.steps, pct_start=plan.warm)
    folder.mkdir(parents=True, exist_ok=True)
    step = _resume(folder / "last.pt", plan, net, optimizer, scheduler)
    parts = [source.split(HELD_BACK) for source in sources]
    stream = mixed([train for train, _ in parts], plan.batch, plan.seed + step)
    losses: dict[str, list[float]] = {}
    start, first, saved = time.monotonic(), step, time.monotonic()
    while step < plan.steps:
        _train_step(net, next(stream), optimizer, plan, losses)
        scheduler.step()
        step += 1
        if step == plan.steps or time.monotonic() - saved >= plan.every:
            _save(folder / "last.pt", plan, net, optimizer, scheduler, step)
            report = _report(net, [held for _, held in parts], plan, losses, step)
            rest = (time.monotonic() - start) / (step - first) * (plan.steps - step)
            _log(folder / "log.jsonl", report)
            say(f"step {step}/{plan.steps}, {rest / 60:.0f} min left: " + _brief(report))
            losses, saved = {}, time.monotonic()
    net.eval()
    return net


def _train_step(net: Net, batch: Batch, optimizer: Any, plan: Plan, losses: dict[str, list[float]]) -> None:
    net.train()
    with torch.autocast(plan.device.split(":")[0], torch.bfloat16):
        parts = loss_parts(net, batch, plan.device)
    total = sum(WEIGHTS[name] * part for name, part in parts.items())
    optimizer.zero_grad(set_to_none=True)
    total.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 4.0)
    optimizer.step()
    for name, part in parts.items():
        losses.setdefault(name, []).append(float(part.detach()))


def loss_parts(net: Net, batch: Batch, device: str) -> dict[str, Any]:
    """Return the loss of each head on a batch, by the keys of WEIGHTS."""
    planes = torch.from_numpy(batch.planes).to(device, memory_format=torch.channels_last)
    policy, outcome, scores, owner = net(planes, torch.from_numpy(batch.globals_).to(device))
    policy, outcome, scores, owner = (x.float() for x in (policy, outcome, scores, owner))
    lead = torch.from_numpy(batch.lead).to(device) / POINTS
    known = torch.from_numpy(batch.known).to(device)
    error = functional.softplus(scores[:, 1]) - (scores[:, 0].detach() - lead).abs()
    apart = (owner - torch.from_numpy(batch.owner).to(device)).square().mean(dim=1)
    margins = functional.huber_loss(scores[:, 2], lead) + functional.huber_loss(scores[:, 0], lead)
    return {
        "policy": functional.cross_entropy(policy, torch.from_numpy(batch.policy).to(device)),
        "outcome": functional.cross_entropy(outcome, torch.from_numpy(batch.outcome).to(device)),
        "lead": margins,
        "owner": (apart * known).sum() / known.sum().clamp(min=1),
        "deviation": error.square().mean(),
    }


def validate(net: Net, source: Source, plan: Plan) -> dict[str, float]:
    """Return how near the net is to the teacher on held-back positions.

    top1: share of positions with the same likeliest move; kl: of the teacher's policy; win: mean error of the win
    rate; lead: mean error in points; owner: root of the mean squared error, where the teacher's is known.
    """
    net.eval()
    rows: list[tuple[float, ...]] = []
    for batch, _ in zip(batches(source, plan.batch, 0, train=False), range(VALIDATION_BATCHES), strict=False):
        planes, globals_ = torch.from_numpy(batch.planes), torch.from_numpy(batch.globals_)
        with torch.no_grad():
            outputs = net(planes.to(plan.device), globals_.to(plan.device))
        policy, outcome, scores, owner = (x.float().cpu().numpy() for x in outputs)
        odds = policy - policy.max(axis=1, keepdims=True)
        odds -= np.log(np.exp(odds).sum(axis=1, keepdims=True))
        win = 1 / (1 + np.exp(outcome[:, 1] - outcome[:, 0]))
        kl = (batch.policy * (np.log(batch.policy + 1e-9) - odds)).sum(axis=1)
        square = np.square(owner - batch.owner).mean(axis=1)
        for i in range(len(policy)):
            same = float(policy[i].argmax() == batch.policy[i].argmax())
            errors = (abs(win[i] - batch.outcome[i, 0]), abs(scores[i, 2] * POINTS - batch.lead[i]))
            rows.append((same, float(kl[i]), float(errors[0]), float(errors[1]), float(square[i] * batch.known[i])))
    if not rows:
        return {}
    top1, kl_mean, win_error, lead_error, owner_error = np.mean(rows, axis=0).tolist()
    return {"top1": top1, "kl": kl_mean, "win": win_error, "lead": lead_error, "owner": owner_error**0.5}


def _report(net: Net, held: Sequence[Source], plan: Plan, losses: dict[str, list[float]], step: int) -> dict[str, Any]:
    checks = {f"{k}:{source.side}x{source.side}": validate(net, source, plan) for k, source in enumerate(held)}
    means = {name: round(float(np.mean(values)), 4) for name, values in losses.items()}
    rounded = {name: {key: round(x, 4) for key, x in check.items()} for name, check in checks.items()}
    return {"step": step, "loss": means, "validation": rounded}


def _brief(report: dict[str, Any]) -> str:
    parts = [
        f"{name} top-1 {check['top1']:.1%}, KL {check['kl']:.3f}, win {check['win']:.3f}"
        for name, check in report["validation"].items()
        if check
    ]
    return "; ".join(parts) or f"loss {report['loss']}"


def _log(path: Path, report: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(report) + "\n")


def _save(path: Path, plan: Plan, net: Net, optimizer: Any, scheduler: Any, step: int) -> None:
    temporary = path.with_name(path.name + ".part")
    state = {
        "plan": asdict(plan),
        "step": step,
        "net": net.state_dict(),
        "optimizer": optimizer.state_dict(),
        "scheduler": scheduler.state_dict(),
    }
    torch.save(state, temporary)
    temporary.replace(path)


def _resume(path: Path, plan: Plan, net: Net, optimizer: Any, scheduler: Any) -> int:
    """Load a checkpoint if there is one. Returns the step to go on from."""
    if not path.exists():
        return 0
    state = torch.load(path, map_location=plan.device, weights_only=True)
    free = ("every", "device")  # what may differ from run to run
    old, new = ({k: v for k, v in p.items() if k not in free} for p in (state["plan"], asdict(plan)))
    if old != new:
        raise TrainError(f"{path}: a checkpoint of another plan; choose another folder or the same settings")
    net.load_state_dict(state["net"])
    optimizer.load_state_dict(state["optimizer"])
    scheduler.load_state_dict(state["scheduler"])
    step: int = state["step"]
    return step


def load(path: Path) -> Net:
    """Load the net of a checkpoint, in evaluation mode, on the processor."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    net = Net(Shape(**state["plan"]["shape"]))
    net.load_state_dict(state["net"])
    net.eval()
    return net
