# The search tree: nodes in an arena of one piece, shared by threads without a lock.
#
# A node's children lie side by side in a block; a block, once published, never moves while threads run. Every sum is
# from Black's view and a whole number, so that additions commute and one thread with a seed gives the same tree always.
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint16_t

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
    int32_t pending         # simulations now under way below it
    uint32_t children       # index of its first child; undefined unless NODE_EXPANDED
    uint16_t count          # number of children; undefined unless NODE_EXPANDED
    int16_t cell            # the move that leads here; 0 a pass
    uint8_t color           # who plays that move
    uint8_t state           # NodeState
    uint16_t unused
    float prior             # probability of the move before the search, 0 .. 1
    float squares           # sum of the squares of the utilities
    float amaf_visits       # simulations, one from the parent on, in which the mover was first to play the cell
    float amaf_wins         # sum of their utilities as 0 .. 1, Black's view

cdef extern from *:
    """
    #define GOCORE_UNIT 1073741824.0
    #define GOCORE_LEAD_UNIT 1048576.0
    """
    const double UNIT "GOCORE_UNIT"             # 2**30: constants, so that dividing by them costs a multiplication
    const double LEAD_UNIT "GOCORE_LEAD_UNIT"   # 2**20

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
cdef int arena_check(Arena *a) except -1

cdef inline Node *root_of(Arena *a) noexcept nogil:
    return &a.nodes[1]

cdef inline Node *find_child(Arena *a, Node *node, int cell) noexcept nogil:
    # The child that a move leads to, or NULL.
    cdef int i
    if node.state != NODE_EXPANDED:
        return NULL
    for i in range(node.count):
        if a.nodes[node.children + i].cell == cell:
            return &a.nodes[node.children + i]
    return NULL
