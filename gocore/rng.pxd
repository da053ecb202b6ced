# A small seeded generator (SplitMix64, Steele, Lea and Flood 2014): one 64-bit word of state, one for each thread.
from libc.stdint cimport uint32_t, uint64_t


cdef struct Rng:
    uint64_t state

cdef inline uint64_t rng_next(Rng *r) noexcept nogil:
    # Return the next 64 random bits.
    cdef uint64_t z
    r.state += <uint64_t>0x9E3779B97F4A7C15ULL
    z = r.state
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBULL
    return z ^ (z >> 31)

cdef inline uint32_t rng_below(Rng *r, uint32_t n) noexcept nogil:
    # Return a number in [0, n). The bias is below n / 2**32, far under anything a playout can show.
    return <uint32_t>(((rng_next(r) >> 32) * <uint64_t>n) >> 32)

cdef inline double rng_unit(Rng *r) noexcept nogil:
    # Return a number in [0, 1).
    return <double>(rng_next(r) >> 11) * (1.0 / 9007199254740992.0)
