# What a board has played and been, shared between copies: append only, so that copying a game does not cost its length.
#
# Several holders may share a log; each knows how many entries are its own. The one whose entries are all of them
# appends in place; any other forks first. Needs the GIL where it is shared.
#
# A marked log keeps a bit for every position, which its hash names, so that superko is asked by one look. Whoever
# appends to it marks the position then. Bits that are set for nothing do no harm, so undo leaves them and a fork takes
# them all over.
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

# LogKind
cdef enum:
    LOG_PLAY = 0
    LOG_PASS = 1
    LOG_SETUP = 2

cdef struct LogEntry:
    uint64_t hash           # of the stones after the entry
    int16_t black           # their numbers
    int16_t white
    uint8_t kind            # LogKind
    uint8_t color           # who moved; EMPTY for a setup
    uint8_t to_move         # who moves next; undefined after the setup of a Board, which knows no turns
    uint8_t ko_color        # the state's ko and ko_color before the entry
    int16_t ko
    int16_t cell            # where; undefined unless LOG_PLAY
    int32_t changes_end     # its changes are changes[end of the entry before : changes_end]

cdef struct MoveLog:
    int32_t refs
    int32_t length
    int32_t capacity
    int32_t changes_capacity
    LogEntry *entries
    uint16_t *changes       # cell * 4 + the colour that stood there before; the move's own cell is left out
    uint64_t *bits          # those of the entries' positions and of the first one, at least; NULL in a Board's log
    uint64_t mask           # words of bits, less one
    uint64_t start          # hash of the position before the first entry; 0 without bits
    int32_t stale           # entries that have set bits and are none of `length` any more, at most

cdef MoveLog *log_new() except NULL nogil
cdef MoveLog *log_new_marked(uint64_t start) except NULL nogil
cdef MoveLog *log_share(MoveLog *log) noexcept
cdef MoveLog *log_copy(const MoveLog *log, int plies, int room) except NULL nogil   # `room` for so many changes more
cdef void log_release(MoveLog *log) noexcept nogil
cdef inline int log_changes_begin(const MoveLog *log, int entry) noexcept nogil:
    return log.entries[entry - 1].changes_end if entry > 0 else 0

# Append after the first `plies` entries; return the log to hold from now on (`log` itself or a fork of it).
cdef MoveLog *log_append_slowly(MoveLog *log, int plies, LogEntry entry, const uint16_t *changes,
                                int count) except NULL nogil

cdef inline MoveLog *log_append(MoveLog *log, int plies, LogEntry entry, const uint16_t *changes,
                                int count) except NULL nogil:
    if count > 0 or log == NULL or log.length != plies or plies == log.capacity:
        return log_append_slowly(log, plies, entry, changes, count)
    entry.changes_end = log_changes_begin(log, plies)
    log.entries[plies] = entry
    log.length = plies + 1
    return log

cdef inline bint log_mark(MoveLog *log, uint64_t hash) noexcept nogil:
    # Set the bit of the position after the last entry. Had it been set?
    cdef uint64_t *word = &log.bits[(hash >> 6) & log.mask]
    cdef uint64_t before = word[0], after = before | <uint64_t>1 << (hash & 63)
    word[0] = after
    return before == after

cdef inline bint log_marked(const MoveLog *log, uint64_t hash) noexcept nogil:
    # May the position be one of the log's? If not, it is new for certain.
    return (log.bits[(hash >> 6) & log.mask] >> (hash & 63)) & 1
