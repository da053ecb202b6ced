"""Unconditional life after David Benson, Life in the Game of Go (1976), and the points that follow from it."""

from libc.string cimport memset

from gocore.types cimport BLACK, EMPTY, WALL, WHITE


cdef void life_read(Life *t, const BoardState *s, int color, bint suicide) noexcept nogil:
    cdef int p, q
    t.regions = t.pairs = 0
    t.begin[0] = 0
    memset(t.region, -1, sizeof(t.region))
    memset(t.eyes, 0, sizeof(t.eyes))
    memset(t.hits, 0, sizeof(t.hits))
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if s.color[q] == EMPTY and t.region[q] < 0:
            _flood(t, s, q, color)
            _find_healthy(t, s, color, suicide)
            t.regions += 1
    _settle(t, s, color)


cdef void _flood(Life *t, const BoardState *s, int cell, int color) noexcept nogil:
    # Collect the region of an empty cell as number t.regions.
    cdef int at = t.begin[t.regions], end = at + 1, k, n, i = t.regions
    cdef bint touches
    t.inner[i] = t.enemy[i] = t.open[i] = 0
    t.cells[at] = cell
    t.region[cell] = i
    while at < end:
        cell = t.cells[at]
        at += 1
        touches = False
        if s.color[cell] != EMPTY:
            t.enemy[i] = 1
        for k in range(4):
            n = cell + s.geo.step[k]
            if s.color[n] == color:
                touches = True
            elif s.color[n] != WALL and t.region[n] < 0:
                t.region[n] = i
                t.cells[end] = n
                end += 1
        if not touches and t.inner[i] < 2:
            t.inner[i] += 1
    t.begin[i + 1] = end


cdef void _find_healthy(Life *t, const BoardState *s, int color, bint suicide) noexcept nogil:
    # Pair region t.regions with the chains for which every empty point (every point, with suicide) is a liberty.
    cdef int i = t.regions, at, k, j, n, slot, wanted = 0, seen
    cdef int slots[4]
    for at in range(t.begin[i], t.begin[i + 1]):
        if s.color[t.cells[at]] != EMPTY and not suicide:
            continue
        wanted += 1
        seen = 0
        for k in range(4):
            n = t.cells[at] + s.geo.step[k]
            if s.color[n] != color:
                continue
            slot = s.chain[n]
            for j in range(seen):
                if slots[j] == slot:
                    break
            else:
                slots[seen] = slot
                seen += 1
                if t.hits[slot] == wanted - 1:      # it touched every point before this one
                    t.hits[slot] = wanted
    for at in range(t.begin[i], t.begin[i + 1]):
        for k in range(4):
            n = t.cells[at] + s.geo.step[k]
            if s.color[n] == color:
                slot = s.chain[n]
                if t.hits[slot] == wanted:
                    t.healthy[t.pairs] = i
                    t.healthy_chain[t.pairs] = slot
                    t.pairs += 1
                    t.eyes[slot] += 1
                t.hits[slot] = 0


cdef void _settle(Life *t, const BoardState *s, int color) noexcept nogil:
    # Take away chains with fewer than two healthy regions, and the health of what they touch, until nothing changes.
    cdef int slot
    cdef bint changed = True
    for slot in range(s.slots):
        t.alive[slot] = s.info[slot].size > 0 and s.info[slot].color == color
    while changed:
        changed = False
        for slot in range(s.slots):
            if t.alive[slot] and t.eyes[slot] < 2:
                t.alive[slot] = 0
                _open_regions(t, s, slot)
                changed = True


cdef void _open_regions(Life *t, const BoardState *s, int slot) noexcept nogil:
    cdef int head = s.info[slot].head, q = head, k, i, j
    while True:
        for k in range(4):
            i = t.region[q + s.geo.step[k]]
            if i >= 0 and not t.open[i]:
                t.open[i] = 1
                for j in range(t.pairs):
                    if t.healthy[j] == i:
                        t.eyes[t.healthy_chain[j]] -= 1
        q = s.next[q]
        if q == head:
            return


cdef void life_owners(Life *t, const BoardState *s, bint suicide, uint8_t *owner) noexcept nogil:
    cdef int color, p, q, w
    cdef bint any_stone
    memset(owner, EMPTY, s.geo.cells)
    for color in range(BLACK, WHITE + 1):
        any_stone = False
        for w in range(s.geo.words):
            any_stone |= s.stones[color][w] != 0
        if any_stone:
            life_read(t, s, color, suicide)
            _own(t, s, color, owner)
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if owner[q] == EMPTY:
            owner[q] = s.color[q]


cdef void _own(Life *t, const BoardState *s, int color, uint8_t *owner) noexcept nogil:
    cdef int p, q, i, at
    cdef bint sure
    for p in range(s.geo.area):
        q = s.geo.cell_of[p]
        if s.color[q] == color and t.alive[s.chain[q]]:
            owner[q] = color
    for i in range(t.regions):
        sure = not t.open[i] and (t.inner[i] < 2 or not t.enemy[i])
        if sure or not t.enemy[i]:
            for at in range(t.begin[i], t.begin[i + 1]):
                if sure or owner[t.cells[at]] == EMPTY:
                    owner[t.cells[at]] = color
