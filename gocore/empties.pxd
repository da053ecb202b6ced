# The empty cells of a board as a list to draw from: taking one out, putting one back and reordering cost no search.
from libc.stdint cimport int16_t, uint16_t, uint32_t
from gocore.state cimport BoardState
from gocore.types cimport EMPTY, MAX_AREA, MAX_CELLS

cdef struct Empties:
    uint32_t count              # length of cell[]
    uint16_t cell[MAX_AREA]     # the empty cells, in no order
    uint16_t place[MAX_CELLS]   # index of an empty cell in cell[]; undefined on others

cdef inline void empties_list(Empties *e, const BoardState *s) noexcept nogil:
    cdef int p, q
    e.count = 0
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        e.place[q] = e.count
        e.cell[e.count] = q
        e.count += s.color[q] == EMPTY

cdef inline void empties_swap(Empties *e, int i, int j) noexcept nogil:
    cdef int a = e.cell[i], b = e.cell[j]
    e.cell[i], e.cell[j] = b, a
    e.place[a], e.place[b] = j, i

cdef inline void empties_take(Empties *e, int q) noexcept nogil:
    # A stone stands on q now.
    cdef int i = e.place[q], last
    e.count -= 1
    last = e.cell[e.count]
    e.cell[i] = last
    e.place[last] = i

cdef inline void empties_add(Empties *e, const int16_t *cells, int n) noexcept nogil:
    # These stones were taken off.
    cdef int i
    for i in range(n):
        e.place[cells[i]] = e.count
        e.cell[e.count] = cells[i]
        e.count += 1
