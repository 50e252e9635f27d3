# SPDX-License-Identifier: MIT
# Ctrl-C: exit 130, and nothing left behind, wherever it comes. How soon it stops is counted in looks by test_stop.
source "$(dirname "$0")/lib.sh"
set -m # a job of its own hears Ctrl-C; others of a script ignore it

# stop_in STAGE SIGNAL FOLDER: makes land.yaml and sends the signal as soon as STAGE is heard of; the exit code is in
# $code, what was said after the progress in $err.
stop_in() {
    local line
    rm -f "$work/progress"
    mkfifo "$work/progress"
    "$INTERFLUVE" make land.yaml -o "$3" --progress json >"$out" 2>"$work/progress" &
    local run=$!
    exec 4<"$work/progress"
    while read -r line <&4; do
        [[ $line != *"\"stage\":\"$1\""* ]] || break
    done
    kill "-$2" "$run" 2>/dev/null || true # it may have come to its end
    { grep -v '^{' <&4 || true; } >"$err"
    exec 4<&-
    code=0
    wait "$run" || code=$?
}

recipe 1536 >land.yaml
signal=TERM
for stage in noise lakes rules height.tif map.png; do
    signal=$([ "$signal" = INT ] && echo TERM || echo INT)
    stop_in "$stage" "$signal" out
    if [ "$code" -eq 0 ] && [ "$stage" != noise ]; then
        is_complete out # it was quicker
        rm -r out
        continue
    fi
    [ "$code" -eq 130 ] || fail "$signal in $stage exits with $code"
    [ "$(cat "$err")" = 'interfluve: stopped' ] || fail "$signal in $stage: it says something else"
    [ "$(ls -A)" = land.yaml ] || fail "$signal in $stage leaves $(ls -A)"
done

# What ends it at once leaves a part. The next run into that place removes it, and nothing else.
ulimit -c 0
for signal in QUIT KILL; do
    stop_in height.tif "$signal" out
    if [ "$code" -eq 0 ]; then
        is_complete out # it was quicker
        rm -r out
        continue
    fi
    [ ! -e out ] || fail "$signal leaves half a result"
    [ -n "$(find . -maxdepth 1 -name 'out.part-*')" ] || fail "$signal leaves no part to find"
    mkdir -p out.part-notes other.part-aaaaaa/new
    touch out.part-notes/mine other.part-aaaaaa/new/height.tif
    recipe 64 >small.yaml
    run 0 make small.yaml -o out "${quick[@]}"
    [ "$(ls -d ./*part* | tr '\n' ' ')" = './other.part-aaaaaa ./out.part-notes ' ] || fail "after $signal there is $(ls -d ./*part*)"
    [ -e out.part-notes/mine ] && [ -e other.part-aaaaaa/new/height.tif ] || fail 'something of the user is gone'
    rm -r out out.part-notes other.part-aaaaaa small.yaml
done

# An older result survives a stop.
recipe 64 >small.yaml
run 0 make small.yaml -o out "${quick[@]}"
sum=$(cat out/* | cksum)
stop_in noise INT out
[ "$code" -eq 130 ] || fail 'was not stopped'
[ "$(cat out/* | cksum)" = "$sum" ] || fail 'a stop changed the older result'

# A reader of the progress that goes away does not end the run halfway.
{ "$INTERFLUVE" make small.yaml -o piped --progress json 2>&1 >/dev/null || true; } | head -1 >/dev/null
[ ! -e piped ] || is_complete piped
