#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fuzz.sh BUILD SECONDS JOBS [RUNS]: every fuzz target under libFuzzer for so long, or for so many runs. What it found
# before is kept in BUILD/corpus and gone on from; an input that crashes, leaks or takes over 10 s ends the run and is left
# in BUILD. libFuzzer looks at the clock on the wall: what it calls slow is tried again, and counts by processor time.
# TARGETS="set tree": these alone.
set -euo pipefail
build=$1 seconds=$2 jobs=$3 runs=${4:-}
slow=10
seeds=tests/fuzz/seeds
targets=${TARGETS:-$(cd "$seeds" && ls)}

# fuzz TARGET LIMIT: its last lines in $build/TARGET.log.
fuzz() {
    local target=$1 limit=$2 words=tests/fuzz/words.dict
    if [ -f "tests/fuzz/$target.dict" ]; then
        words=tests/fuzz/$target.dict
    fi
    OMP_NUM_THREADS=1 "$build/tests/fuzz/fuzz_target_$target" "$limit" -max_len=4096 -timeout=$slow -rss_limit_mb=4096 \
        -dict="$words" -artifact_prefix="$build/$target-" -print_final_stats=1 \
        "$build/corpus/$target" "$seeds/$target" 2>&1 | grep -E '^stat::number|ERROR|SUMMARY|Test unit written' >"$build/$target.log" || true
    cat "$build/$target.log"
}

# was_waiting TARGET: whether what is left are inputs that took long on the wall alone; then they are removed.
was_waiting() {
    local target=$1 input
    for input in "$build/$target-"*; do
        [[ $input =~ -(timeout|slow-unit)-[0-9a-f]*$ ]] || return 1
        (ulimit -t $slow && OMP_NUM_THREADS=1 "$build/tests/fuzz/fuzz_target_$target" -timeout=0 "$input" >/dev/null 2>&1) || return 1
    done
    rm "$build/$target-"*
}

for target in $targets; do
    cmake --build "$build" -j "$jobs" --target "fuzz_target_$target"
    mkdir -p "$build/corpus/$target"
    left=$runs
    while :; do
        limit=${runs:+-runs=$left}
        limit=${limit:--max_total_time=$seconds}
        echo "fuzz: $target with $limit"
        fuzz "$target" "$limit"
        if ! compgen -G "$build/$target-*" >/dev/null; then
            break
        fi
        if ! was_waiting "$target"; then
            echo "fuzz: $target failed: see $build/$target-*"
            exit 1
        fi
        done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$target.log")
        left=$((${left:-0} - ${done:-0}))
        if [ -z "$runs" ] || [ "$left" -le 0 ]; then
            break
        fi
    done
done
