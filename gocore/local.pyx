"""Local reading: whether stones can be captured by moves in a small part of the board, all around it standing still.

It answers what becomes of stones about which random games say little: sekis, nakade, bent four, double kos. The hunter
has to do something at each of his turns; the other side may pass, which is what tells a seki from a capture.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from gocore.playout cimport is_own_eye
from gocore.position cimport Position
from gocore.score cimport pass_alive
from gocore.state cimport BoardState, hash_after, play, state_bytes, state_copy, verdict
from gocore.types cimport BLACK, EMPTY, LEGAL, MAX_CELLS, WALL, WHITE

from typing import NamedTuple

cdef enum:
    MAX_PLIES = 64          # longest line read
    MAX_POINTS = 96         # largest part of a board
    TABLE_BITS = 15
    NO_MOVE = -1
    PASS_MOVE = 0           # cell 0 is a wall
    ROOM_LEAST = 7          # an eye of this many free points is not killed from inside
    ROOM_MOST = 11          # in a larger one the enemy might live
    SOLVED = 127            # depth of an entry below which no line was broken off
    ORDER_ONLY = 0          # depth of an entry that says what to try first and nothing else
    NO_BAR = 1000


class Capture(NamedTuple):
    """The answer to a question about a stone.

    forced: whether it can be captured. moves: a line in which it is, passes as `area`. nodes: positions looked at.
    sure: False when lines were broken off, so that `forced` False only means that no way was found.
    """

    forced: bool
    moves: list
    nodes: int
    sure: bool


cdef struct Entry:
    uint64_t key
    int16_t move
    int8_t depth
    uint8_t forced


cdef struct Reader:
    BoardState *boards[MAX_PLIES + 1]
    uint64_t path[MAX_PLIES + 1]
    Entry *table
    int16_t cells[MAX_POINTS]
    int32_t count
    int32_t nodes
    int32_t limit
    int32_t prey            # the cell of the stone in question
    int32_t hunter          # colour that wants to capture it
    bint suicide
    bint cut                # a line was broken off for want of depth or time
    int32_t barred_by       # earliest ply whose board barred a move of the lines just read; NO_BAR without


cdef bint caught(Reader *r, const BoardState *s) noexcept nogil:
    # Whether the prey is off the board and cannot be put back by taking what took it (a ko, a snapback).
    cdef int k, n
    if s.color[r.prey] == 3 - r.hunter:
        return False
    if s.color[r.prey] == EMPTY:
        for k in range(4):
            n = r.prey + s.geo.step[k]
            if s.color[n] == r.hunter and s.info[s.chain[n]].liberties == 1:
                return False
    return True


cdef bint safe(Reader *r, const BoardState *s) noexcept nogil:
    # Whether no play can capture the prey: it lives unconditionally, or has one eye too large for a nakade.
    cdef uint8_t stones[MAX_CELLS]
    cdef uint8_t inside[MAX_CELLS]
    if s.color[r.prey] == EMPTY:
        return False
    if s.info[s.chain[r.prey]].liberties >= ROOM_LEAST and roomy(r, s):
        return True
    if s.info[s.chain[r.prey]].liberties < 2:
        return False
    pass_alive(s, 3 - r.hunter, r.suicide, stones, inside)
    return stones[r.prey]


cdef bint roomy(Reader *r, const BoardState *s) noexcept nogil:
    # Whether the prey's chain alone encloses an eye in which nothing can be done against it; by custom, not by search.
    cdef uint8_t seen[MAX_CELLS]
    cdef int16_t stack[ROOM_MOST + 2]
    cdef int i, k, q, n, at, top, enemies, chain = s.chain[r.prey]
    cdef bint alone
    memset(seen, 0, s.geo.cells)
    for i in range(r.count):
        q = r.cells[i]
        if s.color[q] != EMPTY or seen[q]:
            continue
        stack[0], top, at, enemies, alone = q, 1, 0, 0, True
        seen[q] = 1
        while at < top and top <= ROOM_MOST and alone:
            q = stack[at]
            at += 1
            enemies += s.color[q] == r.hunter
            for k in range(4):
                n = q + s.geo.step[k]
                if s.color[n] == 3 - r.hunter:
                    alone = alone and s.chain[n] == chain
                elif s.color[n] != WALL and not seen[n] and top <= ROOM_MOST:
                    seen[n] = 1
                    stack[top] = n
                    top += 1
        if alone and top <= ROOM_MOST and enemies <= 1 and top - enemies >= ROOM_LEAST:
            return True
    return False


cdef bint repeats(Reader *r, int ply, uint64_t hash) noexcept nogil:
    # Whether a board on the way here bars a play; the latest is noted, which may have come again by a pass.
    cdef int i
    for i in range(ply, -1, -1):
        if r.path[i] == hash:
            r.barred_by = min(r.barred_by, i)
            return True
    return False


cdef int list_moves(Reader *r, int ply, int color, int first, int16_t *moves) noexcept nogil:
    # Write the moves worth reading, the most forcing first.
    cdef const BoardState *s = r.boards[ply]
    cdef int16_t weight[MAX_POINTS]
    cdef int i, j, k, n, q, w, c, count = 0
    for i in range(r.count):
        q = r.cells[i]
        if s.color[q] != EMPTY or verdict(s, q, color, r.suicide) != LEGAL:
            continue
        if is_own_eye(s, q, color) or repeats(r, ply, hash_after(s, q, color)):
            continue
        w = 1000 if q == first else 0
        for k in range(4):
            n = q + s.geo.step[k]
            c = s.color[n]
            if c == 3 - color:
                w += 100 + s.info[s.chain[n]].size if s.info[s.chain[n]].liberties == 1 else 8
                w += 20 if s.info[s.chain[n]].liberties == 2 else 0
            elif c == color:
                w += 40 if s.info[s.chain[n]].liberties == 1 else 4
            elif c == EMPTY:
                w += 2
        j = count
        while j > 0 and weight[j - 1] < w:
            weight[j], moves[j] = weight[j - 1], moves[j - 1]
            j -= 1
        weight[j], moves[j] = w, q
        count += 1
    return count


cdef Entry *slot_of(Reader *r, int ply, int color, uint64_t *key) noexcept nogil:
    cdef const BoardState *s = r.boards[ply]
    cdef int ko = s.ko if s.ko_color == color else 0
    key[0] = s.hash ^ (<uint64_t>ko * 0x9E3779B97F4A7C15ULL) ^ (<uint64_t>color * 0xD6E8FEB86659FD93ULL)
    return &r.table[(key[0] * 0x2545F4914F6CDD1DULL) >> (64 - TABLE_BITS)]


cdef bint read(Reader *r, int ply, int color, int depth) noexcept nogil:
    # Whether the prey can be captured with `color` to move.
    # An answer that hangs on how the position was reached, because an earlier board barred a move, is not kept.
    cdef BoardState *s = r.boards[ply]
    cdef bint result, cut = r.cut
    cdef int move = NO_MOVE, barred_by = r.barred_by
    cdef uint64_t key
    cdef Entry *e
    r.nodes += 1
    if caught(r, s):
        return True
    if depth <= 0 or ply >= MAX_PLIES or r.nodes > r.limit or needs(r, s, color) > depth:
        r.cut = True
        return False
    e = slot_of(r, ply, color, &key)
    if e.key == key:
        move = e.move
        if e.depth >= depth:
            r.cut |= e.depth < SOLVED
            return e.forced
    r.cut, r.barred_by = False, NO_BAR
    result = not safe(r, s) and try_moves(r, ply, color, depth, &move)
    if r.nodes <= r.limit:
        e.key, e.move, e.forced = key, move, result
        e.depth = ORDER_ONLY if r.barred_by < ply else SOLVED if result or not r.cut else depth
    r.cut = cut or (r.cut and not result)
    r.barred_by = min(barred_by, r.barred_by if r.barred_by < ply else NO_BAR)
    return result


cdef int needs(Reader *r, const BoardState *s, int color) noexcept nogil:
    # The fewest plies to a capture: each liberty takes a move of the hunter.
    cdef int libs = 1
    if s.color[r.prey] == 3 - r.hunter:
        libs = s.info[s.chain[r.prey]].liberties
    return 2 * libs - (color == r.hunter)


cdef bint try_moves(Reader *r, int ply, int color, int depth, int *move) noexcept nogil:
    # Look for a move by which `color` gets what it wants; move[0] is one to try first, and the one found.
    cdef int16_t moves[MAX_POINTS]
    cdef bint hunts = color == r.hunter
    cdef int i, count = list_moves(r, ply, color, move[0], moves)
    move[0] = PASS_MOVE
    if not hunts:
        advance(r, ply, color, PASS_MOVE)
        if not read(r, ply + 1, 3 - color, depth - 1):
            return False
        if count > 0:
            move[0] = moves[0]
    for i in range(count):
        advance(r, ply, color, moves[i])
        if read(r, ply + 1, 3 - color, depth - 1) == hunts:
            move[0] = moves[i]
            return hunts
    return not hunts


cdef void advance(Reader *r, int ply, int color, int move) noexcept nogil:
    cdef BoardState *s = r.boards[ply + 1]
    state_copy(s, r.boards[ply])
    if move == PASS_MOVE:
        s.ko = 0
    else:
        play(s, move, color, s.geo.words, NULL)
    r.path[ply + 1] = s.hash    # a pass repeats the board by right: it is never asked about


cdef bint deepen(Reader *r, int color, int most, bint *sure) noexcept nogil:
    # Read deeper and deeper, until the prey is seen to be caught or nothing is left to see.
    cdef int depth = 2
    while depth <= most and r.nodes <= r.limit:
        r.cut, r.barred_by = False, NO_BAR
        if read(r, 0, color, depth):
            return True
        if not r.cut:
            return False
        depth += 2
    sure[0] = False
    return False


cdef int follow(Reader *r, int color, int16_t *line) noexcept nogil:
    # Play the found line until the prey is caught; return its length.
    cdef int ply = 0
    cdef uint64_t key
    cdef Entry *e
    while ply + 1 < MAX_PLIES and not caught(r, r.boards[ply]):
        e = slot_of(r, ply, color, &key)
        if e.key != key or e.move == NO_MOVE:
            break
        line[ply] = e.move
        advance(r, ply, color, e.move)
        color = 3 - color
        ply += 1
    return ply


cdef Reader *open_reader(Position pos, int limit) except NULL:
    cdef Reader *r = <Reader *>calloc(1, sizeof(Reader))
    cdef size_t size = state_bytes(pos.state.geo)
    cdef int i
    if r == NULL:
        raise MemoryError("no memory for local reading")
    r.limit = limit
    r.suicide = pos.suicide
    r.table = <Entry *>calloc(1 << TABLE_BITS, sizeof(Entry))
    for i in range(MAX_PLIES + 1):
        r.boards[i] = <BoardState *>malloc(size)
        if r.boards[i] == NULL or r.table == NULL:
            close_reader(r)
            raise MemoryError("no memory for local reading")
    return r


cdef void close_reader(Reader *r) noexcept:
    cdef int i
    for i in range(MAX_PLIES + 1):
        free(r.boards[i])
    free(r.table)
    free(r)


def captures(Position pos not None, points, int stone, int first, *, int limit=100_000, int depth=40):
    """Ask whether a stone can be captured for good by moves in a part of the board.

    points: the part, at most 96 points, where moves are made. stone: a point with a stone; its opponent hunts it.
    first: the colour that moves first. The hunted side may pass at any time, the hunter never. No board on a line may
    come again (positional superko): kos are fought without threats from elsewhere, and a stone taken in a ko counts as
    captured only once the ko is closed. An eye of seven free points counts as alive. limit: positions to look at;
    depth: plies to read. Returns Capture; the position is not changed. Raises ValueError for too many points, no stone
    or no colour, IndexError for a point off the board.
    """
    cdef int16_t line[MAX_PLIES + 1]
    cdef int length = 0, q, i
    cdef bint sure = True, forced = False
    cells = [pos.to_cell(p) for p in sorted(set(points))]
    if not 0 < len(cells) <= MAX_POINTS:
        raise ValueError(f"local reading takes 1 to {MAX_POINTS} points, not {len(cells)}")
    if first != BLACK and first != WHITE:
        raise ValueError(f"no such colour: {first}")
    if pos[stone] == EMPTY:
        raise ValueError(f"no stone at point {stone}")
    cdef Reader *r = open_reader(pos, limit)
    try:
        for q in cells:
            r.cells[r.count] = q
            r.count += 1
        r.prey, r.hunter = pos.to_cell(stone), 3 - pos[stone]
        state_copy(r.boards[0], pos.state)
        r.path[0] = pos.state.hash
        with nogil:
            forced = deepen(r, first, min(depth, MAX_PLIES), &sure)
            if forced:
                length = follow(r, first, line)
        moves = [pos.state.geo.area if line[i] == PASS_MOVE else pos.state.geo.point_of[line[i]] for i in range(length)]
        return Capture(forced, moves, r.nodes, sure)
    finally:
        close_reader(r)
