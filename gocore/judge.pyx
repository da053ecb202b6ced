"""The way from a search thread to a judge written in Python, and back."""

from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from gocore.features cimport encode

from gocore.features import ENCODERS


cdef class Seat:
    """One thread's seat before a judge.

    judge: an object with `encoder`, a key of gocore.features.ENCODERS, and `lane()`, which returns an object with
    `evaluate(planes, globals_, policy, value, ownership)` on float32 buffers of n positions. Raises ValueError when
    the judge wants planes that the core cannot write.
    """

    def __cinit__(self, judge):
        if judge.encoder not in ENCODERS:
            raise ValueError(f"the judge wants the planes {judge.encoder!r}; known: {', '.join(ENCODERS)}")
        self.top.encoder = list(ENCODERS).index(judge.encoder)
        self.top.planes, self.top.numbers = ENCODERS[judge.encoder]
        self.top.seat = <void *>self
        self.top.desk = <Desk *>calloc(1, sizeof(Desk))
        if self.top.desk == NULL:
            raise MemoryError("no memory for an encoder")
        self.lane = judge.lane()
        self.views = []

    def __dealloc__(self):
        self.release()
        free(self.top.desk)

    cdef void release(self) noexcept:
        free(self.top.input)
        self.top.input = NULL

    def close(self):
        """Let the lane go."""
        self.views = []
        if hasattr(self.lane, "close"):
            self.lane.close()

    cdef int fit(self, const Geometry *geo, int batch) except -1:
        # Make the buffers for a board size; the same ones are handed over as long as it stays.
        cdef Desktop *d = &self.top
        cdef size_t one = d.planes * geo.area + d.numbers + geo.area + 1 + VALUES + geo.area
        cdef float *at
        if d.geo == geo and d.batch == batch and d.input != NULL:
            return 0
        self.views = []
        self.release()
        at = <float *>calloc(one * batch + d.planes * geo.area, sizeof(float))
        if at == NULL:
            raise MemoryError("no memory for the judge's buffers")
        d.geo, d.batch = geo, batch
        d.input = at
        d.input_numbers = d.input + batch * d.planes * geo.area
        d.policy = d.input_numbers + batch * d.numbers
        d.value = d.policy + batch * (geo.area + 1)
        d.ownership = d.value + batch * VALUES
        d.turned = d.ownership + batch * geo.area
        for n in range(batch + 1):
            self.views.append(self._view(n) if n else None)
        return 0

    def _view(self, Py_ssize_t n):
        cdef Desktop *d = &self.top
        cdef int planes = d.planes, height = d.geo.height, width = d.geo.width, numbers = d.numbers
        cdef int area = d.geo.area
        cdef float[:, :, :, ::1] first = <float[:n, :planes, :height, :width]>d.input
        cdef float[:, ::1] second = <float[:n, :numbers]>d.input_numbers
        cdef float[:, ::1] third = <float[:n, :area + 1]>d.policy
        cdef float[:, ::1] fourth = <float[:n, :VALUES]>d.value
        cdef float[:, ::1] fifth = <float[:n, :area]>d.ownership
        return first.base, second.base, third.base, fourth.base, fifth.base

    cdef bint ask(self, int n) noexcept:
        try:
            self.lane.evaluate(*self.views[n])
            return True
        except BaseException as error:
            self.error = error
            return False


# ---- symmetries ----------------------------------------------------------------------------------------------------

cdef int symmetries(const Geometry *geo) noexcept nogil:
    return 8 if geo.width == geo.height else 4


cdef inline int _turned(const Geometry *geo, int x, int y, int symmetry) noexcept nogil:
    # Where the point (x, y) comes from: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps the axes.
    if symmetry & 4:
        x, y = y, x
    if symmetry & 1:
        x = geo.width - 1 - x
    if symmetry & 2:
        y = geo.height - 1 - y
    return y * geo.width + x


cdef void seat_encode(Desktop *d, int i, const Scene *scene, int symmetry) noexcept nogil:
    cdef int area = d.geo.area, x, y, p, k, size = d.planes * area
    cdef float *planes = d.input + i * size
    cdef const float *source
    if symmetry == 0:
        encode(d.encoder, d.desk, scene, planes, d.input_numbers + i * d.numbers)
        return
    encode(d.encoder, d.desk, scene, d.turned, d.input_numbers + i * d.numbers)
    for y in range(d.geo.height):
        for x in range(d.geo.width):
            p = y * d.geo.width + x
            source = d.turned + _turned(d.geo, x, y, symmetry)
            for k in range(d.planes):
                planes[k * area + p] = source[k * area]


cdef void seat_read(const Desktop *d, int i, int symmetry, Opinion *out) noexcept nogil:
    cdef int area = d.geo.area, x, y, p, q
    cdef const float *policy = d.policy + i * (area + 1)
    cdef const float *owner = d.ownership + i * area
    memcpy(out.value, d.value + i * VALUES, sizeof(out.value))
    for y in range(d.geo.height):
        for x in range(d.geo.width):
            p = y * d.geo.width + x
            q = _turned(d.geo, x, y, symmetry)
            out.policy[q] = policy[p]
            out.owner[q] = <int8_t>(owner[p] * 127)
    out.policy[area] = policy[area]


cdef bint seat_ask(Desktop *d, int n) noexcept nogil:
    cdef bint fine
    with gil:
        fine = (<Seat>d.seat).ask(n)
    return fine
