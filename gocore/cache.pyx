"""What a judge has said about positions met before."""


from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from gocore.atomic cimport atomic_release8, atomic_swap_if8
from gocore.judge cimport VALUES

cdef struct Head:
    uint64_t key            # 0: empty
    uint8_t busy            # a thread is copying
    float value[VALUES]

# After the head of a place: area + 1 floats of policy, then area bytes of ownership.


cdef int cache_init(Cache *c, size_t bytes, int area) except -1:
    # Make an empty cache of at most `bytes` bytes for boards of `area` points; too few bytes make one without places.
    cdef size_t place = (sizeof(Head) + (area + 1) * sizeof(float) + area + 7) & ~<size_t>7, places = 1
    cache_free(c)
    if bytes < place:
        return 0
    while places * 2 * place <= bytes:
        places *= 2
    c.memory = <uint8_t *>calloc(places, place)
    if c.memory == NULL:
        raise MemoryError("no memory for the cache of evaluations")
    c.place, c.mask, c.area = place, places - 1, area
    return 0


cdef void cache_free(Cache *c) noexcept:
    free(c.memory)
    memset(c, 0, sizeof(Cache))


cdef bint cache_get(Cache *c, uint64_t key, Opinion *out) noexcept nogil:
    cdef Head *head
    cdef bint found
    if c.memory == NULL:
        return False
    head = <Head *>(c.memory + (key & c.mask) * c.place)
    if not atomic_swap_if8(&head.busy, 0, 1):
        return False
    found = head.key == key
    if found:
        memcpy(out.value, head.value, sizeof(head.value))
        memcpy(out.policy, <uint8_t *>head + sizeof(Head), (c.area + 1) * sizeof(float))
        memcpy(out.owner, <uint8_t *>head + sizeof(Head) + (c.area + 1) * sizeof(float), c.area)
    atomic_release8(&head.busy, 0)
    return found


cdef void cache_put(Cache *c, uint64_t key, const Opinion *opinion) noexcept nogil:
    cdef Head *head
    if c.memory == NULL:
        return
    head = <Head *>(c.memory + (key & c.mask) * c.place)
    if not atomic_swap_if8(&head.busy, 0, 1):
        return
    head.key = key
    memcpy(head.value, opinion.value, sizeof(head.value))
    memcpy(<uint8_t *>head + sizeof(Head), opinion.policy, (c.area + 1) * sizeof(float))
    memcpy(<uint8_t *>head + sizeof(Head) + (c.area + 1) * sizeof(float), opinion.owner, c.area)
    atomic_release8(&head.busy, 0)
