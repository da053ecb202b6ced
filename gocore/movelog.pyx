"""The append-only log behind Board.undo and superko, shared between copies."""

from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

cdef enum:
    LEAST_WORDS = 512       # of bits; a power of two
    MOST_A_WORD = 4         # bits set in a word, on average: with more, one look in sixteen would be in vain


cdef int _no_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory for the moves of a game")


cdef MoveLog *log_new() except NULL nogil:
    cdef MoveLog *log = <MoveLog *>calloc(1, sizeof(MoveLog))
    if log == NULL:
        _no_memory()
    log.refs = 1
    return log


cdef MoveLog *log_new_marked(uint64_t start) except NULL nogil:
    # The bits lie behind it in one piece of memory, until they need more room.
    cdef MoveLog *log = <MoveLog *>calloc(1, sizeof(MoveLog) + LEAST_WORDS * sizeof(uint64_t))
    if log == NULL:
        _no_memory()
    log.refs, log.bits, log.mask, log.start = 1, <uint64_t *>(log + 1), LEAST_WORDS - 1, start
    log_mark(log, start)
    return log


cdef MoveLog *log_share(MoveLog *log) noexcept:
    if log != NULL:
        log.refs += 1
    return log


cdef void log_release(MoveLog *log) noexcept nogil:
    if log == NULL:
        return
    log.refs -= 1
    if log.refs == 0:
        free(log.entries)
        free(log.changes)
        if log.bits != <uint64_t *>(log + 1):
            free(log.bits)
        free(log)


cdef int _reserve(MoveLog *log, int entries, int changes) except -1 nogil:
    cdef void *grown
    cdef int capacity
    if entries > log.capacity:
        capacity = max(256, entries * 2)
        grown = realloc(log.entries, capacity * sizeof(LogEntry))
        if grown == NULL:
            _no_memory()
        log.entries, log.capacity = <LogEntry *>grown, capacity
    if changes > log.changes_capacity:
        capacity = max(64, changes * 2)
        grown = realloc(log.changes, capacity * sizeof(uint16_t))
        if grown == NULL:
            _no_memory()
        log.changes, log.changes_capacity = <uint16_t *>grown, capacity
    return 0


cdef int _thin_bits(MoveLog *log, int plies) except -1 nogil:
    # See to it that few bits are set, also when the log is full: those of the first entries alone, or more words.
    cdef uint64_t words = log.mask + 1
    cdef uint64_t *grown
    cdef int i
    if log.bits == NULL or <uint64_t>(log.stale + log.capacity + 1) <= MOST_A_WORD * words:
        return 0
    if words < <uint64_t>log.capacity:
        while words < <uint64_t>log.capacity:
            words *= 2
        grown = <uint64_t *>malloc(words * sizeof(uint64_t))
        if grown == NULL:
            _no_memory()
        if log.bits != <uint64_t *>(log + 1):
            free(log.bits)
        log.bits, log.mask = grown, words - 1
    memset(log.bits, 0, words * sizeof(uint64_t))
    log.stale = 0
    log_mark(log, log.start)
    for i in range(plies):
        log_mark(log, log.entries[i].hash)
    return 0


cdef MoveLog *_same_bits(const MoveLog *log, int plies) except NULL nogil:
    # An empty log that is marked as this one is, of which it is to have so many entries.
    cdef size_t size = (log.mask + 1) * sizeof(uint64_t)
    cdef MoveLog *new
    if log.bits == NULL:
        return log_new()
    new = <MoveLog *>malloc(sizeof(MoveLog) + size)
    if new == NULL:
        _no_memory()
    memset(new, 0, sizeof(MoveLog))
    new.refs, new.bits, new.mask, new.start = 1, <uint64_t *>(new + 1), log.mask, log.start
    new.stale = log.stale + log.length - plies
    memcpy(new.bits, log.bits, size)
    return new


cdef MoveLog *log_copy(const MoveLog *log, int plies, int room) except NULL nogil:
    cdef int changes = log_changes_begin(log, plies)
    cdef MoveLog *new = _same_bits(log, plies)
    with gil:
        try:
            _reserve(new, plies + 1, changes + room)
            if plies > 0:
                memcpy(new.entries, log.entries, plies * sizeof(LogEntry))
            if changes > 0:
                memcpy(new.changes, log.changes, changes * sizeof(uint16_t))
            new.length = plies
            _thin_bits(new, plies)
        except MemoryError:
            log_release(new)
            raise
    return new


cdef MoveLog *log_append_slowly(MoveLog *log, int plies, LogEntry entry, const uint16_t *changes,
                                int count) except NULL nogil:
    cdef MoveLog *shared = log
    cdef int begin
    if log == NULL:
        log = log_new()
    elif log.length != plies and log.refs > 1:
        log = log_copy(shared, plies, count)
        log_release(shared)
    begin = log_changes_begin(log, plies)
    if plies < log.length or plies == log.capacity or begin + count > log.changes_capacity:
        log.stale += log.length - plies     # entries beyond `plies` are this holder's own undone ones
        log.length = plies
        _reserve(log, plies + 1, begin + count)
        _thin_bits(log, plies)
    if count > 0:
        memcpy(log.changes + begin, changes, count * sizeof(uint16_t))
    entry.changes_end = begin + count
    log.entries[plies] = entry
    log.length = plies + 1
    return log
