# Tianyuan: build, play, test. `make` lists the targets.
# Kept to what make 3.81 and a POSIX shell know, and to relative paths: macOS and folders with spaces work too.
# Under `make -s run` only the engine writes on stdout: what builds reads nothing and reports on stderr.

PY := .venv/bin/python
PIP := $(PY) -m pip install -q
PYTEST := $(PY) -P -m pytest
JOBS := 2
CORE := setup.py $(wildcard gocore/*.pyx gocore/*.pxd gocore/*.h)
QUIETLY := </dev/null >&2
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help run build test lint debug sanitize soak bench strength net clients dist clean
.DEFAULT_GOAL := help

help:   ## list the targets
	@sed -n 's/^\([a-z]*\):[^#]*## */    make \1	/p' Makefile

run: .venv/core .venv/linked   ## play over GTP on stdin and stdout (ARGS= for the engine)
	@exec $(PY) -m engine $(ARGS)

build: .venv/core .venv/linked   ## compile what changed in gocore/

test: lint debug   ## every check and every test but the soak (ARGS= for pytest)
	@$(PYTEST) -n $(JOBS) $(ARGS)

lint: .venv/core .venv/linked .venv/tools   ## the checks that run no test: style, types, stubs, layers
	@$(PY) -m ruff check
	@$(PY) -m mypy
	@$(PY) -m mypy.stubtest gocore --concise --ignore-disjoint-bases --ignore-positional-only \
	--allowlist tools/stubtest.txt --ignore-unused-allowlist
	@PATH="$$PWD/.venv/bin:$$PATH" cython-lint gocore
	@.venv/bin/lint-imports

debug: build/debug/core .venv/tools   ## the core's tests on a build with bounds checks and assertions
	@TIANYUAN_CORE=build/debug $(PYTEST) -n $(JOBS) -o 'pythonpath=build/debug .' tests/gocore

sanitize: build/sanitize/core .venv/tools   ## the core's tests under AddressSanitizer and UBSan (gcc)
	@LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 TIANYUAN_CORE=build/sanitize \
	$(PYTEST) -o 'pythonpath=build/sanitize .' tests/gocore

soak: build .venv/tools   ## the long proofs: hours
	@$(PYTEST) -n $(JOBS) -m soak $(ARGS)

bench: build .venv/tools   ## the table of speeds
	@$(PY) -m benchmarks $(ARGS)

strength: build .venv/tools   ## do what is missing of a proof of strength: MATCH=name
	@$(PY) -m engine.match.strength $(MATCH) $(ARGS)

net: build .venv/tools   ## make the net in the package: TEACHER=net file, RECORDS=folder; hours (docs/net.md)
	@$(PIP) -e '.[train,nets]' $(QUIETLY)
	@$(PY) -m engine.train make --teacher '$(TEACHER)' --records '$(RECORDS)' --out build/net $(ARGS)

clients: build .venv/tools   ## drive the engine from real programs under a virtual screen
	@$(PYTEST) -m clients $(ARGS)

dist: .venv/tools   ## sdist and wheel into dist/
	@$(PY) -m build

clean:   ## take away all that was built, .venv too
	@rm -rf .venv build dist *.egg-info gocore/*.so gocore/*.c

# --- the environment ------------------------------------------------------------------------------------------
# A stamp is made anew when what stands behind it is newer. pip runs only then, and asks no index for what is there.

.venv/made: tools/find-python
	@{ python=$$(tools/find-python) && echo "tianyuan: the first build makes .venv; a few minutes" && \
	"$$python" -m venv --clear .venv && touch $@; } $(QUIETLY)

.venv/packages: .venv/made pyproject.toml tools/requirements.py
	@{ $(PY) tools/requirements.py build run >.venv/packages.txt && \
	$(PIP) -r .venv/packages.txt && touch $@; } $(QUIETLY)

.venv/tools: .venv/packages
	@{ echo "tianyuan: packages for the tests" && $(PY) tools/requirements.py all dev >.venv/tools.txt && \
	$(PIP) -r .venv/tools.txt && touch $@; } $(QUIETLY)

.venv/core: .venv/packages $(CORE)
	@{ $(PY) setup.py -q build_ext --inplace && touch $@; } $(QUIETLY)

.venv/linked: .venv/packages | .venv/core
	@{ GOCORE_BUILT=1 $(PIP) --no-deps --no-build-isolation -e . && touch $@; } $(QUIETLY)

# --- builds beside the normal one: a copy of the sources, so that neither sees the other's objects ---------------

build/debug/core: .venv/packages $(CORE)
	$(call beside,GOCORE_DEBUG)

build/sanitize/core: .venv/packages $(CORE)
	$(call beside,GOCORE_SANITIZE)

define beside
	@{ echo "tianyuan: a core for the tests in $(@D)" && mkdir -p $(@D)/gocore && cp -p setup.py $(@D) && \
	cp -p gocore/*.py* gocore/*.pxd $(wildcard gocore/*.h) $(@D)/gocore && \
	cd $(@D) && $(1)=1 ../../$(PY) setup.py -q build_ext --inplace && touch core; } $(QUIETLY)
endef
