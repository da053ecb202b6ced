"""Build the extensions of gocore: one per .pyx, with the flags they need and nothing else.

Environment switches, for local builds only:
  GOCORE_NATIVE=1    add -march=native
  GOCORE_DEBUG=1     bounds checks, C assertions, no optimisation
  GOCORE_SANITIZE=1  the debug build under AddressSanitizer and UndefinedBehaviorSanitizer
  GOCORE_SYMBOLS=1   keep line numbers for a profiler (they double the size of the wheel)
  GOCORE_BUILT=1     compile nothing: what is in gocore/ already is meant
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

NATIVE = os.environ.get("GOCORE_NATIVE") == "1"
SANITIZE = os.environ.get("GOCORE_SANITIZE") == "1"
BUILT = os.environ.get("GOCORE_BUILT") == "1"
DEBUG = SANITIZE or os.environ.get("GOCORE_DEBUG") == "1"

compile_args = ["-O1", "-g", "-UNDEBUG"] if DEBUG else ["-O3", "-fno-semantic-interposition"]
compile_args.append("-ffp-contract=off")  # the same sums, so the same tree, whatever the machine can do at once
link_args: list[str] = []
if not DEBUG and os.environ.get("GOCORE_SYMBOLS") != "1":
    compile_args.append("-g0")
if NATIVE:
    compile_args.append("-march=native")
if SANITIZE:
    compile_args += ["-fsanitize=address,undefined", "-fno-omit-frame-pointer"]
    link_args += ["-fsanitize=address,undefined"]

build = "sanitized" if SANITIZE else "debug" if DEBUG else "native" if NATIVE else "portable"

# The modules that play many moves or answer at every one: their small functions must go into their loops whatever the
# compiler thinks of the size, and vectors over words that have just been stored one by one are slow
# (benchmarks/NOTES.md has the figures).
HOT = {"bits", "board", "history", "kernel", "playout", "policy", "position", "shape"}
hot_args = [] if DEBUG else ["-fno-tree-vectorize", "-DCYTHON_INLINE=inline __attribute__((always_inline))"]

# Listing the sources here is what makes a module part of the product.
sources = [] if BUILT else sorted(Path("gocore").glob("*.pyx"))

extensions = [
    Extension(
        f"gocore.{path.stem}",
        [path.as_posix()],
        define_macros=[("GOCORE_BUILD", f'"{build}"')] if path.stem == "playout" else [],
        extra_compile_args=compile_args + (hot_args if path.stem in HOT else []),
        extra_link_args=link_args,
    )
    for path in sources
]

setup(
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(
        extensions,
        language_level=3,
        compiler_directives={
            "boundscheck": DEBUG,
            "wraparound": False,
            "initializedcheck": DEBUG,
            "cdivision": True,
            "embedsignature": True,
        },
    ),
)
