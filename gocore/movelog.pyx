"""The append-only log behind Board.undo and superko, shared between copies."""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy


cdef int _no_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory for the moves of a game")


cdef MoveLog *log_new() except NULL nogil:
    cdef MoveLog *log = <MoveLog *>calloc(1, sizeof(MoveLog))
    if log == NULL:
        _no_memory()
    log.refs = 1
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


cdef MoveLog *log_copy(const MoveLog *log, int plies, int room) except NULL nogil:
    cdef int changes = log_changes_begin(log, plies)
    cdef MoveLog *new = log_new()
    with gil:
        try:
            _reserve(new, plies + 1, changes + room)
        except MemoryError:
            log_release(new)
            raise
    if plies > 0:
        memcpy(new.entries, log.entries, plies * sizeof(LogEntry))
    if changes > 0:
        memcpy(new.changes, log.changes, changes * sizeof(uint16_t))
    new.length = plies
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
    begin = log_changes_begin(log, plies)   # entries beyond `plies` are this holder's own undone ones
    _reserve(log, plies + 1, begin + count)
    if count > 0:
        memcpy(log.changes + begin, changes, count * sizeof(uint16_t))
    entry.changes_end = begin + count
    log.entries[plies] = entry
    log.length = plies + 1
    return log
