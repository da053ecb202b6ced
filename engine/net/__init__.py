"""Networks as judges: read a net file, turn it into one ONNX graph once, run it beside a search.

katago.py       reads KataGo's .bin.gz and .txt.gz convolution nets into layers
layers.py       the layers of such a net as plain data; what the reader and the trainer hand over
graph.py        layers -> ONNX graph for every board size
quantise.py     float32 graph -> int8 graph, measured on calibration positions
calibration.py  the positions: a few games of the net's own policy against itself
own.py          our own format: ONNX and a block of metadata
cache.py        what has been made once, kept in the user's cache folder by content
evaluator.py    runs a net beside a search: the seam that the core calls
bench.py        evaluations a second
"""
