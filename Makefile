# The front door. CMake does the building; every target says what it does and needs no terminal.
#
#   make           the command and the library, in build/release
#   make demo      a landscape in demo/, from nothing
#   make test      everything that can be tested
#   make test-clients   exports in Blender, Godot, QGIS, GRASS, GDAL, three.js and MapLibre; installs them (1.4 GB)
#   make fuzz      every reader under libFuzzer, TIME seconds each (60), or RUNS inputs
#   make recipes   COUNT random recipes (10000) under the sanitizers
#   make mutants   wrong changes to the kernels, one by one: which tests notice
#   make reproducible   two builds in two folders, compared byte for byte
#   make bench     times per stage, beside other tools
#   make python    the Python package, in build/python: pip install ./python, or PYTHONPATH=build/python
#   make studio    builds and starts the studio: STUDIO="demo --port 7341" says what it opens
#   make studio-build   its page alone
#   make preset-pictures   the pictures of its gallery whose presets have changed
#   make install   into PREFIX (/usr/local)
#   make docs      docs/reference.md from the parameter tables
#   make format    lays the sources out
#   make clean     removes build/ and demo/

SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := release
.PHONY: release demo test test-clients fuzz recipes mutants reproducible bench install docs format clean help packages test-packages \
	studio studio-build preset-pictures python

PREFIX ?= /usr/local
JOBS := $(shell nproc)
PROGRAM := build/release/interfluve

BUILD_PACKAGES := cmake gcc libc6-dev pkg-config libgdal-dev libyaml-dev libjansson-dev \
	libmeshoptimizer-dev libmicrohttpd-dev libdeflate-dev zlib1g-dev
STUDIO_PACKAGES := nodejs npm
TEST_PACKAGES := g++ libcmocka-dev libigraph-dev libqhull-dev locales gdal-bin valgrind clang-format nodejs npm chromium \
	python3-numpy python3-pytest python3-venv python3-xarray python3-geopandas python3-nbclient python3-ipykernel mono-mcs
CLIENT_PACKAGES := blender python3-qgis qgis-providers grass-core godot3-server godot3 xvfb xauth python3-gdal nodejs npm chromium

help:
	@sed -n 's/^#  //p' Makefile

packages:
	@scripts/need.sh $(BUILD_PACKAGES)

test-packages: packages
	@scripts/need.sh $(TEST_PACKAGES)

release: packages
	@cmake --preset release -DCMAKE_INSTALL_PREFIX=$(PREFIX) $(CMAKE_ARGS)
	@cmake --build --preset release -j $(JOBS) --target interfluve interfluve_shared interfluve_static
	@echo "Built $(PROGRAM). Next: make demo, make test, make install; make help lists the rest."

demo: release
	@echo "Making a landscape from the preset 'demo' in demo/"
	@$(PROGRAM) make demo -o demo
	@echo "Look at demo/map.png. The model is demo/terrain.glb; rasters and vectors for GIS stand beside it."

test: test-packages
	@scripts/gltf-validator.sh build/test
	@if $(MAKE) studio/node_modules/.package-lock.json; then \
		$(MAKE) studio-build && npm --prefix studio run --silent types; \
	else \
		echo "The page's packages could not be fetched: the studio will not be tested in a browser"; \
	fi
	@cmake --preset dev
	@cmake --build --preset dev -j $(JOBS)
	@cmake --preset release -DINTERFLUVE_TESTS=ON
	@cmake --build --preset release -j $(JOBS)
	@scripts/test.sh build/dev build/release

# Each program that cannot be installed is skipped with a reason. CLIENTS="blender qgis" takes some of them.
test-clients: release
	@for package in $(CLIENT_PACKAGES); do \
		scripts/need.sh $$package || echo "$$package could not be installed"; \
	done
	@scripts/client-packages.sh build/clients
	@tests/clients/run.sh $(PROGRAM) build/clients $(CLIENTS)

bench: packages
	@cmake --preset release -DINTERFLUVE_BENCH=ON
	@cmake --build --preset release -j $(JOBS)
	@cmake --build --preset release --target bench

# The page's packages are fetched again only when their list has changed.
# npm ci empties the folder first: not one that lies elsewhere and serves others.
studio/node_modules/.package-lock.json: studio/package-lock.json
	@if [ -L studio/node_modules ]; then \
		echo "studio/node_modules is a link to $$(readlink studio/node_modules), which npm would empty: remove the link first"; \
		exit 1; \
	fi
	@cd studio && npm ci --loglevel=error
	@touch $@

studio-build:
	@scripts/need.sh $(STUDIO_PACKAGES)
	@$(MAKE) studio/node_modules/.package-lock.json
	@cd studio && npm run --silent build

preset-pictures: release test-packages studio-build
	@node scripts/preset-pictures.mjs
	@$(MAKE) studio-build

studio: release studio-build
	@$(PROGRAM) studio $(STUDIO)

# The first Python that has numpy: the one on the path may not be Debian's.
python: release
	@scripts/need.sh python3-numpy
	@for python in python3 /usr/bin/python3; do \
		if $$python -c 'import numpy' 2>/dev/null; then break; fi; \
	done; $$python python/package.py build/python build/release/libinterfluve.so
	@echo "Put together in build/python. Next: pip install ./python, or PYTHONPATH=$(CURDIR)/build/python"

TIME ?= 60
fuzz: test-packages
	@scripts/need.sh clang libomp-dev
	@cmake --preset fuzz
	@scripts/fuzz.sh build/fuzz $(TIME) $(JOBS) $(RUNS)

COUNT ?= 10000
FIRST ?= 1
recipes: test-packages
	@cmake --preset dev
	@cmake --build --preset dev -j $(JOBS) --target random_recipes
	@scripts/recipes.sh build/dev/tests/random_recipes $(COUNT) $(FIRST) $(JOBS)

mutants: test-packages
	@cmake -S . -B build/mutants -DCMAKE_BUILD_TYPE=Release -DINTERFLUVE_TESTS=ON
	@cmake --build build/mutants -j $(JOBS)
	@node scripts/mutants.mjs build/mutants

reproducible: packages
	@scripts/reproducible.sh

install: release
	@cmake --install build/release --prefix $(PREFIX)

docs: release
	@$(PROGRAM) explain --markdown > build/reference.md
	@cp build/reference.md docs/reference.md
	@$(PROGRAM) measure --markdown > build/figures.md
	@awk '/^\| figure \| unit/ { while ((getline line < "build/figures.md") > 0) print line; skip = 1 } \
	    /^$$/ { skip = 0 } !skip' docs/measure.md > build/measure.md
	@cp build/measure.md docs/measure.md
	@echo "Wrote docs/reference.md, and the table of docs/measure.md"
	@if [ -n "$(PICTURES)" ]; then docs/pictures/make.sh $(PROGRAM); fi

format:
	@scripts/need.sh clang-format
	@scripts/format.sh

clean:
	rm -rf build demo
