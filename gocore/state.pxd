# The board as the search sees it: a plain struct, played without the GIL and without checks.
#
# Every function here trusts its caller; the checked sisters are the methods of gocore.board.Board.
# `words` is always g.words of the state's geometry. It is a parameter so that a caller who knows it at compile time
# (`if words == 6: play(s, q, c, 6, NULL)`) gets a specialised copy.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from gocore.geometry cimport Geometry
from gocore.types cimport (
    BLACK, EMPTY, KO, LEGAL, MAX_AREA, MAX_CELLS, MAX_WORDS, OCCUPIED, SUICIDE, WALL, WHITE,
)

# How this file is fast (figures in benchmarks/NOTES.md): a mispredicted branch costs as much as thirty instructions,
# and which neighbours of a random move are own, enemy or empty cannot be predicted. So `play` asks for no colours: it
# computes masks, and cells without a stone belong to a chain that nobody looks at.
cdef extern from *:
    """
    /* Hide a value from the optimiser, which would turn the arithmetic on it into branches. */
    static inline unsigned hidden(unsigned x) { __asm__("" : "+r"(x)); return x; }
    """
    uint32_t hidden(uint32_t x) noexcept nogil
    int popcount64 "__builtin_popcountll"(unsigned long long x) noexcept nogil
    int lowest_bit "__builtin_ctzll"(unsigned long long x) noexcept nogil

cdef enum:
    NO_CHAIN = 0        # the slot of the cells that carry no stone
    PLENTY = 0x4000     # the liberties it seems to have: neither 0 nor 1

cdef struct ChainInfo:
    uint64_t hash           # XOR of the keys of its stones
    uint16_t size           # stones; 0 marks a free slot
    uint16_t liberties      # exact count, always the population of its bit set; 0 in a free slot, PLENTY in NO_CHAIN
    uint16_t head           # one of its stones (cell); in a free slot the next free slot
    uint16_t color          # BLACK or WHITE

cdef struct BoardState:
    const Geometry *geo
    uint64_t hash                       # stones only: the same position always has the same hash
    int32_t ko                          # cell barred to ko_color by simple ko; 0 none
    int32_t ko_color                    # undefined when ko is 0
    int32_t prisoners[3]                # stones OF that colour taken off the board so far
    int32_t count[3]                    # stones on the board by colour; [0] is unused
    int32_t slots                       # slots ever used: 1 .. slots - 1 may hold chains
    int32_t free_slot                   # first of the free slots; `slots` where none below is free
    uint8_t color[MAX_CELLS]            # EMPTY, BLACK, WHITE or WALL
    uint16_t chain[MAX_CELLS]           # slot of the stone's chain; NO_CHAIN on other cells
    uint16_t next[MAX_CELLS]            # next stone of the chain, in a circle; undefined on other cells
    uint64_t stones[3][MAX_WORDS]       # bit sets of the stones: stones[BLACK], stones[WHITE]; [0] is unused
    ChainInfo info[MAX_AREA + 2]        # the last is never used, only looked at
    # Liberty bit sets, `words` words a slot; last, so that only the used part needs memory. A slot's words may be
    # touched, not changed, as far as one word before and after (`add_liberty_if` beyond the edge).
    uint64_t libs[(MAX_AREA + 2) * MAX_WORDS]

# Bytes a state of this size occupies.
cdef inline size_t state_bytes(const Geometry *g) noexcept nogil:
    return sizeof(BoardState) - sizeof(uint64_t) * ((MAX_AREA + 2) * MAX_WORDS - (g.area + 2) * g.words)

cdef inline void _clear_slots(BoardState *s) noexcept nogil:
    s.slots = s.free_slot = 1
    memset(&s.info[NO_CHAIN], 0, sizeof(ChainInfo))
    memset(&s.libs[NO_CHAIN], 0, s.geo.words * sizeof(uint64_t))
    s.info[NO_CHAIN].liberties = PLENTY

cdef inline void state_clear(BoardState *s, const Geometry *g) noexcept nogil:
    # Make an empty board.
    cdef int p
    memset(s, 0, sizeof(BoardState) - sizeof(s.libs) - sizeof(s.info))
    s.geo = g
    s.hash = g.empty_hash
    _clear_slots(s)
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

cdef inline void add_liberty_if(BoardState *s, bint add, int slot, int bit, int words) noexcept nogil:
    cdef uint64_t *w = &s.libs[slot * words + (bit >> 6)]
    s.info[slot].liberties += add & ~(w[0] >> (bit & 63))
    w[0] |= <uint64_t>add << (bit & 63)

cdef inline void drop_liberty(BoardState *s, int slot, int bit, int words) noexcept nogil:
    # Take a liberty away if it is one.
    cdef uint64_t *w = &s.libs[slot * words + (bit >> 6)]
    s.info[slot].liberties -= (w[0] >> (bit & 63)) & 1
    w[0] &= ~(<uint64_t>1 << (bit & 63))

cdef inline uint32_t mask_if(bint condition) noexcept nogil:
    # All ones, or zero.
    return hidden(-<uint32_t>condition)

cdef inline uint32_t greatest(uint32_t a, uint32_t b, uint32_t c, uint32_t d) noexcept nogil:
    a, c = max(a, b), max(c, d)
    return max(a, c)

cdef inline uint32_t least(uint32_t a, uint32_t b, uint32_t c, uint32_t d) noexcept nogil:
    a, c = min(a, b), min(c, d)
    return min(a, c)

cdef inline void free_slot(BoardState *s, int slot) noexcept nogil:
    s.info[slot].size = 0
    s.info[slot].liberties = 0
    s.info[slot].head = s.free_slot
    s.free_slot = slot

cdef inline int join_chains(BoardState *s, int into, int other, int words) noexcept nogil:
    # Make one chain of two, in the slot of the larger, and free the other slot. Return the slot.
    cdef int smaller = mask_if(s.info[other].size > s.info[into].size) & (into ^ other)
    cdef int a, b, q, w, common = 0
    cdef uint64_t both
    into ^= smaller
    other ^= smaller
    a, b = s.info[into].head, s.info[other].head
    q = b
    while True:
        s.chain[q] = into
        q = s.next[q]
        if q == b:
            break
    s.next[a], s.next[b] = s.next[b], s.next[a]
    for w in range(words):
        both = s.libs[into * words + w] & s.libs[other * words + w]
        s.libs[into * words + w] |= s.libs[other * words + w]
        while both:         # few: chains that are being joined share a liberty or two
            both &= both - 1
            common += 1
    s.info[into].liberties += s.info[other].liberties - common
    s.info[into].size += s.info[other].size
    s.info[into].hash ^= s.info[other].hash
    free_slot(s, other)
    return into

cdef inline int remove_chain(BoardState *s, int slot, int words, int stride, int16_t *out) noexcept nogil:
    # Take a chain off the board; its cells go to `out` unless that is NULL. Return its size.
    cdef int color = s.info[slot].color, head = s.info[slot].head, q = head, bit, n = 0
    while True:
        bit = q - stride
        s.color[q] = EMPTY
        s.chain[q] = NO_CHAIN
        s.stones[color][bit >> 6] &= ~(<uint64_t>1 << (bit & 63))
        # Its own slot, about to be free, and NO_CHAIN may gain liberties too; nobody looks.
        add_liberty(s, s.chain[q - stride], bit, words)
        add_liberty(s, s.chain[q - 1], bit, words)
        add_liberty(s, s.chain[q + 1], bit, words)
        add_liberty(s, s.chain[q + stride], bit, words)
        if out != NULL:
            out[n] = q
        n += 1
        q = s.next[q]
        if q == head:
            break
    s.hash ^= s.info[slot].hash
    s.count[color] -= n
    s.prisoners[color] += n
    free_slot(s, slot)
    return n

cdef inline int new_or(BoardState *s, uint32_t slot) noexcept nogil:
    # Return the slot, or a free one where it is 0. A free slot's liberties and size are 0, but not its bit set.
    cdef uint32_t new = mask_if(slot == 0), free = s.free_slot, after, fresh = mask_if(free == <uint32_t>s.slots)
    after = (s.info[free].head & ~fresh) | ((free + 1) & fresh)
    s.slots -= <int>(new & fresh)
    s.free_slot = (after & new) | (free & ~new)
    return slot | (free & new)

cdef inline bint is_third(uint32_t slot, uint32_t first, uint32_t second) noexcept nogil:
    return (slot != 0) & (slot != first) & (slot != second)

cdef inline int join_rest(BoardState *s, int slot, int q, int color, int words) noexcept nogil:
    # Join the third and fourth chain beside a stone, which are rare.
    cdef int k, n
    for k in range(4):
        n = q + s.geo.step[k]
        if s.color[n] == color and s.chain[n] != slot:
            slot = join_chains(s, slot, s.chain[n], words)
    return slot

cdef inline int add_stone(BoardState *s, int q, int color, int words, int stride) noexcept nogil:
    # Put a stone on an empty cell, joining its neighbours, and return its chain's slot. The cell ceases to be a
    # liberty of the chains beside it, the enemy's too.
    cdef int bit = q - stride, slot, w
    cdef uint32_t up = s.chain[q - stride], left = s.chain[q - 1], right = s.chain[q + 1], down = s.chain[q + stride]
    # The slots of own neighbours, else 0
    cdef uint32_t o_up = up & mask_if(s.color[q - stride] == color), o_left = left & mask_if(s.color[q - 1] == color)
    cdef uint32_t o_right = right & mask_if(s.color[q + 1] == color)
    cdef uint32_t o_down = down & mask_if(s.color[q + stride] == color)
    cdef uint32_t first = greatest(o_up, o_left, o_right, o_down)
    cdef uint32_t second = least(o_up - 1, o_left - 1, o_right - 1, o_down - 1) + 1     # 0 counts as the greatest
    cdef uint32_t joins = mask_if(first != 0), head
    cdef uint64_t key = s.geo.keys[color][q], old = <uint64_t>0 - (joins & 1)
    cdef ChainInfo *info
    drop_liberty(s, up, bit, words)
    drop_liberty(s, left, bit, words)
    drop_liberty(s, right, bit, words)
    drop_liberty(s, down, bit, words)
    slot = new_or(s, first)
    for w in range(words):
        s.libs[slot * words + w] &= old
    s.color[q] = color
    s.chain[q] = slot
    s.hash ^= key
    s.count[color] += 1
    s.stones[color][bit >> 6] |= <uint64_t>1 << (bit & 63)
    info = &s.info[slot]
    info.hash = (info.hash & old) ^ key
    info.size = (info.size & joins) + 1
    info.liberties &= joins
    info.color = color
    head = (info.head & joins) | (<uint32_t>q & ~joins)
    info.head = head
    s.next[q] = (s.next[head] & joins) | (<uint32_t>q & ~joins)
    s.next[head] = q
    add_liberty_if(s, s.color[q - stride] == EMPTY, slot, bit - stride, words)
    add_liberty_if(s, s.color[q - 1] == EMPTY, slot, bit - 1, words)
    add_liberty_if(s, s.color[q + 1] == EMPTY, slot, bit + 1, words)
    add_liberty_if(s, s.color[q + stride] == EMPTY, slot, bit + stride, words)
    if second != first:
        slot = join_chains(s, first, second, words)
        if (is_third(o_up, first, second) | is_third(o_left, first, second)
                | is_third(o_right, first, second) | is_third(o_down, first, second)):
            slot = join_rest(s, slot, q, color, words)
    return slot

cdef inline int play(BoardState *s, int q, int color, int words, int16_t *removed) noexcept nogil:
    # Play a stone on an empty cell: enemy chains left without a liberty go first, then the own chain if it has none
    # (Articles 4 and 5). Neither ko nor suicide is refused. The cells of removed stones go to `removed` unless that is
    # NULL; return their number. Sets the simple-ko cell.
    return play_on(s, q, color, words, s.geo.stride, removed)

cdef inline int play_on(BoardState *s, int q, int color, int words, int stride, int16_t *removed) noexcept nogil:
    # `play` for a caller who knows the stride at compile time too.
    cdef int enemy = 3 - color, k, n, taken = 0, last = 0, slot
    slot = add_stone(s, q, color, words, stride)
    s.ko = 0
    # An enemy chain without a liberty: own chains beside the stone are now its own, and have what it has.
    if ((s.info[s.chain[q - stride]].liberties == 0) | (s.info[s.chain[q - 1]].liberties == 0)
            | (s.info[s.chain[q + 1]].liberties == 0) | (s.info[s.chain[q + stride]].liberties == 0)
            | (s.info[slot].liberties == 0)):
        for k in range(4):
            n = q + s.geo.step[k]
            if s.color[n] == enemy and s.info[s.chain[n]].liberties == 0:
                last = n
                taken += remove_chain(s, s.chain[n], words, stride, NULL if removed == NULL else removed + taken)
        if taken == 1 and s.info[slot].size == 1 and s.info[slot].liberties == 1:
            s.ko = last
            s.ko_color = enemy
        elif s.info[slot].liberties == 0:
            taken = remove_chain(s, slot, words, stride, removed)
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

cdef inline bint lives_alone(const BoardState *s, int q, int color, bint suicide, int stride) noexcept nogil:
    # Would a stone on a cell without an empty neighbour have a liberty? `suicide` lets it join any own chain.
    # An own chain does that is not in atari, or an enemy chain that is: the two differ, and walls are never in atari.
    cdef int up = s.color[q - stride], left = s.color[q - 1], right = s.color[q + 1], down = s.color[q + stride]
    return (((up == color) ^ (s.info[s.chain[q - stride]].liberties == 1))
            | ((left == color) ^ (s.info[s.chain[q - 1]].liberties == 1))
            | ((right == color) ^ (s.info[s.chain[q + 1]].liberties == 1))
            | ((down == color) ^ (s.info[s.chain[q + stride]].liberties == 1))
            | (suicide & ((up == color) | (left == color) | (right == color) | (down == color))))

cdef inline void legal_set(const BoardState *s, int color, bint suicide, uint64_t *out) noexcept nogil:
    # Write the bit set of all moves that are legal under simple ko: empty points with an empty neighbour, found for
    # all of them at once, and of the few others those that `lives_alone` lets live.
    cdef int words = s.geo.words, r = s.geo.stride, w, bit
    cdef uint64_t padded[MAX_WORDS + 2]      # the empty points with a zero word at either end
    cdef uint64_t *e = padded + 1
    cdef uint64_t near, alone
    padded[0] = 0
    e[words] = 0
    for w in range(words):
        e[w] = s.geo.on_board[w] & ~(s.stones[BLACK][w] | s.stones[WHITE][w])
    for w in range(words):      # stride is 2 .. 26, so a neighbour lies at most one word away
        near = (e[w] << 1) | (padded[w] >> 63) | (e[w] >> 1) | (e[w + 1] << 63)
        near |= (e[w] << r) | (padded[w] >> (64 - r)) | (e[w] >> r) | (e[w + 1] << (64 - r))
        out[w] = e[w] & near
        alone = e[w] & ~near
        while alone:
            bit = lowest_bit(alone)
            out[w] |= <uint64_t>lives_alone(s, w * 64 + bit + r, color, suicide, r) << bit
            alone &= alone - 1
    if s.ko and s.ko_color == color:
        out[(s.ko - r) >> 6] &= ~(<uint64_t>1 << ((s.ko - r) & 63))

cdef inline void state_rebuild(BoardState *s) noexcept nogil:
    # Derive everything but ko and prisoners from the colours of the cells. Chains may be left without liberties.
    cdef const Geometry *g = s.geo
    cdef uint8_t colors[MAX_CELLS]
    cdef int p, q, words = g.words
    memcpy(colors, s.color, g.cells)
    for p in range(g.area):
        s.color[g.cell_of[p]] = EMPTY
    memset(s.stones, 0, sizeof(s.stones))
    memset(s.count, 0, sizeof(s.count))
    memset(s.chain, 0, sizeof(s.chain))
    _clear_slots(s)
    s.hash = g.empty_hash
    for p in range(g.area):
        q = g.cell_of[p]
        if colors[q] != EMPTY:
            add_stone(s, q, colors[q], words, g.stride)
