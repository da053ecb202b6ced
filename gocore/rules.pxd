# The rules of a game as the core holds them: numbers, compared and hashed as a whole.
from gocore.types cimport CRules

cdef class Rules:
    cdef CRules c           # the same as a plain struct, for code without the GIL
    cdef bint made          # by __init__, which runs once
