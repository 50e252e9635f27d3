# SPDX-License-Identifier: MIT
# A map in tiles on several ranks: the same rasters and vectors as in one piece, for any number of them. A rank that is killed ends the
# others and leaves no result, and the run goes on where it was. INTERFLUVE_RANKS is the program built with MPI.
source "$(dirname "$0")/lib.sh"

if [ -z "${INTERFLUVE_RANKS:-}" ] || ! command -v mpirun >/dev/null; then
    echo 'skipped: MPI is not installed (Debian: libopenmpi-dev, openmpi-bin)'
    exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export ASAN_OPTIONS=detect_leaks=0 # MPI's own

ranks() {
    local count=$1
    shift
    mpirun --oversubscribe --bind-to none -n "$count" "$INTERFLUVE_RANKS" "$@" --threads 1 >"$out" 2>"$err"
}

map_tif map.tif 301 190
run 0 water map.tif --until drain -o whole "${quick[@]}"
for count in 2 3 8; do
    ranks $count water map.tif --until drain --tile 37x53 -o "ranks$count" --progress none || fail "$count ranks fail"
    says "on $count ranks"
    [ "$(grep -c land "$out")" -eq 1 ] || fail 'more than one rank speaks'
    same_files whole "ranks$count"
    [ "$(ls whole | grep -v '\.png$')" = "$(ls "ranks$count")" ] || fail "files: $(ls "ranks$count")"
done
gdal_translate -q -scale 0 100 -180 -80 map.tif shore.tif
run 0 water shore.tif --skip lakes --set rivers.width=60 -o rivers "${quick[@]}"
for count in 1 2 4 8; do
    ranks $count water shore.tif --skip lakes --set rivers.width=60 --tile 37x53 -o "rivers$count" --progress none ||
        fail "$count ranks fail to find rivers"
    same_files rivers "rivers$count"
done
run 0 water shore.tif --skip lakes --set drain.depressions=carve -o carved "${quick[@]}"
ranks 3 water shore.tif --skip lakes --set drain.depressions=carve --tile 37x53 -o carved3 --progress none || fail 'ranks fail to carve'
same_files carved carved3
run 0 water shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.evaporation=2 -o lakes "${quick[@]}"
ogrinfo -so lakes/water.gpkg lakes | grep -q 'Feature Count: [1-9]' || fail 'there are no lakes'
for count in 2 3 8; do
    ranks $count water shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.evaporation=2 --tile 37x53 \
        -o "lakes$count" --progress none || fail "$count ranks fail to find lakes"
    same_files lakes "lakes$count"
done
awk 'BEGIN {
    print "ncols 120\nnrows 100\nxllcorner 0\nyllcorner 0\ncellsize 30"
    for (r = 0; r < 100; r++)
        for (c = 0; c < 120; c++)
            print (c - 64) ^ 2 + (r - 50) ^ 2 < 200 ? 60 : 60.5 + 0.7 * sqrt((c - 64) ^ 2 + (r - 50) ^ 2) + sin(c * r)
}' >flat.asc
run 0 water flat.asc --set lakes.evaporation=0.1 --set lakes.sill=1 -o flat "${quick[@]}"
grep -q '1 lakes of the map keep' flat/landscape.json || fail 'the flat is no lake'
for count in 2 5; do
    ranks $count water flat.asc --set lakes.evaporation=0.1 --set lakes.sill=1 --tile 31x17 -o "flat$count" --progress none ||
        fail "$count ranks fail to find lakes of the map"
    same_files flat "flat$count"
done
ranks 4 water map.tif --until drain --tile 200 -o few --progress none || fail 'more ranks than tiles fail'
same_files whole few
ranks 2 water map.tif --until drain -o untold --progress none || fail 'ranks that are told no tiles fail'
same_files whole untold
ranks 1 water map.tif -o alone "${quick[@]}" || fail 'one rank that does all fails'
cmp whole/height.tif alone/height.tif >/dev/null && fail 'lakes leave the ground as it was'

# refused PATTERN ARGUMENT...: one rank says why, and nothing is left.
refused() {
    local pattern=$1
    shift
    ! ranks 2 "$@" --progress none || fail "'$*' was taken"
    [ "$(grep -c '^interfluve: ' "$err")" -eq 1 ] || fail 'not one rank speaks'
    grep -q "^interfluve: .*$pattern" "$err" || fail "'$*' does not say '$pattern'"
    [ ! -e no ] && [ ! -e no.tiles ] || fail 'ranks that refuse leave something behind'
}
refused 'none.tif' water none.tif --until drain --tile 64 -o no
refused 'lakes.from' water map.tif --until lakes --set lakes.from=erode --set lakes.mode=volume --set lakes.flats=land -o no

# A rank stands still in mid-run, so that the run cannot be done, and is then killed.
phases() {
    head -1 killed.tiles/state 2>/dev/null || echo 0
}
# killed_rank FROM ALL ARGUMENT...: after FROM of ALL phases at least.
killed_rank() {
    local from=$1 all=$2 launcher victim code=0
    shift 2
    mpirun --oversubscribe --bind-to none -n 3 "$INTERFLUVE_RANKS" water "$@" --tile 7x11 -o killed \
        --progress none --threads 1 >"$out" 2>"$err" &
    launcher=$!
    for _ in $(seq 6000); do
        [ "$(phases)" -lt "$from" ] || break
        sleep 0.005
    done
    victim=$(pgrep -P "$launcher" | tail -1)
    kill -STOP "$victim"
    sleep 0.3
    [ "$(phases)" -ge "$from" ] && [ "$(phases)" -lt "$all" ] && [ ! -e killed ] ||
        fail "the rank stood still after $(phases) phases of $all"
    kill -KILL "$victim"
    wait "$launcher" || code=$?
    [ "$code" -ne 0 ] || fail 'a run without one of its ranks ends well'
    [ "$(grep -c 'exited on signal 9' "$err")" -eq 1 ] || fail 'the killed rank is not told'
    ! grep -q '^interfluve: ' "$err" || fail 'ranks that were ended speak'
    [ ! -e killed ] || fail 'a killed rank leaves a result'
    ! pgrep -P "$launcher" >/dev/null || fail 'ranks are left running'
}
killed_rank 2 8 map.tif --until drain
touch killed.tiles/area.tif killed.tiles/cover.tif.aux.xml # as of one that is killed while it writes
ranks 3 water map.tif --until drain --tile 7x11 -o killed --progress none || fail 'it does not go on'
says 'went on after [2-7] phases'
same_files whole killed
rm -r killed
killed_rank 8 10 shore.tif --skip lakes --set rivers.width=60
ranks 3 water shore.tif --skip lakes --set rivers.width=60 --tile 7x11 -o killed --progress none || fail 'rivers do not go on'
says 'went on after [89] phases'
same_files rivers killed
rm -r killed
killed_rank 5 10 shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.evaporation=2
ranks 3 water shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.evaporation=2 --tile 7x11 -o killed \
    --progress none || fail 'lakes do not go on'
says 'went on after [5-9] phases'
same_files lakes killed
