# What depends on the board's size alone: numbering, edges, Zobrist keys. Made once a size, never freed, never changed.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from gocore.types cimport MAX_AREA, MAX_CELLS, MAX_WORDS

cdef struct Geometry:
    int32_t width
    int32_t height
    int32_t area                        # points: width * height
    int32_t stride                      # cells a row: width + 1
    int32_t cells                       # (height + 2) * stride + 1
    int32_t words                       # 64-bit words of a bit set: ceil((height * stride + 1) / 64)
    uint64_t empty_hash                 # hash of the empty board; differs between sizes
    uint64_t keys[3][MAX_CELLS]         # Zobrist key of a stone: keys[colour][cell]; keys[0] is undefined
    uint64_t side_key                   # joins the hash when White is to move (situations)
    uint64_t on_board[MAX_WORDS]        # bit set of all points
    int16_t cell_of[MAX_AREA + 1]       # point -> cell; the pass maps to 0
    int16_t point_of[MAX_CELLS]         # cell -> point; -1 on a wall
    uint8_t eye_limit[MAX_CELLS]        # enemies on the diagonals that spoil an own eye: 2, at the edge 1; walls 0
    int16_t step[4]                     # cell differences: up, left, right, down
    uint64_t cross[16]                  # neighbours in a set of directions (bit k: step[k]) as bits; the upper is bit 0
    uint64_t cross_sum                  # such bits times this: the two highest bits count them, modulo four
    int16_t diagonal[4]                 # up-left, up-right, down-left, down-right

# Return the geometry of a size; NULL with ValueError for a side outside 1 .. 25, MemoryError when memory is short.
cdef const Geometry *geometry(Py_ssize_t width, Py_ssize_t height) except NULL
