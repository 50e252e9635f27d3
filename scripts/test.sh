#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh BUILD...: ctest in every build folder, then what needs no build; the last line counts.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
export GLTF_VALIDATOR_DIR=$PWD/build/test
export OMP_WAIT_POLICY=passive # several tests at once: threads that wait leave the cores to others
passed=0
failed=0

# Adds up what ctest says at its end: "98% tests passed, 1 tests failed out of 44".
run_ctest() {
    local log=$1/ctest.log found
    echo "== tests in $1"
    ctest --test-dir "$1" --output-on-failure --timeout 900 -j "$(nproc)" | tee "$log"
    found=$(sed -nE 's/.*tests passed, ([0-9]+) tests failed out of ([0-9]+).*/\1 \2/p' "$log")
    if [ -z "$found" ]; then
        failed=$((failed + 1))
        return
    fi
    failed=$((failed + ${found% *}))
    passed=$((passed + ${found#* } - ${found% *}))
}

run_check() {
    echo "== $*"
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

for build in "$@"; do
    run_ctest "$build"
done
run_check bash tests/arrows.sh
run_check bash scripts/format.sh --check
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
