"""Board geometry and Zobrist keys, made once for each size (Zobrist 1970)."""

from libc.stdlib cimport calloc
from gocore.types cimport MAX_SIDE

cdef Geometry *_made[MAX_SIDE + 1][MAX_SIDE + 1]


cdef uint64_t _key(uint64_t *state) noexcept nogil:
    # Return the next key (SplitMix64, Steele, Lea and Flood 2014). Not gocore.rng: hashes outlive a faster generator.
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15ULL
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBULL
    return z ^ (z >> 31)


cdef void _fill(Geometry *g, int width, int height) noexcept nogil:
    cdef int x, y, q, p, i, c, k, bit
    cdef uint64_t keys, sizes
    g.width, g.height, g.area = width, height, width * height
    g.stride = width + 1
    g.cells = (height + 2) * g.stride + 1
    g.words = (height * g.stride + 64) // 64
    g.step[0], g.step[1], g.step[2], g.step[3] = -g.stride, -1, 1, g.stride
    g.diagonal[0], g.diagonal[1] = -g.stride - 1, -g.stride + 1
    g.diagonal[2], g.diagonal[3] = g.stride - 1, g.stride + 1
    for k in range(4):
        bit = g.step[k] + g.stride
        for i in range(16):
            g.cross[i] |= <uint64_t>(i >> k & 1) << bit
        # What else is in the product stays below its two highest bits; but in one column, where no side is next.
        g.cross_sum |= <uint64_t>(width > 1 or k == 0 or k == 3) << (62 - bit)
    for q in range(MAX_CELLS):
        g.point_of[q] = -1
    for p in range(g.area):
        y, x = p // width, p % width
        q = (y + 1) * g.stride + x + 1
        i = q - g.stride
        g.cell_of[p] = q
        g.point_of[q] = p
        g.eye_limit[q] = 2 if 0 < x < width - 1 and 0 < y < height - 1 else 1
        g.on_board[i >> 6] |= <uint64_t>1 << (i & 63)
    g.cell_of[g.area] = 0
    # Fixed seeds: the same hash on every machine and in every build. Keys belong to (column, row), not to a size.
    keys = 0x7469616E7975616E
    for c in range(1, 3):
        for y in range(MAX_SIDE):
            for x in range(MAX_SIDE):
                if x < width and y < height:
                    g.keys[c][(y + 1) * g.stride + x + 1] = _key(&keys)
                else:
                    _key(&keys)
    g.side_key = _key(&keys)
    sizes = <uint64_t>(width * 32 + height)
    g.empty_hash = _key(&sizes)


cdef const Geometry *geometry(Py_ssize_t width, Py_ssize_t height) except NULL:
    cdef Geometry *g
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise ValueError(f"board size {width}x{height} is outside 1x1 to {MAX_SIDE}x{MAX_SIDE}")
    g = _made[width][height]
    if g == NULL:
        g = <Geometry *>calloc(1, sizeof(Geometry))
        if g == NULL:
            raise MemoryError("no memory for the board geometry")
        _fill(g, width, height)
        _made[width][height] = g
    return g
