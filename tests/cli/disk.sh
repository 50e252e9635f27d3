# SPDX-License-Identifier: MIT
# A map that does not fit into the memory it is given: what is too much lies on disk, and every file is the same.
source "$(dirname "$0")/lib.sh"

# settled DIR: landscape.json without times and memory.
settled() {
    grep -vE '"(seconds|peak_bytes|threads)":' "$1/landscape.json"
}

# same WHOLE OTHER: every file is the same, but for how long it took.
same() {
    [ "$(ls "$1")" = "$(ls "$2")" ] || fail "$1 and $2 have other files: $(ls "$2")"
    local file
    for file in "$1"/*; do
        [ "${file##*/}" != landscape.json ] || continue
        cmp -s "$file" "$2/${file##*/}" || fail "$file and $2/${file##*/} differ"
    done
    diff <(settled "$1") <(settled "$2") >"$work/diff" || fail "landscape.json differs: $(cat "$work/diff")"
}

map_tif map.tif 900 700
run 0 water map.tif -o whole --progress none
run 0 water map.tif -o disk --memory 2M --progress none
same whole disk
[ -z "$(find . -name '.interfluve*')" ] || fail 'files are left behind'

# Memory that is no file is limited: without the disk the same run fails.
limited() {
    local expected=$1 code=0
    shift
    (
        prlimit --data="$bytes" --pid $BASHPID
        exec "$INTERFLUVE" "$@" --progress none --threads 1 --without map.png,terrain.glb >"$out" 2>"$err"
    ) || code=$?
    [ "$code" -eq "$expected" ] || fail "'$*' with $bytes bytes of memory exits with $code, expected $expected"
}
if [ -z "${SANITIZE:-}" ]; then
    map_tif large.tif 2000 1500
    bytes=$((110 << 20))
    run 0 water large.tif -o large --progress none --threads 1 --without map.png,terrain.glb
    limited 1 water large.tif -o short
    grep -q 'out of memory\|need about' "$err" || fail 'memory that is short is not told'
    limited 0 water large.tif -o short --memory 8M
    same large short
fi

# A disk without room is told in one line, and nothing is left.
code=0
(
    trap '' XFSZ
    prlimit --fsize=1000000 --pid $BASHPID
    exec "$INTERFLUVE" water map.tif -o no --memory 2M --progress none >"$out" 2>"$err"
) || code=$?
[ "$code" -eq 1 ] || fail "a disk without room exits with $code"
[ "$(wc -l <"$err")" -eq 1 ] || fail 'a disk without room is not told in one line'
[ ! -e no ] || fail 'a disk without room leaves a result'
refuses 1 'cannot write into nowhere' water map.tif -o nowhere/no --memory 2M
refuses 2 'expected such as 512M' water map.tif -o no --memory much

# Real maps, where there are some.
for map in "${INTERFLUVE_DEMS:-none}"/*.tif; do
    [ -e "$map" ] || continue
    [ -z "${SANITIZE:-}" ] || [ "$(stat -c %s "$map")" -lt 2000000 ] || continue
    run 0 water "$map" -o real --progress none
    run 0 water "$map" -o paged --memory 4M --progress none
    same real paged
    rm -r real paged
done
