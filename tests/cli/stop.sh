# SPDX-License-Identifier: MIT
# Ctrl-C: exit 130 soon, and nothing left behind, whenever it comes.
source "$(dirname "$0")/lib.sh"

recipe 1536 >land.yaml
stopped=0
signal=TERM
for delay in 0.05 0.3 0.7 1.5 3; do
    signal=$([ "$signal" = INT ] && echo TERM || echo INT)
    code=0
    began=$(date +%s%3N)
    timeout --preserve-status -s "$signal" "$delay" \
        "$INTERFLUVE" make land.yaml -o out --progress none >"$out" 2>"$err" || code=$?
    took=$(($(date +%s%3N) - began)) # ms
    if [ "$code" -eq 0 ]; then
        is_complete out # it was quicker
        rm -r out
        break
    fi
    awk "BEGIN { exit !($took < 1000 * $delay + 2000) }" || fail "stopped after $delay s, it took $took ms"
    if [ -s "$err" ]; then
        [ "$(cat "$err")" = 'interfluve: stopped' ] || fail "$signal: it says something else"
        [ "$code" -eq 130 ] || fail "$signal after $delay s exits with $code"
        stopped=$((stopped + 1))
    else # it came before the work began, and simply ended the program
        [ "$code" -gt 128 ] || fail "$signal after $delay s exits with $code"
    fi
    [ "$(ls -A)" = land.yaml ] || fail "$signal after $delay s leaves $(ls -A)"
done
[ "$stopped" -ge 2 ] || fail 'nothing could be stopped'

# An older result survives a stop.
recipe 64 >small.yaml
run 0 make small.yaml -o out "${quick[@]}"
sum=$(cat out/* | cksum)
code=0
timeout --preserve-status -s INT 0.2 "$INTERFLUVE" make land.yaml -o out --progress none \
    >"$out" 2>"$err" || code=$?
[ "$code" -ne 0 ] || fail 'was not stopped'
[ "$(cat out/* | cksum)" = "$sum" ] || fail 'a stop changed the older result'

# A reader of the progress that goes away does not end the run halfway.
{ "$INTERFLUVE" make small.yaml -o piped --progress json 2>&1 >/dev/null || true; } | head -1 >/dev/null
[ ! -e piped ] || is_complete piped
