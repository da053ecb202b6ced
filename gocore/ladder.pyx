"""Ladders, read to the end.

The defender extends or captures a neighbour in atari; the attacker plays one of two liberties. The defender is caught
when every line leaves it in atari without a way out. Chains here are flooded from scratch: a flood that may stop at
the third liberty costs less than keeping liberties up to date through plays and undos.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from gocore.bits cimport points_of
from gocore.board cimport Board
from gocore.geometry cimport Geometry
from gocore.state cimport BoardState
from gocore.types cimport BLACK, EMPTY, MAX_CELLS, MAX_WORDS, WALL, WHITE

cdef struct Undo:
    int ko
    int removed_from        # index of the first stone this move took


# ---- floods --------------------------------------------------------------------------------------------------------

cdef int _liberties(LadderReader *r, int cell, int most, int16_t *out) noexcept nogil:
    # Count the liberties of the chain at `cell`, stopping at `most`; write them to `out`.
    cdef const Geometry *g = r.state.geo
    cdef int color = r.color[cell], head = 0, tail = 1, found = 0, k, n
    r.stamp += 1
    r.queue[0] = cell
    r.mark[cell] = r.stamp
    while head < tail:
        cell = r.queue[head]
        head += 1
        for k in range(4):
            n = cell + g.step[k]
            if r.mark[n] == r.stamp:
                continue
            if r.color[n] == EMPTY:
                r.mark[n] = r.stamp
                out[found] = n
                found += 1
                if found == most:
                    return found
            elif r.color[n] == color:
                r.mark[n] = r.stamp
                r.queue[tail] = n
                tail += 1
    return found


cdef bint _in_atari(LadderReader *r, int cell, int *liberty) noexcept nogil:
    cdef int16_t two[2]
    if _liberties(r, cell, 2, two) != 1:
        return False
    liberty[0] = two[0]
    return True


cdef int _captures(LadderReader *r, int target, int16_t *out, int room) noexcept nogil:
    # List the moves that capture a chain next to `target`, each once. Return their number, or `room` + 1.
    cdef const Geometry *g = r.state.geo
    cdef int16_t stones[MAX_CELLS]
    cdef int color = r.color[target], head = 0, tail = 1, count = 0, k, j, n, liberty = 0
    cdef uint64_t seen[MAX_WORDS]     # by cell: MAX_CELLS bits fit
    memset(seen, 0, sizeof(seen))
    stones[0] = target
    seen[target >> 6] |= <uint64_t>1 << (target & 63)
    while head < tail:
        target = stones[head]
        head += 1
        for k in range(4):
            n = target + g.step[k]
            if r.color[n] == EMPTY or r.color[n] == WALL or (seen[n >> 6] >> (n & 63)) & 1:
                continue
            seen[n >> 6] |= <uint64_t>1 << (n & 63)
            if r.color[n] == color:
                stones[tail] = n
                tail += 1
            elif _in_atari(r, n, &liberty):
                for j in range(count):
                    if out[j] == liberty:
                        break
                else:
                    if count == room:
                        return room + 1
                    out[count] = liberty
                    count += 1
    return count


# ---- moves ---------------------------------------------------------------------------------------------------------

cdef bint _legal(LadderReader *r, int cell, int color) noexcept nogil:
    cdef const Geometry *g = r.state.geo
    cdef int16_t two[2]
    cdef int k, n, liberties
    if r.color[cell] != EMPTY or cell == r.ko:
        return False
    for k in range(4):
        if r.color[cell + g.step[k]] == EMPTY:
            return True
    for k in range(4):
        n = cell + g.step[k]
        if r.color[n] != WALL:
            liberties = _liberties(r, n, 2, two)
            if liberties > 1 if r.color[n] == color else liberties == 1:
                return True
    return False


cdef bint _play(LadderReader *r, int cell, int color, Undo *undo) noexcept nogil:
    # Play a legal move. Return False, with nothing changed, when there is no room left to note what it captures.
    cdef const Geometry *g = r.state.geo
    cdef int16_t one[2]
    cdef int k, n, taken, enemy = 3 - color
    cdef bint alone = True
    if r.removed_used + MAX_CELLS > LADDER_REMOVED:
        return False
    undo.ko, undo.removed_from = r.ko, r.removed_used
    r.color[cell] = color
    r.ko = 0
    for k in range(4):
        n = cell + g.step[k]
        if r.color[n] == color:
            alone = False
        elif r.color[n] == enemy and _liberties(r, n, 1, one) == 0:
            _remove(r, n)
    taken = r.removed_used - undo.removed_from
    if taken == 1 and alone and _liberties(r, cell, 2, one) == 1:
        r.ko = r.removed[undo.removed_from]
    return True


cdef void _remove(LadderReader *r, int cell) noexcept nogil:
    cdef const Geometry *g = r.state.geo
    cdef int color = r.color[cell], at = r.removed_used, k, n
    r.color[cell] = EMPTY
    r.removed[r.removed_used] = cell
    r.removed_used += 1
    while at < r.removed_used:
        cell = r.removed[at]
        at += 1
        for k in range(4):
            n = cell + g.step[k]
            if r.color[n] == color:
                r.color[n] = EMPTY
                r.removed[r.removed_used] = n
                r.removed_used += 1


cdef void _undo(LadderReader *r, int cell, int color, const Undo *undo) noexcept nogil:
    cdef int i
    for i in range(undo.removed_from, r.removed_used):
        r.color[r.removed[i]] = 3 - color
    r.removed_used = undo.removed_from
    r.color[cell] = EMPTY
    r.ko = undo.ko


# ---- the two sides -------------------------------------------------------------------------------------------------

cdef int _empty_around(LadderReader *r, int cell) noexcept nogil:
    cdef const Geometry *g = r.state.geo
    cdef int k, n = 0
    for k in range(4):
        n += r.color[cell + g.step[k]] == EMPTY
    return n


cdef bint _defender_caught(LadderReader *r, int target, bint first) noexcept nogil:
    # The defender is to move. `first`: this is where the reading starts, so that a ko is the defender's to take.
    cdef int16_t two[2]
    cdef int color = r.color[target], start = r.moves_used, count, i, cell
    cdef bint caught = True
    if _liberties(r, target, 2, two) >= 2:
        return False
    if r.depth >= r.state.geo.area * 3 // 2:
        return True
    if first:
        r.ko = 0
    elif r.ko:
        return False
    if _empty_around(r, two[0]) >= 3:
        return False
    count = _captures(r, target, &r.moves[start], LADDER_MOVES - start - 1)
    if start + count >= LADDER_MOVES:
        return False
    for i in range(count):
        if r.moves[start + i] == two[0]:
            break
    else:
        r.moves[start + count] = two[0]
        count += 1
    r.moves_used = start + count
    for i in range(count):
        cell = r.moves[start + i]
        if not _line_caught(r, cell, color, target, True):
            caught = False
            break
    r.moves_used = start
    return caught


cdef bint _attacker_catches(LadderReader *r, int target) noexcept nogil:
    cdef int16_t three[3]
    cdef int enemy = 3 - r.color[target], count = _liberties(r, target, 3, three), first, second
    cdef bint apart
    if count != 2:
        return count < 2
    first, second = _empty_around(r, three[0]), _empty_around(r, three[1])
    if first == 0 and second == 0 and _double_ko(r, target, three[0], three[1]):
        return True
    apart = not _adjacent(r, three[0], three[1])
    if apart and first >= 3 and second >= 3:
        return False
    if second > first:      # where the defender would get more liberties, first
        three[0], three[1] = three[1], three[0]
        first, second = second, first
    if _line_caught(r, three[0], enemy, target, False):
        return True
    if apart and first >= 3:    # a move on the other side lets the defender out here
        return False
    return _line_caught(r, three[1], enemy, target, False)


cdef bint _line_caught(LadderReader *r, int cell, int color, int target, bint defends) noexcept nogil:
    # Is the target caught after this move? An illegal move fails its own side.
    cdef Undo undo
    cdef bint caught
    if not _legal(r, cell, color):
        return defends
    if r.nodes >= LADDER_NODES or not _play(r, cell, color, &undo):
        r.nodes = LADDER_NODES
        return False
    r.nodes += 1
    r.depth += 1
    caught = _attacker_catches(r, target) if defends else _defender_caught(r, target, False)
    r.depth -= 1
    _undo(r, cell, color, &undo)
    return caught and r.nodes < LADDER_NODES


cdef bint _adjacent(LadderReader *r, int a, int b) noexcept nogil:
    cdef int d = a - b if a > b else b - a
    return d == 1 or d == r.state.geo.stride


cdef bint _double_ko(LadderReader *r, int target, int a, int b) noexcept nogil:
    # Are both liberties mouths of kos that connecting does not settle, with nothing for the defender to capture?
    cdef int16_t one[1]
    return (_is_ko_mouth(r, target, a) and _is_ko_mouth(r, target, b)
            and _liberties_after(r, target, a) <= 2 and _liberties_after(r, target, b) <= 2
            and _captures(r, target, one, 0) == 0)


cdef bint _is_ko_mouth(LadderReader *r, int target, int cell) noexcept nogil:
    # Would the attacker, playing here among defending stones only, take a single one?
    cdef const Geometry *g = r.state.geo
    cdef int color = r.color[target], k, n, liberty = 0, found = 0, last = 0
    for k in range(4):
        n = cell + g.step[k]
        if r.color[n] != WALL and r.color[n] != color:
            return False
        if r.color[n] == color and _in_atari(r, n, &liberty):
            found += 1
            last = n
    if found != 1:
        return False
    for k in range(4):
        if r.color[last + g.step[k]] == color:
            return False
    return True


cdef int _liberties_after(LadderReader *r, int target, int cell) noexcept nogil:
    # The liberties, up to three, of the chain that the defender gets by playing here.
    cdef int16_t three[3]
    cdef int color = r.color[target], count
    cdef Undo undo
    if not _play(r, cell, color, &undo):
        return 3
    count = _liberties(r, cell, 3, three)
    _undo(r, cell, color, &undo)
    return count


# ---- a whole board -------------------------------------------------------------------------------------------------

cdef void ladders_read(LadderReader *r, const BoardState *s, uint64_t *caught, uint64_t *working) noexcept nogil:
    cdef int slot
    memset(caught, 0, MAX_WORDS * sizeof(uint64_t))
    memset(working, 0, 3 * MAX_WORDS * sizeof(uint64_t))
    r.state = s
    memcpy(r.color, s.color, s.geo.cells)
    for slot in range(s.slots):
        if s.info[slot].size > 0 and s.info[slot].liberties <= 2 and _chain_caught(r, slot, working):
            _add_stones(s, slot, caught)


cdef bint _chain_caught(LadderReader *r, int slot, uint64_t *working) noexcept nogil:
    cdef const BoardState *s = r.state
    cdef int target = s.info[slot].head, color = s.info[slot].color, i, bit
    cdef int16_t two[2]
    cdef Undo undo
    cdef bint works, any_works = False
    r.moves_used = r.removed_used = r.depth = r.nodes = 0
    r.ko = s.ko
    if s.info[slot].liberties == 1:
        works = _defender_caught(r, target, True)
        r.ko = s.ko
        return works
    _liberties(r, target, 2, two)
    for i in range(2):
        r.ko = s.ko
        r.nodes = 0
        if _legal(r, two[i], 3 - color) and _play(r, two[i], 3 - color, &undo):
            works = _defender_caught(r, target, True)
            _undo(r, two[i], 3 - color, &undo)
            if works:
                any_works = True
                bit = two[i] - s.geo.stride
                working[color * MAX_WORDS + (bit >> 6)] |= <uint64_t>1 << (bit & 63)
    return any_works


cdef void _add_stones(const BoardState *s, int slot, uint64_t *bits) noexcept nogil:
    cdef int head = s.info[slot].head, q = head, bit
    while True:
        bit = q - s.geo.stride
        bits[bit >> 6] |= <uint64_t>1 << (bit & 63)
        q = s.next[q]
        if q == head:
            return


def ladders(Board board not None):
    """Read every ladder on a board.

    Returns (stones, working): the points of all stones whose chain is caught, in atari with its owner to move or with
    two liberties and the attacker to move; and {BLACK: points, WHITE: points}, the first moves that catch a chain of
    that colour which has two liberties. Suicide and superko play no part; a ko that the chase leaves is an escape.
    """
    cdef uint64_t caught[MAX_WORDS]
    cdef uint64_t working[3 * MAX_WORDS]
    cdef LadderReader *r = <LadderReader *>calloc(1, sizeof(LadderReader))
    if r == NULL:
        raise MemoryError("no memory to read ladders")
    try:
        ladders_read(r, board.state, caught, working)
    finally:
        free(r)
    cdef const Geometry *g = board.state.geo
    moves = {color: points_of(g, &working[color * MAX_WORDS]) for color in (BLACK, WHITE)}
    return points_of(g, caught), moves
