#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# recipes.sh PROGRAM COUNT FIRST JOBS: random recipes FIRST to FIRST + COUNT - 1, in parts that run beside each other. A part
# that ends before its last recipe goes on behind the one it broke on. What is neither right, refused nor announced as long
# is shown; the last line has the sums. RECIPES_PATIENCE=60 also runs those said to take up to 60 s.
set -euo pipefail
program=$1 count=$2 first=$3 jobs=$4
part=100
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run_part FROM TO: its lines in $work/FROM.
run_part() {
    local at=$1 last=$2 seen code
    while [ "$at" -le "$last" ]; do
        code=0
        RECIPES_TELL=1 "$program" $((last - at + 1)) "$at" >"$work/part-$1" 2>&1 || code=$?
        cat "$work/part-$1" >>"$work/$1"
        seen=$(sed -n 's/^--- \([0-9]*\): .*/\1/p' "$work/part-$1" | tail -1)
        at=$((${seen:-$((at - 1))} + 1))
        if [ "$at" -le "$last" ]; then
            echo "--- $at: crashed with $code:" >>"$work/$1"
            at=$((at + 1))
        elif [ "$code" -ne 0 ]; then
            echo "=== recipes to $last: exit $code" >>"$work/$1"
        fi
    done
    rm -f "$work/part-$1"
}

for ((from = first; from < first + count; from += part)); do
    to=$((from + part - 1))
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do
        wait -n
    done
    run_part "$from" $((to < first + count ? to : first + count - 1)) &
done
wait
cat "$work"/* >"$work/all"
grep -v -E '^--- [0-9]+: (right|refused|long) |^[0-9]+ right, ' "$work/all" || true
sed -n 's/^--- [0-9]*: \([a-z]*\) .*/\1/p' "$work/all" | sort | uniq -c | awk '{ printf "%s%d %s", between, $1, $2; between = ", " } END { print "" }'
! grep -q -E '^--- [0-9]+: (broken|slow|failed|crashed) |^===' "$work/all"
