# A position as the numbers that a network reads, written without the GIL into memory of the caller.
from libc.stdint cimport int16_t, int32_t, uint64_t
from gocore.ladder cimport LadderReader
from gocore.position cimport Position
from gocore.state cimport BoardState
from gocore.types cimport CRules, MAX_WORDS

# Encoder: the numbers of gocore.features.ENCODERS, in order
cdef enum:
    ENCODER_KATAGO7 = 0
    ENCODER_TIANYUAN1 = 1

cdef enum:
    RECENT = 5              # moves of the past that an encoder may look at
    LADDER_CACHE = 1024     # positions whose ladders are remembered; a power of two

cdef struct Scene:          # what an encoder needs to know of a position; the caller fills in every field
    const BoardState *boards[3]     # now, one and two moves ago; NULL means the same as the one before it in this list
    const uint64_t *banned          # bit set of the moves that superko forbids the side to move; NULL: none
    CRules rules
    int32_t to_move
    int32_t recent                  # moves[] that are known, by the opponent and the mover in turn: 0 .. 5
    int16_t moves[RECENT]           # cells, the latest first; 0 a pass
    int32_t bonus2                  # half points that White gets besides komi: scene_load counts what the moves bring
    bint pass_ends                  # would a pass end the game, or the play of it?
    bint button                     # is the button still to be had?
    bint suicide_life               # unconditional life is read as if suicide were legal (an option of some nets)

cdef struct KnownLadders:
    uint64_t key                    # of the position; 0 marks an empty place
    uint64_t caught[MAX_WORDS]

cdef struct Desk:                   # scratch memory of one thread; all zero at first (calloc), freed by its owner
    LadderReader reader
    KnownLadders known[LADDER_CACHE]

# Write planes (P, height, width) and globals (G,) of the numbered encoder. Every number is written.
cdef void encode(int encoder, Desk *desk, const Scene *scene, float *planes, float *globals_) noexcept nogil

# Fill in a scene from a position. `before` has room for two states of its size, `banned` for MAX_WORDS words; the
# scene points to them and to the position's state. Handicap bonus is the caller's to add to bonus2.
cdef int scene_load(Scene *scene, Position pos, BoardState **before, uint64_t *banned) except -1

cdef class Encoder:
    cdef readonly str name
    cdef readonly int planes        # P
    cdef readonly int globals       # G
    cdef int number
    cdef Desk *desk

    cdef int _write_all(self, list kept, float *planes, float *globals_, int bonus2, bint suicide_life,
                        int recent) except -1
