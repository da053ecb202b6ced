# New nodes: which moves a leaf's children are, and how likely each.
from libc.stdint cimport uint64_t
from gocore.judge cimport Opinion
from gocore.tree cimport Node
from gocore.workspace cimport Line, Worker

# Claim a leaf: from now on its children are this thread's to make. False where another thread was first.
cdef bint expand_claim(Node *node) noexcept nogil
# Give the claimed leaf at the end of a line its children, with priors from knowledge or from an opinion. line.legal is
# set. Where memory is out it stays a leaf.
cdef void expand_known(Worker *w, Line *line) noexcept nogil
cdef void expand_judged(Worker *w, Line *line, const Opinion *opinion) noexcept nogil
