#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fuzz.sh BUILD SECONDS JOBS [RUNS]: every fuzz target under libFuzzer for so long, or for so many runs. What it found
# before is kept in BUILD/corpus and gone on from; an input that crashes, leaks or takes over 10 s ends the run and is left in BUILD.
set -euo pipefail
build=$1 seconds=$2 jobs=$3 runs=${4:-}
limit=${runs:+-runs=$runs}
limit=${limit:--max_total_time=$seconds}
seeds=tests/fuzz/seeds
targets=$(cd "$seeds" && ls)
for target in $targets; do
    cmake --build "$build" -j "$jobs" --target "fuzz_target_$target"
    mkdir -p "$build/corpus/$target"
    words=tests/fuzz/words.dict
    if [ -f "tests/fuzz/$target.dict" ]; then
        words=tests/fuzz/$target.dict
    fi
    echo "fuzz: $target with $limit"
    OMP_NUM_THREADS=1 "$build/tests/fuzz/fuzz_target_$target" "$limit" -max_len=4096 -timeout=10 -rss_limit_mb=4096 \
        -dict="$words" -artifact_prefix="$build/$target-" -print_final_stats=1 \
        "$build/corpus/$target" "$seeds/$target" 2>&1 | grep -E '^stat::number|ERROR|SUMMARY|Test unit written' || true
    if compgen -G "$build/$target-*" >/dev/null; then
        echo "fuzz: $target failed: see $build/$target-*"
        exit 1
    fi
done
