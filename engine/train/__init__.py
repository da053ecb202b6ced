"""Make a network of our own: from game records and a teacher's judgements to the file that the engine loads.

    records.py   games as rows of points, one SGF a line
    labels.py    a teacher's judgement of positions of those games; kept in one .npz file a set
    games.py     new games: a net's policy against itself
    batches.py   labelled positions as shuffled batches of planes, one board size a batch
    model.py     the net in PyTorch: residual blocks, every third pooled over the board
    fit.py       the training loop: checkpoints, resumes, validates
    export.py    the trained net -> layers -> ONNX in float32 and int8
    recipe.py    all of it in order, for the net in the package
    __main__.py  the verbs: games, label, fit, export, make

Needs PyTorch (`.venv/bin/pip install -e '.[train]'`) to train and to export; nothing else in the engine does, and
nothing imports this package. No weight comes from another's net: the teacher gives judgements only.
"""
