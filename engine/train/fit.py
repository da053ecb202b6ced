"""The training loop: AdamW in bfloat16, with checkpoints that a killed run goes on from.

The learning rate rises over the first steps, stays, and falls to nothing over the last share of the run: what comes
before that does not depend on the run's length, so a run can be made longer or cut short at any checkpoint. While it
falls the batch norms are fixed: a batch is of one size of board and was normed by its own means, but at play all sizes
are normed alike, and the net has to learn that. A running mean of the weights is kept beside them: it is what is
validated and exported.
"""

import copy
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
VALIDATION_BATCHES: Final = 8
MEAN: Final = 0.998
"""How much of the running mean of the weights is kept at each step."""
SAY_EVERY: Final = 60.0
"""Seconds between lines of progress."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run does.

    steps: batches. rate: the highest learning rate. warm: steps in which it rises; fall: share of the steps in which
    it falls. every: seconds between checkpoints.
    """

    shape: Shape = field(default_factory=Shape)
    steps: int = 10_000
    batch: int = 128
    rate: float = 2e-3
    decay: float = 1e-4
    warm: int = 200
    fall: float = 0.3
    seed: int = 1
    every: float = 300.0
    device: str = "cpu"


def rate_at(plan: Plan, step: int) -> float:
    """Return the learning rate of a step, from 0."""
    rise = min(1.0, (step + 1) / max(plan.warm, 1))
    return plan.rate * min(rise, max(_fall(plan, step), 0.01))


def _fall(plan: Plan, step: int) -> float:
    """1 until the rate falls, 0 at the end."""
    return min(1.0, (plan.steps - step) / max(plan.fall * plan.steps, 1))


class Run:
    """A net in training: its weights, their running mean, the optimiser's state and the step it has come to."""

    def __init__(self, plan: Plan) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.step = plan, 0
        self.net: Net = Net(plan.shape).to(plan.device)
        self.mean: Net = copy.deepcopy(self.net).eval().requires_grad_(False)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=plan.rate, weight_decay=plan.decay)
        self.losses: dict[str, list[float]] = {}

    def learn(self, batch: Batch) -> None:
        """Take one step."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.plan, self.step)
        self.net.train()
        if _fall(self.plan, self.step) < 1:
            fix_norms(self.net)
        _train_step(self.net, batch, self.optimizer, self.plan, self.losses)
        self.step += 1
        keep = min(MEAN, self.step / (self.step + 9))  # short at first: the random start is forgotten soon
        for kept, new in zip(self.mean.state_dict().values(), self.net.state_dict().values(), strict=True):
            if kept.is_floating_point():
                kept.lerp_(new, 1 - keep)
            else:
                kept.copy_(new)

    def save(self, path: Path) -> None:
        """Write a checkpoint, whole or not at all."""
        temporary = path.with_name(path.name + ".part")
        state = {
            "plan": asdict(self.plan),
            "step": self.step,
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        torch.save(state, temporary)
        temporary.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint if there is one. Raises TrainError when it is of another plan."""
        if not path.exists():
            return
        state = torch.load(path, map_location=self.plan.device, weights_only=True)
        free = ("steps", "every", "device", "batch")  # what may differ from run to run
        old, new = ({k: v for k, v in p.items() if k not in free} for p in (state["plan"], asdict(self.plan)))
        if old != new:
            raise TrainError(f"{path}: a checkpoint of another plan; choose another folder or the same settings")
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.step = state["step"]


def fit(plan: Plan, sources: Sequence[Source], folder: Path, say: Callable[[str], None] = print) -> Net:
    """Train a net, or go on with a run that was stopped.

    folder: where `last.pt` (checkpoint) and `log.jsonl` (a line a checkpoint) are kept; a checkpoint there is gone on
    from, also for more or fewer steps and with other sources. say: told a line of progress each minute and with each
    checkpoint. Returns the running mean of the net, in evaluation mode. Raises TrainError when the checkpoint is of
    another plan.
    """
    run = Run(plan)
    folder.mkdir(parents=True, exist_ok=True)
    run.resume(folder / "last.pt")
    parts = [source.split(HELD_BACK) for source in sources]
    stream = mixed([train for train, _ in parts], plan.batch, plan.seed + run.step, member())
    first = run.step
    start = said = saved = time.monotonic()
    while run.step < plan.steps:
        run.learn(next(stream))
        if member():
            continue  # the first keeps the books
        now = time.monotonic()
        rest = (now - start) / (run.step - first) * (plan.steps - run.step)
        where = f"step {run.step}/{plan.steps}, {rest / 60:.0f} min left: "
        if run.step == plan.steps or now - saved >= plan.every:
            run.save(folder / "last.pt")
            report = _report(run.mean, [held for _, held in parts], plan, run.losses, run.step)
            _log(folder / "log.jsonl", report)
            say(where + _brief(report))
            run.losses = {}
            said = saved = time.monotonic()
        elif now - said >= SAY_EVERY:
            say(where + ", ".join(f"{name} {np.mean(x[-50:]):.3f}" for name, x in run.losses.items()))
            said = now
    return run.mean


def fix_norms(net: Net) -> None:
    """Have the batch norms use and keep their running means, as at play, while the rest of the net trains."""
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.eval()


def _train_step(net: Net, batch: Batch, optimizer: Any, plan: Plan, losses: dict[str, list[float]]) -> None:
    with torch.autocast(plan.device.split(":")[0], torch.bfloat16):
        parts = loss_parts(net, batch, plan.device)
    total = sum(WEIGHTS[name] * part for name, part in parts.items())
    optimizer.zero_grad(set_to_none=True)
    total.backward()
    _share(net)
    torch.nn.utils.clip_grad_norm_(net.parameters(), 4.0)
    optimizer.step()
    for name, part in parts.items():
        losses.setdefault(name, []).append(float(part.detach()))


def join(member: int, members: int, place: str) -> None:
    """Train together with other processes, one after another numbered from 0, all of the same plan and sources.

    place: "host:port" at which the first listens. Each draws batches of its own, of the same source at each step, and
    all take the step that their gradients' mean asks for: a batch is then `members` times as large. Blocks until all
    are there.
    """
    torch.distributed.init_process_group("gloo", f"tcp://{place}", rank=member, world_size=members)


def member() -> int:
    """Return the number of this process among those that train together; 0 when it trains alone."""
    return torch.distributed.get_rank() if torch.distributed.is_initialized() else 0


def _share(net: Net) -> None:
    """Put the mean over all processes in the place of each gradient."""
    if not torch.distributed.is_initialized():
        return
    grads = [p.grad for p in net.parameters() if p.grad is not None]
    flat = torch.cat([grad.flatten() for grad in grads])
    torch.distributed.all_reduce(flat)
    flat /= torch.distributed.get_world_size()
    for grad, new in zip(grads, flat.split([grad.numel() for grad in grads]), strict=True):
        grad.copy_(new.view_as(grad))


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


def load(path: Path) -> Net:
    """Load the running mean of a checkpoint's net, in evaluation mode, on the processor."""
    state = torch.load(path, map_location="cpu", weights_only=True)
    net = Net(Shape(**state["plan"]["shape"]))
    net.load_state_dict(state["mean"])
    net.eval()
    return net
