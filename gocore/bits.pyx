"""Bit sets of points as what Python takes: lists of ints and bytes."""

from cpython.list cimport PyList_New
from cpython.object cimport PyObject
from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset

from gocore.state cimport lowest_bit, popcount64
from gocore.types cimport MAX_AREA, MAX_CELLS, MAX_SIDE

cdef extern from "Python.h":
    PyObject *PyList_GET_ITEM(object items, Py_ssize_t i)           # borrowed
    void Py_INCREF(PyObject *o)
    PyObject **PySequence_Fast_ITEMS(object items)

_numbers = list(range(MAX_AREA + 1))
cdef PyObject *_number[MAX_SIDE + 1][MAX_CELLS]     # by columns and bit: the point as an int, made once for all


cdef PyObject **_numbers_of(const Geometry *g) noexcept:
    cdef PyObject **number = _number[g.width]
    cdef int p
    for p in range(g.width * MAX_SIDE):     # bits depend on the width alone
        number[p + p // g.width + 1] = PyList_GET_ITEM(_numbers, p)
    return number


cdef list points_of(const Geometry *g, const uint64_t *bits):
    # The points of a bit set, ascending.
    cdef PyObject **number = _number[g.width]
    cdef PyObject **item
    cdef uint64_t w
    cdef int k, n = 0
    for k in range(g.words):
        n += popcount64(bits[k])
    found = PyList_New(n)
    item = PySequence_Fast_ITEMS(found)
    if number[1] == NULL:
        number = _numbers_of(g)
    for k in range(g.words):
        w = bits[k]
        while w:
            item[0] = number[<unsigned int>lowest_bit(w)]
            Py_INCREF(item[0])
            item += 1
            w &= w - 1
        number += 64
    return found


cdef inline uint64_t _eight_bytes(uint64_t bits) noexcept nogil:
    # The lowest eight bits as bytes of 0 or 1, the lowest first in memory: bit k goes to the top of byte k, and down.
    cdef uint64_t spread = ((bits & 0x7F) * <uint64_t>0x0002040810204081ULL) & <uint64_t>0x0101010101010101ULL
    return spread | (bits >> 7 & 1) << 56


cdef bytes mask_of(const Geometry *g, const uint64_t *bits, int extra):
    # One byte a point, then `extra` bytes of 1. A row goes at once, eight points a step; what a step writes beyond its
    # row is written over by the next.
    cdef uint8_t mask[MAX_AREA + 8]
    cdef uint64_t row, eight
    cdef int x, _y, at = 1, p = 0
    for _y in range(g.height):
        row = bits[at >> 6] >> (at & 63)
        if (at & 63) + g.width > 64:
            row |= bits[(at >> 6) + 1] << (64 - (at & 63))
        for x in range(0, g.width, 8):
            eight = _eight_bytes(row >> x)
            memcpy(&mask[p + x], &eight, 8)
        at += g.stride
        p += g.width
    memset(&mask[p], 1, extra)
    return (<char *>mask)[:g.area + extra]
