# Colours, limits and the rules struct: the words that every other module of the core uses.
#
# Two numberings of the same intersections:
#   point  p = y * width + x, y = 0 the top line; what Python and callers see. A pass is width * height.
#   cell   q = (y + 1) * stride + x + 1 with stride = width + 1; what the core computes with. One wall column serves
#          as the right edge of a row and the left edge of the next; a wall row lies above and below, so that all
#          eight neighbours of a point are cells.
#   bit    i = q - stride, the index of a cell in a bit set of `words` 64-bit words (2, 3, 6 on 9x9, 13x13, 19x19).
from libc.stdint cimport int8_t, int16_t

# Color
cdef enum:
    EMPTY = 0
    BLACK = 1
    WHITE = 2
    WALL = 3        # off the board; the opponent of colour c is 3 - c

# Limit
cdef enum:
    MAX_SIDE = 25
    MAX_AREA = 625
    MAX_CELLS = 704  # (25 + 1) * (25 + 2) + 1 = 703, rounded up
    MAX_WORDS = 11   # bits of 25 rows of stride 26 and one before them: 651

# KoRule
cdef enum:
    KO_SIMPLE = 0       # no immediate retake of a single stone
    KO_POSITIONAL = 1   # no earlier whole-board position
    KO_SITUATIONAL = 2  # no earlier whole-board position with the same side to move

# Scoring
cdef enum:
    SCORE_AREA = 0
    SCORE_TERRITORY = 1

# Tax
cdef enum:
    TAX_NONE = 0
    TAX_SEKI = 1        # no points for eyes of stones in seki
    TAX_ALL = 2         # besides, two points fewer for each living group (stone scoring)

# Bonus: what White gets for N handicap stones
cdef enum:
    BONUS_NONE = 0
    BONUS_N = 1
    BONUS_N_MINUS_1 = 2

# Verdict: why a move is refused; the order is that of gocore.errors.REASONS
cdef enum:
    LEGAL = 0
    OCCUPIED = 1
    SUICIDE = 2
    KO = 3
    SUPERKO = 4
    OFF_BOARD = 5

cdef struct CRules:
    int8_t ko           # KoRule
    int8_t suicide      # 1: suicide of two or more stones is legal (of one never: it changes nothing)
    int8_t scoring      # Scoring
    int8_t tax          # Tax
    int8_t button       # 1: the first pass earns half a point
    int8_t bonus        # Bonus
    int16_t komi2       # komi in half points
