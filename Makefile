# The front door. CMake does the building; every target says what it does and needs no terminal.
#
#   make           the command and the library, in build/release
#   make demo      a landscape in demo/, from nothing
#   make test      everything that can be tested
#   make fuzz      every reader under libFuzzer, TIME seconds each (60)
#   make recipes   COUNT random recipes (10000) under the sanitizers
#   make bench     times per stage, beside other tools
#   make studio    builds and starts the studio: STUDIO="demo --port 7341" says what it opens
#   make studio-build   its page alone
#   make install   into PREFIX (/usr/local)
#   make docs      docs/reference.md from the parameter tables
#   make format    lays the sources out
#   make clean     removes build/ and demo/

SHELL := /bin/bash
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := release
.PHONY: release demo test fuzz recipes bench install docs format clean help packages test-packages \
	studio studio-build

PREFIX ?= /usr/local
JOBS := $(shell nproc)
PROGRAM := build/release/interfluve

BUILD_PACKAGES := cmake gcc libc6-dev pkg-config libgdal-dev libyaml-dev libjansson-dev \
	libmeshoptimizer-dev libmicrohttpd-dev libdeflate-dev zlib1g-dev
STUDIO_PACKAGES := nodejs npm
TEST_PACKAGES := g++ libcmocka-dev libigraph-dev libqhull-dev gdal-bin valgrind clang-format nodejs npm chromium

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

bench: packages
	@cmake --preset release -DINTERFLUVE_BENCH=ON
	@cmake --build --preset release -j $(JOBS)
	@cmake --build --preset release --target bench

# The page's packages are fetched again only when their list has changed.
studio/node_modules/.package-lock.json: studio/package-lock.json
	@cd studio && npm ci --loglevel=error
	@touch $@

studio-build:
	@scripts/need.sh $(STUDIO_PACKAGES)
	@$(MAKE) studio/node_modules/.package-lock.json
	@cd studio && npm run --silent build

studio: release studio-build
	@$(PROGRAM) studio $(STUDIO)

TIME ?= 60
fuzz: test-packages
	@scripts/need.sh clang libomp-dev
	@cmake --preset fuzz
	@scripts/fuzz.sh build/fuzz $(TIME) $(JOBS)

COUNT ?= 10000
FIRST ?= 1
recipes: test-packages
	@cmake --preset dev
	@cmake --build --preset dev -j $(JOBS) --target random_recipes
	@build/dev/tests/random_recipes $(COUNT) $(FIRST)

install: release
	@cmake --install build/release --prefix $(PREFIX)

docs: release
	@$(PROGRAM) explain --markdown > build/reference.md
	@cp build/reference.md docs/reference.md
	@echo "Wrote docs/reference.md"
	@if [ -n "$(PICTURES)" ]; then docs/pictures/make.sh $(PROGRAM); fi

format:
	@scripts/need.sh clang-format
	@scripts/format.sh

clean:
	rm -rf build demo
