# A small seeded generator (wyrand, Wang Yi 2019): one 64-bit word of state, one for each thread.
from cpython.number cimport PyNumber_Index
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    static inline unsigned long long folded_product(unsigned long long a, unsigned long long b) {
        unsigned __int128 r = (unsigned __int128)a * b;
        return (unsigned long long)(r >> 64) ^ (unsigned long long)r;
    }
    """
    uint64_t folded_product(uint64_t a, uint64_t b) noexcept nogil

cdef struct Rng:
    uint64_t state

cdef inline int rng_start(Rng *r, object seed) except -1:
    # Begin the stream of a caller's seed, 0 .. 2**64 - 1. Mixed (Stafford's variant 13), for the streams of 1, 2, 3 ...
    # would run side by side. Raises TypeError for what is no whole number, OverflowError out of range.
    cdef uint64_t x = PyNumber_Index(seed)
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9ULL
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EBULL
    r.state = x ^ (x >> 31)
    return 0

cdef inline uint64_t rng_next(Rng *r) noexcept nogil:
    # Return the next 64 random bits.
    r.state += <uint64_t>0xA0761D6478BD642FULL
    return folded_product(r.state, r.state ^ <uint64_t>0xE7037ED1A0B428DBULL)

cdef inline uint32_t rng_below(Rng *r, uint32_t n) noexcept nogil:
    # Return a number in [0, n). The bias is below n / 2**32, far under anything a playout can show.
    return <uint32_t>(((rng_next(r) >> 32) * <uint64_t>n) >> 32)

cdef inline double rng_unit(Rng *r) noexcept nogil:
    # Return a number in [0, 1).
    return <double>(rng_next(r) >> 11) * (1.0 / 9007199254740992.0)
