"""The search tree: an arena of nodes that threads fill side by side and that is cut without a second copy."""

from libc.stdlib cimport free, malloc
from libc.string cimport memmove, memset

from gocore.atomic cimport atomic_get_u32, atomic_swap_if_u32

cdef enum:
    FIRST_BLOCK = 2     # after the null node and the root


cdef int arena_init(Arena *a, size_t bytes) except -1:
    # Reserve room for `bytes` bytes of tree, at least 4096. Memory is touched only as the tree grows.
    cdef size_t nodes = (bytes if bytes > 4096 else <size_t>4096) // NODE_BYTES
    assert sizeof(Node) == sizeof(Block) == NODE_BYTES and sizeof(Group) == GROUP_LINES * NODE_BYTES
    a.memory = malloc((nodes + 1) * NODE_BYTES)
    if a.memory == NULL:
        raise MemoryError(f"no memory for a search tree of {bytes >> 20} MB")
    a.nodes = <Node *>((<size_t>a.memory + NODE_BYTES - 1) & ~<size_t>(NODE_BYTES - 1))
    a.capacity = <uint32_t>min(nodes, 0xFFFFFFF0)
    arena_clear(a)
    return 0


cdef void arena_free(Arena *a) noexcept:
    free(a.memory)
    memset(a, 0, sizeof(Arena))


cdef void arena_clear(Arena *a) noexcept nogil:
    memset(a.nodes, 0, FIRST_BLOCK * NODE_BYTES)
    a.used = FIRST_BLOCK


cdef uint32_t arena_take(Arena *a, Node *owner, uint32_t owner_block, uint32_t count) noexcept nogil:
    cdef uint32_t start, span = block_span(count)
    cdef Block *head
    while True:     # compare and swap: an add that overshoots could not be taken back safely
        start = atomic_get_u32(&a.used)
        if a.capacity - start < span:
            return 0
        if atomic_swap_if_u32(&a.used, start, start + span):
            break
    memset(&a.nodes[start], 0, <size_t>span * NODE_BYTES)
    head = <Block *>&a.nodes[start]
    head.owner = <uint32_t>(owner - a.nodes)
    head.owner_block = owner_block
    head.count = count
    return start + 1


cdef void arena_cut(Arena *a, Node *new_root) noexcept nogil:
    # Children are always made after their parents, so a parent's block lies at the lower address: one sweep upwards
    # finds what lives, a second slides it down, and the links to mend are known when they are needed.
    cdef uint32_t top = <uint32_t>(new_root - a.nodes), at, to = FIRST_BLOCK, i, count, span
    cdef Node root = new_root[0]
    cdef uint32_t children = root.children if root.state == NODE_EXPANDED else 0
    cdef Block *head
    cdef Block *below
    cdef Node *child
    if top == 1:
        return
    at = FIRST_BLOCK
    while at < a.used:
        head = <Block *>&a.nodes[at]
        head.live = head.owner == top or (head.owner_block != 0 and (<Block *>&a.nodes[head.owner_block]).live)
        at += block_span(head.count)
    at = FIRST_BLOCK
    while at < a.used:
        head = <Block *>&a.nodes[at]
        count, span = head.count, block_span(head.count)
        if head.live:
            if at + 1 == children:
                head.owner, head.owner_block = 1, 0
                root.children = to + 1
            else:
                a.nodes[head.owner].children = to + 1
            memmove(&a.nodes[to], head, <size_t>span * NODE_BYTES)
            for i in range(count):
                child = &a.nodes[to + 1 + i]
                if child.state == NODE_EXPANDED:
                    below = <Block *>&a.nodes[child.children - 1]
                    below.owner = to + 1 + i
                    below.owner_block = to
            to += span
        at += span
    a.nodes[1] = root
    a.used = to


cdef int arena_check(Arena *a, bint alone) except -1:
    # Visit every block in turn: owner and block must point at each other, visits must add up, groups must say the same.
    cdef uint32_t at = FIRST_BLOCK, i
    cdef int k
    cdef long long below
    cdef Block *head
    cdef Node *owner
    cdef Node *child
    cdef Group *group
    while at < a.used:
        head = <Block *>&a.nodes[at]
        owner = &a.nodes[head.owner]
        assert owner.state == NODE_EXPANDED and owner.children == at + 1 and owner.count == head.count
        assert head.owner == 1 or (head.owner_block < head.owner <= head.owner_block + (
            <Block *>&a.nodes[head.owner_block]).count and head.owner_block < at), "block of the owner"
        below = 0
        for i in range(head.count):
            child, group, k = &a.nodes[at + 1 + i], group_of(a, owner, i), i % GROUP
            assert group.begun[k] == child.visits, "a simulation is still under way"
            assert group.cells[k] == child.cell and group.priors[k] == child.prior, "another child's place"
            assert not alone or group.values[k] == mover_value(child, child.visits, child.utility), "value in the group"
            below += child.visits
        assert below <= owner.visits, "more visits below than at a node"
        at += block_span(head.count)
    assert at == a.used, "end of the arena"
    return 0
