# A search thread's seat before a judge from Python: buffers that the core owns, the GIL taken once a batch.
from libc.stdint cimport int8_t, int16_t, int32_t, uint64_t
from gocore.features cimport Desk, Scene
from gocore.geometry cimport Geometry
from gocore.types cimport MAX_AREA

cdef enum:
    VALUES = 6              # win, loss, no result (sum 1), lead, score, deviation; the side to move's view

cdef struct Opinion:        # what a judge thinks of one position, the board not turned
    float value[VALUES]
    float policy[MAX_AREA + 1]      # logits by point, the pass last
    int8_t owner[MAX_AREA]          # -127 .. 127, 127 the side to move's

cdef struct Desktop:        # the part of a seat that code without the GIL sees
    const Geometry *geo
    Desk *desk              # scratch memory of the encoder
    int32_t encoder         # number of the encoder
    int32_t planes          # P
    int32_t numbers         # G
    int32_t batch           # most positions at once
    float *input            # (batch, P, area)
    float *input_numbers    # (batch, G)
    float *policy           # (batch, area + 1)
    float *value            # (batch, VALUES)
    float *ownership        # (batch, area)
    float *turned           # (P, area) scratch
    void *seat              # the Seat

cdef class Seat:
    cdef Desktop top
    cdef object lane
    cdef list views         # views[n]: the five buffers for n positions
    cdef readonly object error      # what evaluate raised, or None

    cdef int fit(self, const Geometry *geo, int batch) except -1
    cdef bint ask(self, int n) noexcept
    cdef void release(self) noexcept

# Write a position into place i of the batch, turned by one of the board's symmetries.
cdef void seat_encode(Desktop *d, int i, const Scene *scene, int symmetry) noexcept nogil
# Judge the first n places. Return 0 when the judge failed; the seat holds the error.
cdef bint seat_ask(Desktop *d, int n) noexcept nogil
# Take the judge's opinion of place i, turned back.
cdef void seat_read(const Desktop *d, int i, int symmetry, Opinion *out) noexcept nogil
cdef int symmetries(const Geometry *geo) noexcept nogil     # 8 on square boards, else 4
