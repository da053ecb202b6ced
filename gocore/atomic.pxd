# What threads share without a lock: relaxed counters, and an acquire/release pair to hand over what a block holds.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

cdef extern from *:
    """
    #ifndef GOCORE_ATOMIC
    #define GOCORE_ATOMIC
    #include <stdint.h>
    static inline int32_t atomic_add32(int32_t *p, int32_t v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
    static inline int64_t atomic_add64(int64_t *p, int64_t v) { return __atomic_fetch_add(p, v, __ATOMIC_RELAXED); }
    static inline int32_t atomic_get32(const int32_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
    static inline int64_t atomic_get64(const int64_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
    static inline void atomic_set32(int32_t *p, int32_t v) { __atomic_store_n(p, v, __ATOMIC_RELAXED); }
    static inline uint8_t atomic_acquire8(const uint8_t *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
    static inline void atomic_release8(uint8_t *p, uint8_t v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
    static inline int atomic_swap_if8(uint8_t *p, uint8_t expected, uint8_t v)
    { return __atomic_compare_exchange_n(p, &expected, v, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); }
    static inline uint32_t atomic_get_u32(const uint32_t *p) { return __atomic_load_n(p, __ATOMIC_RELAXED); }
    static inline int atomic_swap_if_u32(uint32_t *p, uint32_t expected, uint32_t v)
    { return __atomic_compare_exchange_n(p, &expected, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); }
    static inline float atomic_get_float(const float *p)
    { float v; __atomic_load(p, &v, __ATOMIC_RELAXED); return v; }
    static inline void atomic_set_float(float *p, float v) { __atomic_store(p, &v, __ATOMIC_RELAXED); }
    #endif
    """
    # Add and return the value before.
    int32_t atomic_add32(int32_t *p, int32_t v) noexcept nogil
    int64_t atomic_add64(int64_t *p, int64_t v) noexcept nogil
    int32_t atomic_get32(const int32_t *p) noexcept nogil
    int64_t atomic_get64(const int64_t *p) noexcept nogil
    void atomic_set32(int32_t *p, int32_t v) noexcept nogil
    uint8_t atomic_acquire8(const uint8_t *p) noexcept nogil
    void atomic_release8(uint8_t *p, uint8_t v) noexcept nogil
    # Put `v` where `expected` stands; return 0, changing nothing, where something else does.
    bint atomic_swap_if8(uint8_t *p, uint8_t expected, uint8_t v) noexcept nogil
    uint32_t atomic_get_u32(const uint32_t *p) noexcept nogil
    bint atomic_swap_if_u32(uint32_t *p, uint32_t expected, uint32_t v) noexcept nogil
    # Floats are read and written whole but not added at once: two threads may lose one of two additions.
    float atomic_get_float(const float *p) noexcept nogil
    void atomic_set_float(float *p, float v) noexcept nogil
