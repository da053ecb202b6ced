# The search tree: nodes in an arena of one piece, shared by threads without a lock.
#
# A node's children lie side by side in a block, behind them in groups of eight what a choice among all of them reads: so a
# simulation touches few cache lines, and the processor works on several children at once. A block, once published, never
# moves while threads run. Every sum in a node is from Black's view and a whole number, so that additions commute; groups
# repeat some of them from the mover's. One thread with a seed gives the same tree always.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint16_t
from gocore.types cimport BLACK

cdef enum:
    NODE_BYTES = 64     # one cache line

# NodeState
cdef enum:
    NODE_LEAF = 0
    NODE_EXPANDING = 1      # one thread is making its children; others treat it as a leaf
    NODE_EXPANDED = 2       # children and count are valid (read the state with acquire)
    NODE_ENDED = 3          # two passes: the game is over here

cdef struct Node:
    int64_t utility         # sum of the utilities of its simulations, -1 .. 1 each, in units of UNIT
    int64_t wins            # sum of win probabilities, in units of UNIT
    int64_t leads           # sum of leads in points, in units of LEAD_UNIT
    int32_t visits          # simulations that came back
    uint32_t children       # index of its first child; undefined unless NODE_EXPANDED
    uint16_t count          # number of children; undefined unless NODE_EXPANDED
    int16_t cell            # the move that leads here; 0 a pass
    uint8_t color           # who plays that move
    uint8_t state           # NodeState
    uint16_t unused
    float prior             # probability of the move before the search, 0 .. 1
    float squares           # sum of the squares of the utilities
    uint8_t padding[16]

cdef extern from *:
    """
    #define GOCORE_UNIT 1073741824.0
    #define GOCORE_LEAD_UNIT 1048576.0
    """
    const double UNIT "GOCORE_UNIT"             # 2**30: constants, so that dividing by them costs a multiplication
    const double LEAD_UNIT "GOCORE_LEAD_UNIT"   # 2**20

cdef enum:
    GROUP = 8
    GROUP_LINES = 3     # cache lines of a group, each as large as a node

cdef struct Group:          # eight children of a node, in their order; threads write to the first line all the time
    int32_t begun[GROUP]        # simulations that went to the child, those under way included
    float values[GROUP]         # sum of the mover's utilities as 0 .. 1; may lag behind the node by what others just did
    float amaf_visits[GROUP]    # simulations, one from the parent on, in which the mover was first to play the cell; of a
                                # parent's first 512 visits all, then one in eight
    float amaf_values[GROUP]    # sum of the mover's utilities as 0 .. 1
    float priors[GROUP]
    int32_t cells[GROUP]

cdef struct Block:          # before each run of children; as large as a node
    uint32_t owner          # index of the node whose children these are
    uint32_t owner_block    # index of the block that holds the owner; 0 for the root
    uint32_t count
    uint32_t live           # used while the tree is being cut
    uint8_t padding[48]

cdef struct Arena:
    Node *nodes             # nodes[0] is no node, nodes[1] the root
    uint32_t capacity       # in nodes
    uint32_t used           # nodes and block heads in use; the next block begins here
    void *memory            # what to free

cdef int arena_init(Arena *a, size_t bytes) except -1
cdef void arena_free(Arena *a) noexcept
# Forget everything; the root is a leaf whose move is unknown.
cdef void arena_clear(Arena *a) noexcept nogil
# Take a block for the children of a node, cleared; return the first child's index, or 0 when the arena is full.
cdef uint32_t arena_take(Arena *a, Node *owner, uint32_t owner_block, uint32_t count) noexcept nogil
# Make a node below the root the root and give the memory of all that is not below it back. Needs the arena alone.
cdef void arena_cut(Arena *a, Node *new_root) noexcept nogil
# Raise AssertionError where the tree contradicts itself; alone: no two threads wrote to it at once.
cdef int arena_check(Arena *a, bint alone) except -1

cdef inline Node *root_of(Arena *a) noexcept nogil:
    return &a.nodes[1]

cdef inline uint32_t groups_of(uint32_t count) noexcept nogil:
    return (count + GROUP - 1) // GROUP

cdef inline uint32_t block_span(uint32_t count) noexcept nogil:
    # What a block of so many children takes of the arena, its head and the groups included.
    return 1 + count + GROUP_LINES * groups_of(count)

cdef inline Group *group_of(const Arena *a, const Node *parent, uint32_t i) noexcept nogil:
    # Where child i stands, at i % GROUP; of a parent that has its children and their count.
    return <Group *>&a.nodes[parent.children + parent.count + GROUP_LINES * (i // GROUP)]

cdef inline float mover_value(const Node *node, int visits, int64_t utility) noexcept nogil:
    # The sum of so many utilities as 0 .. 1 each, from the view of who plays the node's move.
    return <float>(0.5 * visits + (0.5 if node.color == BLACK else -0.5) / UNIT * utility)

cdef inline Node *find_child(Arena *a, Node *node, int cell) noexcept nogil:
    # The child that a move leads to, or NULL.
    cdef int i
    if node.state != NODE_EXPANDED:
        return NULL
    for i in range(node.count):
        if a.nodes[node.children + i].cell == cell:
            return &a.nodes[node.children + i]
    return NULL
