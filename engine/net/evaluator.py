"""Run a network beside a search: the seam that the core calls once a batch.

The protocol, in full. A judge is any object with these members; `NetEvaluator` is the one that runs nets.

    encoder: str     name of the input planes it wants, a key of gocore.features.ENCODERS
    lane() -> Lane   called once by every search thread before it starts; a lane belongs to one thread
    Lane.evaluate(planes, globals_, out_policy, out_value, out_ownership) -> None

All five are C-contiguous float32 buffers that the core owns and frees, n positions of one board size in each:

    planes          (n, P, height, width)   input, written by gocore.features; P planes of the encoder
    globals_        (n, G)                  input, written by gocore.features; G numbers of the encoder
    out_policy      (n, width*height + 1)   logits over the points p = y*width + x, the pass last. Neither masked
                                            nor normalised: the core masks illegal moves and takes the softmax
    out_value       (n, 6)                  what `VALUE` names, for the side to move:
                                            win, loss, no result (probabilities, sum 1),
                                            lead, score (expected margin of the game), score deviation (points)
    out_ownership   (n, width*height)       -1 .. 1, +1 where the point ends as the side to move's

The GIL is held for the call only; onnxruntime lets go of it while it computes, so threads run side by side. The
core passes the *same five objects* each time it evaluates n positions of that size (it makes them once a thread
for each n): a lane binds them to the network once and then only runs. Other objects work too, at about 30 us more.
A lane keeps no reference to a buffer after `close()`, and does not touch one outside a call.
evaluate raises NetError when a buffer has the wrong shape; the core then stops the search with that error.
"""

from typing import Final

VALUE: Final = ("win", "loss", "no_result", "lead", "score", "score_deviation")
"""What the columns of out_value are, side to move's view."""
