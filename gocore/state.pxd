# The board as the search sees it: a plain struct, played without the GIL and without checks.
#
# Every function here trusts its caller; the checked sisters are the methods of gocore.board.Board.
# `words` is always g.words of the state's geometry. It is a parameter so that a caller who knows it at compile time
# (`if words == 6: play(s, q, c, 6, NULL)`) gets a specialised copy.
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
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
    /* Without an instruction for it the compiler would call a function with a table. */
    static inline int popcount64(unsigned long long x) {
    #ifdef __POPCNT__
        return __builtin_popcountll(x);
    #else
        x -= (x >> 1) & 0x5555555555555555ULL;
        x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
        return ((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56;
    #endif
    }
    """
    uint32_t hidden(uint32_t x) noexcept nogil
    int popcount64(unsigned long long x) noexcept nogil
    int lowest_bit "__builtin_ctzll"(unsigned long long x) noexcept nogil

cdef enum:
    NO_CHAIN = 0        # the slot of the cells that carry no stone
    PLENTY = 0x4000     # the liberties it seems to have: neither 0 nor 1

cdef struct ChainInfo:      # eight bytes, so that a slot is found without a multiplication
    uint16_t size           # stones; 0 marks a free slot
    uint16_t liberties      # exact count, always the population of its bit set; 0 in a free slot, PLENTY in NO_CHAIN
    uint16_t head           # one of its stones (cell); in a free slot the next free slot
    uint16_t color          # BLACK or WHITE

cdef struct BoardState:
    const Geometry *geo
    int32_t sharers                     # how many boards of the Python API hold it besides one; belongs to the GIL
    uint64_t hash                       # stones only: the same position always has the same hash
    uint32_t ko                         # cell barred to ko_color by simple ko; 0 none
    int32_t ko_color                    # undefined when ko is 0
    int32_t prisoners[3]                # stones OF that colour taken off the board so far
    int32_t count[3]                    # stones on the board by colour; [0] is unused
    int32_t slots                       # slots ever used: 1 .. slots - 1 may hold chains
    int32_t free_slot                   # first of the free slots, which are linked; the last of them is `slots`
    uint64_t stones[3][MAX_WORDS]       # bit sets of the stones: stones[BLACK], stones[WHITE]; [0] is unused
    uint8_t color[MAX_CELLS]            # EMPTY, BLACK, WHITE or WALL
    int8_t mine[3][MAX_CELLS]           # mine[colour][cell]: -1 where that colour has a stone, else 0; [0] is unused
    uint8_t open[MAX_CELLS]             # bit k: the neighbour in direction k of `step` is empty; undefined on walls
    uint16_t chain[MAX_CELLS]           # slot of the stone's chain; NO_CHAIN on other cells
    uint16_t next[MAX_CELLS]            # next stone of the chain, in a circle; other cells: themselves
    # By slot, the first `slots` + 1 of each defined: slot `slots` is free and ready.
    ChainInfo info[MAX_AREA + 2]
    uint64_t chain_hash[MAX_AREA + 2]   # XOR of the keys of its stones; 0 in a free slot
    # Liberty bit sets, `words` words a slot, empty in a free one; last, so that only the used part needs memory. A
    # slot's words may be touched, not changed, as far as one word before and after (`open_liberties` at the edge).
    uint64_t libs[(MAX_AREA + 2) * MAX_WORDS]

# Bytes a state of this size occupies.
cdef inline size_t state_bytes(const Geometry *g) noexcept nogil:
    return sizeof(BoardState) - sizeof(uint64_t) * ((MAX_AREA + 2) * MAX_WORDS - (g.area + 2) * g.words)

cdef inline void _ready(BoardState *s, size_t slot, uint32_t after, size_t words) noexcept nogil:
    # Make a slot free, another free one following it.
    cdef size_t w
    s.info[slot].size = s.info[slot].liberties = 0
    s.info[slot].head = after
    s.chain_hash[slot] = 0
    for w in range(words):
        s.libs[slot * words + w] = 0

cdef inline void _clear(BoardState *s, const Geometry *g) noexcept nogil:
    # Take the stones off, and make all that is derived from them that of an empty board.
    cdef int p, q, k
    s.hash = g.empty_hash
    s.slots = s.free_slot = 1
    _ready(s, NO_CHAIN, 0, g.words)
    _ready(s, 1, 2, g.words)
    s.info[NO_CHAIN].liberties = PLENTY
    memset(s.count, 0, sizeof(s.count))
    memset(s.stones, 0, sizeof(s.stones))
    memset(s.color, WALL, sizeof(s.color))
    memset(s.mine, 0, sizeof(s.mine))
    memset(s.open, 0, sizeof(s.open))
    memset(s.chain, 0, sizeof(s.chain))
    for p in range(g.area):
        q = g.cell_of[p]
        s.color[q] = EMPTY
        s.next[q] = q
        for k in range(4):
            s.open[q + g.step[k]] |= 8 >> k

cdef inline void state_clear(BoardState *s, const Geometry *g) noexcept nogil:
    # Make an empty board.
    s.geo = g
    s.sharers = 0
    s.ko = s.ko_color = 0
    memset(s.prisoners, 0, sizeof(s.prisoners))
    _clear(s, g)

cdef inline void state_copy(BoardState *to, const BoardState *s) noexcept nogil:
    # Copy what is in use; `to` must have room for the size of `s`. It is nobody else's then.
    cdef size_t cells = s.geo.cells, slots = s.slots + 1
    to.geo = s.geo
    to.sharers = 0
    memcpy(&to.hash, &s.hash, <size_t>(<const char *>s.color - <const char *>&s.hash) + cells)
    memcpy(to.mine[BLACK], s.mine[BLACK], cells)
    memcpy(to.mine[WHITE], s.mine[WHITE], cells)
    memcpy(to.open, s.open, cells)
    memcpy(to.chain, s.chain, cells * sizeof(uint16_t))
    memcpy(to.next, s.next, cells * sizeof(uint16_t))
    memcpy(to.info, s.info, slots * sizeof(ChainInfo))
    memcpy(to.chain_hash, s.chain_hash, slots * sizeof(uint64_t))
    memcpy(to.libs, s.libs, slots * s.geo.words * sizeof(uint64_t))

cdef inline bint has_liberty_at(const BoardState *s, int slot, int bit, int words) noexcept nogil:
    return (s.libs[slot * words + (bit >> 6)] >> (bit & 63)) & 1

cdef inline void add_liberty(BoardState *s, size_t slot, size_t bit, size_t words) noexcept nogil:
    # Make an empty cell a liberty if it is none.
    cdef uint64_t *w = &s.libs[slot * words + (bit >> 6)]
    cdef uint64_t before = w[0], after = before | (<uint64_t>1 << (bit & 63))
    w[0] = after
    s.info[slot].liberties += before < after

cdef inline int open_liberties(BoardState *s, size_t slot, size_t q, size_t words, size_t stride) noexcept nogil:
    # Add the empty neighbours of a cell to a chain's liberties; return how many were none before. The four lie in two
    # words: as a pattern whose upper neighbour is bit 0, shifted to its place.
    cdef const Geometry *g = s.geo
    cdef size_t at = q + 64 - 2 * stride
    cdef int shift = at & 63
    cdef uint64_t *w = &s.libs[slot * words + (at >> 6)] - 1
    cdef uint64_t near = g.cross[s.open[q]], low, high
    low = (near << shift) & ~w[0]
    high = ((near >> 1) >> (63 - shift)) & ~w[1]
    w[0] |= low
    w[1] |= high
    near = (low | high) >> shift | (low | high) << (-shift & 63)    # back again, the new ones alone
    return ((near * g.cross_sum) >> 62) + 4 * (near == g.cross[15])     # the product counts to three

cdef inline void drop_liberty(BoardState *s, size_t slot, size_t bit, size_t words) noexcept nogil:
    # Take a liberty away if it is one.
    cdef uint64_t *w = &s.libs[slot * words + (bit >> 6)]
    cdef uint64_t before = w[0], after = before & ~(<uint64_t>1 << (bit & 63))
    w[0] = after
    s.info[slot].liberties -= after < before

cdef inline uint32_t mask_if(bint condition) noexcept nogil:
    # All ones, or zero.
    return hidden(-<uint32_t>condition)

cdef inline uint32_t greatest(uint32_t a, uint32_t b, uint32_t c, uint32_t d) noexcept nogil:
    a, c = max(a, b), max(c, d)
    return max(a, c)

cdef inline uint32_t least(uint32_t a, uint32_t b, uint32_t c, uint32_t d) noexcept nogil:
    a, c = min(a, b), min(c, d)
    return min(a, c)

cdef inline void free_slot(BoardState *s, size_t slot, size_t words) noexcept nogil:
    _ready(s, slot, s.free_slot, words)
    s.free_slot = slot

cdef inline size_t join_chains(BoardState *s, size_t into, size_t other, size_t words) noexcept nogil:
    # Make one chain of two, in the slot of the larger, and free the other slot. Return the slot.
    cdef size_t smaller = mask_if(s.info[other].size > s.info[into].size) & (into ^ other), a, b, q, w
    cdef int common = 0
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
    s.chain_hash[into] ^= s.chain_hash[other]
    free_slot(s, other, words)
    return into

cdef inline int remove_chain(BoardState *s, size_t slot, size_t words, size_t stride, int16_t *out) noexcept nogil:
    # Take a chain off the board; its cells go to `out` unless that is NULL. Return its size.
    cdef int color = s.info[slot].color, n = 0
    cdef size_t head = s.info[slot].head, q = head, bit, after
    cdef const uint16_t *chain
    cdef uint8_t *open
    while True:
        bit = q - stride
        s.color[q] = EMPTY
        s.mine[color][q] = 0
        s.chain[q] = NO_CHAIN
        s.stones[color][bit >> 6] &= ~(<uint64_t>1 << (bit & 63))
        open = s.open + bit
        open[0] |= 8
        open[stride - 1] |= 4
        open[stride + 1] |= 2
        open[2 * stride] |= 1
        # Its own slot, about to be free, and NO_CHAIN may gain liberties too; nobody looks.
        chain = s.chain + bit
        add_liberty(s, chain[0], bit, words)
        add_liberty(s, chain[stride - 1], bit, words)
        add_liberty(s, chain[stride + 1], bit, words)
        add_liberty(s, chain[2 * stride], bit, words)
        if out != NULL:
            out[n] = q
        n += 1
        after = s.next[q]
        s.next[q] = q
        q = after
        if q == head:
            break
    s.hash ^= s.chain_hash[slot]
    s.count[color] -= n
    s.prisoners[color] += n
    free_slot(s, slot, words)
    return n

cdef inline uint32_t new_or(BoardState *s, uint32_t slot, size_t words) noexcept nogil:
    # Return the slot, or a free one where it is 0.
    cdef uint32_t new = mask_if(slot == 0), free = s.free_slot, after = s.info[free].head
    s.free_slot = free ^ ((free ^ after) & new)
    s.slots = max(s.slots, s.free_slot)
    _ready(s, s.slots, s.slots + 1, words)
    return slot | (free & new)

cdef inline bint is_third(uint32_t slot, uint32_t first, uint32_t second) noexcept nogil:
    return (slot != 0) & (slot != first) & (slot != second)

cdef inline size_t join_rest(BoardState *s, size_t slot, size_t q, int color, size_t words) noexcept nogil:
    # Join the third and fourth chain beside a stone, which are rare.
    cdef int k, n
    for k in range(4):
        n = q + s.geo.step[k]
        if s.color[n] == color and s.chain[n] != slot:
            slot = join_chains(s, slot, s.chain[n], words)
    return slot

cdef inline int add_stone(BoardState *s, size_t q, int color, size_t words, size_t stride) noexcept nogil:
    # Put a stone on an empty cell, joining its neighbours, and return its chain's slot. The cell ceases to be a
    # liberty of the chains beside it, the enemy's too.
    cdef size_t bit = q - stride
    # From the neighbour above on: constant steps from there cost nothing, steps from q would be computed each.
    cdef const uint16_t *chain = s.chain + bit
    cdef const int8_t *mine = s.mine[color] + bit
    cdef uint8_t *open = s.open + bit
    cdef uint32_t up = chain[0], left = chain[stride - 1], right = chain[stride + 1], down = chain[2 * stride]
    # The slots of own neighbours, else 0
    cdef uint32_t o_up = up & mine[0], o_left = left & mine[stride - 1]
    cdef uint32_t o_right = right & mine[stride + 1], o_down = down & mine[2 * stride]
    cdef uint32_t first = greatest(o_up, o_left, o_right, o_down)
    cdef uint32_t second = least(o_up - 1, o_left - 1, o_right - 1, o_down - 1) + 1     # 0 counts as the greatest
    cdef uint32_t slot = new_or(s, first, words), joins = mask_if(first != 0), head
    cdef uint64_t key = s.geo.keys[color][q]
    drop_liberty(s, up, bit, words)
    drop_liberty(s, left, bit, words)
    drop_liberty(s, right, bit, words)
    drop_liberty(s, down, bit, words)
    open[0] &= ~8
    open[stride - 1] &= ~4
    open[stride + 1] &= ~2
    open[2 * stride] &= ~1
    s.color[q] = color
    s.mine[color][q] = -1
    s.chain[q] = slot
    s.hash ^= key
    s.chain_hash[slot] ^= key
    s.count[color] += 1
    s.stones[color][bit >> 6] |= <uint64_t>1 << (bit & 63)
    head = (s.info[slot].head & joins) | (<uint32_t>q & ~joins)
    s.next[q] = s.next[head]
    s.next[head] = q
    s.info[slot].head = head
    s.info[slot].size += 1
    s.info[slot].color = color
    s.info[slot].liberties += open_liberties(s, slot, q, words, stride)
    if second != first:
        slot = join_chains(s, first, second, words)
        if (is_third(o_up, first, second) | is_third(o_left, first, second)
                | is_third(o_right, first, second) | is_third(o_down, first, second)):
            slot = join_rest(s, slot, q, color, words)
    return slot

cdef inline int play_on(BoardState *s, size_t q, int color, size_t words, size_t stride,
                        int16_t *removed) noexcept nogil:
    # `play` for a caller who knows words and stride at compile time.
    cdef int slot = add_stone(s, q, color, words, stride)
    cdef const uint16_t *chain = s.chain + (q - stride)
    cdef int up, left, right, down
    s.ko = 0
    # Is a chain without a liberty? Own chains beside the stone are now its own, and have what it has.
    up = s.info[chain[0]].liberties - 1
    left = s.info[chain[stride - 1]].liberties - 1
    right = s.info[chain[stride + 1]].liberties - 1
    down = s.info[chain[2 * stride]].liberties - 1
    if (up | left | right | down | (s.info[slot].liberties - 1)) < 0:
        return take_off(s, q, slot, words, stride, removed)
    return 0

cdef inline uint32_t dying(const BoardState *s, size_t n, int enemy) noexcept nogil:
    # The slot of an enemy chain without a liberty, else 0.
    cdef uint32_t slot = s.chain[n]
    return slot & s.mine[enemy][n] & mask_if(s.info[slot].liberties == 0)

cdef inline int take_off(BoardState *s, size_t q, int slot, size_t words, size_t stride,
                         int16_t *removed) noexcept nogil:
    # Take off what the stone just played left without a liberty; return the number of stones. May set the ko cell.
    cdef int enemy = 3 - s.color[q], taken = 0, k
    cdef uint32_t up = dying(s, q - stride, enemy), left = dying(s, q - 1, enemy)
    cdef uint32_t right = dying(s, q + 1, enemy), down = dying(s, q + stride, enemy), chain, last
    chain = greatest(up, left, right, down)
    if chain == 0:
        return remove_chain(s, slot, words, stride, removed)
    last = s.info[chain].head
    if (is_third(up, chain, chain) | is_third(left, chain, chain)
            | is_third(right, chain, chain) | is_third(down, chain, chain)):
        for k in range(4):
            chain = dying(s, q + s.geo.step[k], enemy)
            if chain:
                taken += remove_chain(s, chain, words, stride, NULL if removed == NULL else removed + taken)
    else:
        taken = remove_chain(s, chain, words, stride, removed)
    if taken == 1 and s.info[slot].size == 1 and s.info[slot].liberties == 1:
        s.ko = last
        s.ko_color = enemy
    return taken

cdef inline int play(BoardState *s, size_t q, int color, size_t words, int16_t *removed) noexcept nogil:
    # Play a stone on an empty cell: enemy chains left without a liberty go first, then the own chain if it has none
    # (Articles 4 and 5). Neither ko nor suicide is refused. The cells of removed stones go to `removed` unless that is
    # NULL; return their number. Sets the simple-ko cell.
    cdef size_t stride = s.geo.stride
    if stride == 20 and words == 6:     # constants gain on the usual boards
        return play_on(s, q, color, 6, 20, removed)
    if stride == 14 and words == 3:
        return play_on(s, q, color, 3, 14, removed)
    if stride == 10 and words == 2:
        return play_on(s, q, color, 2, 10, removed)
    return play_on(s, q, color, words, stride, removed)

cdef inline bint lives_alone(const BoardState *s, size_t q, int color, bint suicide, size_t stride) noexcept nogil:
    # Would a stone on a cell without an empty neighbour have a liberty? `suicide` lets it join any own chain.
    # An own chain does that is not in atari (-1 + 0), or an enemy chain that is (0 + 1); walls are never in atari.
    cdef const int8_t *own = s.mine[color] + (q - stride)
    cdef const uint16_t *chain = s.chain + (q - stride)
    cdef int lives = own[0] + (s.info[chain[0]].liberties == 1)
    lives |= own[stride - 1] + (s.info[chain[stride - 1]].liberties == 1)
    lives |= own[stride + 1] + (s.info[chain[stride + 1]].liberties == 1)
    lives |= own[2 * stride] + (s.info[chain[2 * stride]].liberties == 1)
    if suicide:
        lives |= own[0] | own[stride - 1] | own[stride + 1] | own[2 * stride]
    return lives != 0

cdef inline int verdict(const BoardState *s, size_t q, int color, bint suicide) noexcept nogil:
    # Say whether a move is legal under simple ko: LEGAL, OCCUPIED, SUICIDE or KO. `suicide` allows that of many stones.
    if s.color[q] != EMPTY:
        return OCCUPIED
    if q == s.ko and color == s.ko_color:
        return KO
    return LEGAL if s.open[q] or lives_alone(s, q, color, suicide, s.geo.stride) else SUICIDE

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
                own ^= s.chain_hash[slot]
                alive |= s.info[slot].liberties > 1
            elif s.info[slot].liberties == 1:
                h ^= s.chain_hash[slot]
                alive = True
    return h if alive else s.hash ^ own

cdef inline void legal_set_on(const BoardState *s, int color, bint suicide, uint64_t *out,
                              int words, int r) noexcept nogil:
    # `legal_set` for a caller who knows words and stride at compile time.
    cdef int w, bit
    cdef uint64_t padded[2 * MAX_WORDS + 4]      # two bit sets with a zero word at either end
    cdef uint64_t *e = padded + 1                   # the empty points
    cdef uint64_t *safe = e + words + 1             # own stones with two of them beside: their chain may lose one
    cdef uint64_t left, right, up, down, near, alone
    padded[0] = e[words] = safe[words] = 0
    for w in range(words):
        e[w] = s.geo.on_board[w] & ~(s.stones[BLACK][w] | s.stones[WHITE][w])
    for w in range(words):      # stride is 2 .. 26, so a neighbour lies at most one word away
        left, right = (e[w] << 1) | (e - 1)[w] >> 63, (e[w] >> 1) | (e[w + 1] << 63)
        up, down = (e[w] << r) | (e - 1)[w] >> (64 - r), (e[w] >> r) | (e[w + 1] << (64 - r))
        out[w] = left | right | up | down
        safe[w] = s.stones[color][w] & ((left & right) | (up & down) | ((left | right) & (up | down)))
    for w in range(words):
        near = out[w] | (safe[w] << 1) | (safe - 1)[w] >> 63 | (safe[w] >> 1) | (safe[w + 1] << 63)
        near |= (safe[w] << r) | (safe - 1)[w] >> (64 - r) | (safe[w] >> r) | (safe[w + 1] << (64 - r))
        out[w] = e[w] & near
        alone = e[w] & ~near
        while alone:
            bit = lowest_bit(alone)
            out[w] |= <uint64_t>lives_alone(s, w * 64 + bit + r, color, suicide, r) << bit
            alone &= alone - 1
    if s.ko and s.ko_color == color:
        out[(s.ko - r) >> 6] &= ~(<uint64_t>1 << ((s.ko - r) & 63))

cdef inline void legal_set(const BoardState *s, int color, bint suicide, uint64_t *out) noexcept nogil:
    # Write the bit set of all moves that are legal under simple ko: empty points with an empty neighbour, found for
    # all of them at once, and of the few others those that `lives_alone` lets live.
    cdef int words = s.geo.words, stride = s.geo.stride
    if suicide or s.geo.width != s.geo.height:
        legal_set_on(s, color, suicide, out, words, stride)
    elif stride == 20:                  # constants gain on the usual boards
        legal_set_on(s, color, False, out, 6, 20)
    elif stride == 14:
        legal_set_on(s, color, False, out, 3, 14)
    elif stride == 10:
        legal_set_on(s, color, False, out, 2, 10)
    else:
        legal_set_on(s, color, False, out, words, stride)

cdef inline void state_rebuild(BoardState *s) noexcept nogil:
    # Derive everything but ko and prisoners from the colours of the cells. Chains may be left without liberties.
    cdef const Geometry *g = s.geo
    cdef uint8_t colors[MAX_CELLS]
    cdef int p, q, words = g.words
    memcpy(colors, s.color, g.cells)
    _clear(s, g)
    for p in range(g.area):
        q = g.cell_of[p]
        if colors[q] != EMPTY:
            add_stone(s, q, colors[q], words, g.stride)
