# The board as the search sees it: a plain struct, played without the GIL and without checks.
#
# Every function here trusts its caller; the checked sisters are the methods of gocore.board.Board.
# `words` is always g.words of the state's geometry. It is a parameter so that a caller who knows it at compile time
# (`if words == 6: play(s, q, c, 6, NULL)`) gets a specialised copy.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset
from gocore.geometry cimport Geometry
from gocore.types cimport (
    BLACK, EMPTY, KO, LEGAL, MAX_AREA, MAX_CELLS, MAX_WORDS, OCCUPIED, SUICIDE, WALL, WHITE,
)

cdef extern from *:
    int popcount64 "__builtin_popcountll"(unsigned long long x) noexcept nogil
    int lowest_bit "__builtin_ctzll"(unsigned long long x) noexcept nogil

cdef struct ChainInfo:
    uint64_t hash           # XOR of the keys of its stones
    uint16_t size           # stones; 0 marks a free slot
    uint16_t liberties      # exact count, always the population of its bit set; 0 in a free slot
    uint16_t head           # one of its stones (cell); in a free slot the next free slot
    uint16_t color          # BLACK or WHITE

cdef struct BoardState:
    const Geometry *geo
    uint64_t hash                       # stones only: the same position always has the same hash
    int32_t ko                          # cell barred to ko_color by simple ko; 0 none
    int32_t ko_color                    # undefined when ko is 0
    int32_t prisoners[3]                # stones OF that colour taken off the board so far
    int32_t slots                       # slots ever used: 0 .. slots - 1 may hold chains
    int32_t free_slot                   # first of the free slots below `slots`; -1 none
    uint8_t color[MAX_CELLS]            # EMPTY, BLACK, WHITE or WALL
    uint16_t chain[MAX_CELLS]           # slot of the stone's chain; undefined on other cells
    uint16_t next[MAX_CELLS]            # next stone of the chain, in a circle; undefined on other cells
    uint64_t stones[3][MAX_WORDS]       # bit sets of the stones: stones[BLACK], stones[WHITE]; [0] is unused
    ChainInfo info[MAX_AREA]
    # Liberty bit sets, `words` words a slot. Last, so that only the part that a size needs takes memory.
    uint64_t libs[MAX_AREA * MAX_WORDS]

# Bytes a state of this size occupies.
cdef inline size_t state_bytes(const Geometry *g) noexcept nogil:
    return sizeof(BoardState) - sizeof(uint64_t) * (MAX_AREA * MAX_WORDS - g.area * g.words)

cdef inline void state_clear(BoardState *s, const Geometry *g) noexcept nogil:
    # Make an empty board.
    cdef int p
    memset(s, 0, sizeof(BoardState) - sizeof(s.libs) - sizeof(s.info))
    s.geo = g
    s.hash = g.empty_hash
    s.free_slot = -1
    memset(s.color, WALL, sizeof(s.color))
    for p in range(g.area):
        s.color[g.cell_of[p]] = EMPTY

cdef inline void state_copy(BoardState *to, const BoardState *s) noexcept nogil:
    # Copy what is in use; `to` must have room for the size of `s`.
    cdef int cells = s.geo.cells
    memcpy(to, s, <size_t>(<const char *>s.color - <const char *>s) + cells)
    memcpy(to.chain, s.chain, cells * sizeof(uint16_t))
    memcpy(to.next, s.next, cells * sizeof(uint16_t))
    memcpy(to.stones, s.stones, sizeof(s.stones))
    memcpy(to.info, s.info, s.slots * sizeof(ChainInfo))
    memcpy(to.libs, s.libs, s.slots * s.geo.words * sizeof(uint64_t))

cdef inline bint has_liberty_at(const BoardState *s, int slot, int bit, int words) noexcept nogil:
    return (s.libs[slot * words + (bit >> 6)] >> (bit & 63)) & 1

cdef inline void add_liberty(BoardState *s, int slot, int bit, int words) noexcept nogil:
    cdef uint64_t *w = &s.libs[slot * words + (bit >> 6)]
    s.info[slot].liberties += 1 ^ ((w[0] >> (bit & 63)) & 1)
    w[0] |= <uint64_t>1 << (bit & 63)

cdef inline int drop_liberty(BoardState *s, int slot, int bit, int words) noexcept nogil:
    # Take a liberty away if it is one; return how many are left, or -1 when it was none.
    cdef uint64_t *w = &s.libs[slot * words + (bit >> 6)]
    if not ((w[0] >> (bit & 63)) & 1):
        return -1
    w[0] &= ~(<uint64_t>1 << (bit & 63))
    s.info[slot].liberties -= 1
    return s.info[slot].liberties

cdef inline int take_slot(BoardState *s) noexcept nogil:
    cdef int slot = s.free_slot
    if slot >= 0:
        s.free_slot = -1 if s.info[slot].head == 0xFFFF else s.info[slot].head
        return slot
    slot = s.slots
    s.slots += 1
    return slot

cdef inline void free_slot(BoardState *s, int slot) noexcept nogil:
    s.info[slot].size = 0
    s.info[slot].liberties = 0
    s.info[slot].head = <uint16_t>(0xFFFF if s.free_slot < 0 else s.free_slot)
    s.free_slot = slot

cdef inline void join_chains(BoardState *s, int into, int other, int words) noexcept nogil:
    # Move every stone of `other` to chain `into` and free its slot.
    cdef int a = s.info[into].head, b = s.info[other].head, q = b, w, n = 0
    cdef uint64_t both
    while True:
        s.chain[q] = into
        q = s.next[q]
        if q == b:
            break
    s.next[a], s.next[b] = s.next[b], s.next[a]
    for w in range(words):
        both = s.libs[into * words + w] | s.libs[other * words + w]
        s.libs[into * words + w] = both
        n += popcount64(both)
    s.info[into].liberties = n
    s.info[into].size += s.info[other].size
    s.info[into].hash ^= s.info[other].hash
    free_slot(s, other)

cdef inline int remove_chain(BoardState *s, int slot, int words, int16_t *out) noexcept nogil:
    # Take a chain off the board; its cells go to `out` unless that is NULL. Return its size.
    cdef int color = s.info[slot].color, head = s.info[slot].head, q = head
    cdef int stride = s.geo.stride, bit, n = 0, enemy = 3 - color
    while True:
        s.color[q] = EMPTY
        bit = q - stride
        s.stones[color][bit >> 6] &= ~(<uint64_t>1 << (bit & 63))
        if s.color[q - stride] == enemy:
            add_liberty(s, s.chain[q - stride], bit, words)
        if s.color[q - 1] == enemy:
            add_liberty(s, s.chain[q - 1], bit, words)
        if s.color[q + 1] == enemy:
            add_liberty(s, s.chain[q + 1], bit, words)
        if s.color[q + stride] == enemy:
            add_liberty(s, s.chain[q + stride], bit, words)
        if out != NULL:
            out[n] = q
        n += 1
        q = s.next[q]
        if q == head:
            break
    s.hash ^= s.info[slot].hash
    s.prisoners[color] += n
    free_slot(s, slot)
    return n

cdef inline int add_stone(BoardState *s, int q, int color, int words) noexcept nogil:
    # Put a stone on an empty cell, joining its neighbours, and return its chain's slot. The liberties of enemy
    # chains are not touched.
    cdef int stride = s.geo.stride, bit = q - stride, k, n, slot = -1, other
    cdef uint64_t key = s.geo.keys[color][q]
    cdef ChainInfo *info
    s.color[q] = color
    s.hash ^= key
    s.stones[color][bit >> 6] |= <uint64_t>1 << (bit & 63)
    for k in range(4):      # join the stone to the largest neighbour: the fewest stones to relabel
        n = q + s.geo.step[k]
        if s.color[n] == color:
            other = s.chain[n]
            if slot < 0 or s.info[other].size > s.info[slot].size:
                slot = other
    if slot < 0:
        slot = take_slot(s)
        info = &s.info[slot]
        info.hash, info.size, info.liberties, info.head, info.color = key, 1, 0, q, color
        memset(&s.libs[slot * words], 0, words * sizeof(uint64_t))
        s.next[q] = q
    else:
        info = &s.info[slot]
        info.hash ^= key
        info.size += 1
        s.next[q] = s.next[info.head]
        s.next[info.head] = q
        for k in range(4):
            n = q + s.geo.step[k]
            if s.color[n] == color and s.chain[n] != slot:
                join_chains(s, slot, s.chain[n], words)
        drop_liberty(s, slot, bit, words)
    s.chain[q] = slot
    for k in range(4):
        n = q + s.geo.step[k]
        if s.color[n] == EMPTY:
            add_liberty(s, slot, n - stride, words)
    return slot

cdef inline int play(BoardState *s, int q, int color, int words, int16_t *removed) noexcept nogil:
    # Play a stone on an empty cell: enemy chains left without a liberty go first, then the own chain if it has none
    # (Articles 4 and 5). Neither ko nor suicide is refused. The cells of removed stones go to `removed` unless that is
    # NULL; return their number. Sets the simple-ko cell.
    cdef int stride = s.geo.stride, bit = q - stride, enemy = 3 - color, k, n, taken = 0, last = 0
    cdef int slot = add_stone(s, q, color, words)
    for k in range(4):
        n = q + s.geo.step[k]
        if s.color[n] == enemy and drop_liberty(s, s.chain[n], bit, words) == 0:
            last = n
            taken += remove_chain(s, s.chain[n], words, NULL if removed == NULL else removed + taken)
    s.ko = 0
    if taken == 1 and s.info[slot].size == 1 and s.info[slot].liberties == 1:
        s.ko = last
        s.ko_color = enemy
    elif s.info[slot].liberties == 0:
        taken = remove_chain(s, slot, words, removed)
    return taken

cdef inline int verdict(const BoardState *s, int q, int color, bint suicide) noexcept nogil:
    # Say whether a move is legal under simple ko: LEGAL, OCCUPIED, SUICIDE or KO. `suicide` allows that of many stones.
    cdef int k, n, c
    cdef bint own = False
    if s.color[q] != EMPTY:
        return OCCUPIED
    if q == s.ko and color == s.ko_color:
        return KO
    for k in range(4):
        n = q + s.geo.step[k]
        c = s.color[n]
        if c == EMPTY:
            return LEGAL
        if c == color:
            own = True
            if s.info[s.chain[n]].liberties > 1:
                return LEGAL
        elif c != WALL and s.info[s.chain[n]].liberties == 1:
            return LEGAL
    return LEGAL if suicide and own else SUICIDE

cdef inline uint64_t hash_after(const BoardState *s, int q, int color) noexcept nogil:
    # Return the hash that a move on an empty cell would lead to, captures and suicide included, without playing it.
    cdef uint64_t h = s.hash ^ s.geo.keys[color][q], own = 0
    cdef int slots[4]
    cdef int k, j, n, c, slot, seen = 0
    cdef bint alive = False
    for k in range(4):
        n = q + s.geo.step[k]
        c = s.color[n]
        if c == EMPTY:
            alive = True
        if c == EMPTY or c == WALL:
            continue
        slot = s.chain[n]
        for j in range(seen):
            if slots[j] == slot:
                break
        else:
            slots[seen] = slot
            seen += 1
            if c == color:
                own ^= s.info[slot].hash
                alive |= s.info[slot].liberties > 1
            elif s.info[slot].liberties == 1:
                h ^= s.info[slot].hash
                alive = True
    return h if alive else s.hash ^ own

cdef inline void legal_set(const BoardState *s, int color, bint suicide, uint64_t *out) noexcept nogil:
    # Write the bit set of all moves that are legal under simple ko. Costs a few words a chain, not a test a point.
    cdef int words = s.geo.words, stride = s.geo.stride, i, w, r = stride
    cdef uint64_t padded[MAX_WORDS + 2]      # the empty points with a zero word at either end
    cdef uint64_t *e = padded + 1
    cdef int spare = 0 if suicide else 1
    cdef const ChainInfo *info
    padded[0] = 0
    e[words] = 0
    for w in range(words):
        e[w] = s.geo.on_board[w] & ~(s.stones[BLACK][w] | s.stones[WHITE][w])
    for w in range(words):      # an empty neighbour is enough; stride is 2 .. 26, so one word each way
        out[w] = (e[w] << 1) | (padded[w] >> 63) | (e[w] >> 1) | (e[w + 1] << 63)
        out[w] |= (e[w] << r) | (padded[w] >> (64 - r)) | (e[w] >> r) | (e[w + 1] << (64 - r))
    for i in range(s.slots):
        info = &s.info[i]
        # so is an own chain with a liberty to spare, or an enemy chain in atari (free slots have no liberties)
        if info.liberties == 1 if info.color != color else info.liberties > spare:
            for w in range(words):
                out[w] |= s.libs[i * words + w]
    for w in range(words):
        out[w] &= e[w]
    if s.ko and s.ko_color == color:
        out[(s.ko - stride) >> 6] &= ~(<uint64_t>1 << ((s.ko - stride) & 63))

cdef inline void state_rebuild(BoardState *s) noexcept nogil:
    # Derive everything but ko and prisoners from the colours of the cells. Chains may be left without liberties.
    cdef const Geometry *g = s.geo
    cdef uint8_t colors[MAX_CELLS]
    cdef int p, q, k, n, words = g.words
    memcpy(colors, s.color, g.cells)
    for p in range(g.area):
        s.color[g.cell_of[p]] = EMPTY
    memset(s.stones, 0, sizeof(s.stones))
    s.slots = 0
    s.free_slot = -1
    s.hash = g.empty_hash
    for p in range(g.area):
        q = g.cell_of[p]
        if colors[q] != EMPTY:
            add_stone(s, q, colors[q], words)
            for k in range(4):
                n = q + g.step[k]
                if s.color[n] == 3 - colors[q]:
                    drop_liberty(s, s.chain[n], q - g.stride, words)
