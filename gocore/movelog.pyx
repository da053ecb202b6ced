"""The append-only log behind Board.undo, shared between copies."""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy


cdef MoveLog *log_new() except NULL:
    cdef MoveLog *log = <MoveLog *>calloc(1, sizeof(MoveLog))
    if log == NULL:
        raise MemoryError("no memory for the moves of a game")
    log.refs = 1
    return log


cdef MoveLog *log_share(MoveLog *log) noexcept:
    if log != NULL:
        log.refs += 1
    return log


cdef void log_release(MoveLog *log) noexcept:
    if log == NULL:
        return
    log.refs -= 1
    if log.refs == 0:
        free(log.entries)
        free(log.changes)
        free(log)


cdef int _reserve(MoveLog *log, int entries, int changes) except -1:
    cdef void *grown
    cdef int capacity
    if entries > log.capacity:
        capacity = max(256, entries * 2)
        grown = realloc(log.entries, capacity * sizeof(LogEntry))
        if grown == NULL:
            raise MemoryError("no memory for the moves of a game")
        log.entries, log.capacity = <LogEntry *>grown, capacity
    if changes > log.changes_capacity:
        capacity = max(64, changes * 2)
        grown = realloc(log.changes, capacity * sizeof(uint16_t))
        if grown == NULL:
            raise MemoryError("no memory for the moves of a game")
        log.changes, log.changes_capacity = <uint16_t *>grown, capacity
    return 0


cdef MoveLog *_fork(MoveLog *log, int plies, int room) except NULL:
    cdef int changes = log_changes_begin(log, plies)
    cdef MoveLog *new = log_new()
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
    log_release(log)
    return new


cdef MoveLog *log_append_slowly(MoveLog *log, int plies, LogEntry entry, const uint16_t *changes,
                                int count) except NULL:
    cdef int begin
    if log == NULL:
        log = log_new()
    elif log.length != plies and log.refs > 1:
        log = _fork(log, plies, count)
    begin = log_changes_begin(log, plies)   # entries beyond `plies` are this holder's own undone ones
    _reserve(log, plies + 1, begin + count)
    if count > 0:
        memcpy(log.changes + begin, changes, count * sizeof(uint16_t))
    entry.changes_end = begin + count
    log.entries[plies] = entry
    log.length = plies + 1
    return log
