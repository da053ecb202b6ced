# Bit sets of points as Python objects.
from libc.stdint cimport uint64_t
from gocore.geometry cimport Geometry

cdef list points_of(const Geometry *g, const uint64_t *bits)               # as ascending points
cdef bytes mask_of(const Geometry *g, const uint64_t *bits, int extra)     # as a byte a point, then `extra` bytes of 1
