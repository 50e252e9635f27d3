# SPDX-License-Identifier: MIT
# A map in tiles: the same rasters and vectors as in one piece, for any tiles. A run that was killed goes on where it was.
source "$(dirname "$0")/lib.sh"

map_tif map.tif 301 190
run 0 water map.tif --until drain -o whole "${quick[@]}"
for tile in 37x53 64 512; do
    run 0 water map.tif --until drain --tile "$tile" -o "tiles$tile" --progress none
    same_files whole "tiles$tile"
done
run 0 water map.tif --until drain --memory 1M -o small --progress none
same_files whole small
run 0 check tiles64
says 'rule 5 +holds'
says 'rule 7 +holds'

# Other ways down, and maps whose cells' area is no round number.
gdal_translate -q -a_ullr 0 6270.323 9933.5117 0 map.tif odd.tif
for descent in steepest lowest; do
    run 0 water odd.tif --until drain --set drain.descent=$descent -o "whole-$descent" "${quick[@]}"
    run 0 water odd.tif --until drain --set drain.descent=$descent --tile 50 -o "$descent" --progress none
    same_files "whole-$descent" "$descent"
done

# Ways out of hollows cut into the ground: what was moved is told in the same figures.
moved() {
    sed -n '/"ground_change"/,/}/p' "$1/landscape.json"
}
gdal_translate -q -scale 0 100 -40 60 map.tif low.tif
for map in map low; do
    run 0 water $map.tif --skip lakes --set drain.depressions=carve -o "carved-$map" "${quick[@]}"
    for tile in 37x53 64 512; do
        run 0 water $map.tif --skip lakes --set drain.depressions=carve --tile "$tile" -o carved --progress none
        same_files "carved-$map" carved
        [ "$(moved "carved-$map")" = "$(moved carved)" ] || fail "not the same ground moved: $(moved carved)"
        [[ $(moved carved) == *hollows_breached* ]] || fail 'nothing is told of cuts'
        rm -r carved
    done
done
run 0 water map.tif --until drain --set drain.depressions=carve -o carved "${quick[@]}"
! cmp -s carved/height.tif whole/height.tif || fail 'nothing is carved'
run 0 water map.tif --until drain --set drain.depressions=carve --tile 29 -o carved29 --progress none
same_files carved carved29
run 0 check carved29

# Rivers and watersheds, narrow and wide, running and dry; on a map with a coast.
gdal_translate -q -scale 0 100 -180 -80 map.tif shore.tif
wide=(--set rivers.width=60 --set rivers.perennial=0.001)
run 0 water shore.tif --skip lakes -o rivers "${quick[@]}"
run 0 water shore.tif --skip lakes "${wide[@]}" -o wide "${quick[@]}"
run 0 water shore.tif --skip lakes --set rivers.by=discharge -o strong "${quick[@]}"
[ "$(ogrinfo -q rivers/water.gpkg | sed 's/^[0-9]*: //; s/ .*//' | sort | tr '\n' ' ')" = 'beds coast rivers watersheds ' ] ||
    fail "layers: $(ogrinfo -q rivers/water.gpkg)"
! cmp -s rivers/cover.tif wide/cover.tif || fail 'no river covers the cells beside it'
for tile in 37x53 64 512; do
    run 0 water shore.tif --skip lakes --tile "$tile" -o "rivers$tile" --progress none
    same_files rivers "rivers$tile"
    run 0 water shore.tif --skip lakes "${wide[@]}" --tile "$tile" -o "wide$tile" --progress none
    same_files wide "wide$tile"
done
run 0 water shore.tif --skip lakes --set rivers.by=discharge --tile 29 -o strong29 --progress none
same_files strong strong29
run 0 water shore.tif --skip lakes --memory 1M -o few --progress none
same_files rivers few
run 0 check rivers37x53
[ "$(ls rivers | grep -v '\.png$')" = "$(ls rivers37x53)" ] || fail "files: $(ls rivers37x53)"
refuses 2 'extract.*tiles' water map.tif --skip lakes --tile 64 --set rivers.extract=canny -o no
refuses 2 'runoff.*tiles' water map.tif --skip lakes --tile 64 --set 'drain.runoff={noise: {low: 0.1, high: 1}}' -o no
refuses 2 'lakse' water map.tif --skip lakse -o no

# Lakes: full ones, those that dry up and rain that was poured; with and without rivers between them.
# lake_figures FOLDER: what landscape.json tells of water and ground, without times.
lake_figures() {
    sed -n '/"budget"/,/}/p; /"ground_change"/,/}/p' "$1/landscape.json"
}
# same_lakes NAME MAP ARGUMENT...
same_lakes() {
    local name=$1 map=$2 tile
    shift 2
    run 0 water "$map" --set lakes.flats=land "$@" -o "$name" "${quick[@]}"
    for tile in 37x53 64 512; do
        run 0 water "$map" --set lakes.flats=land "$@" --tile "$tile" -o "$name-tiles" --progress none
        same_files "$name" "$name-tiles"
        [ "$(lake_figures "$name")" = "$(lake_figures "$name-tiles")" ] || fail "not the same water: $(lake_figures "$name-tiles")"
        [[ $(lake_figures "$name-tiles") == *hollows_* ]] || fail 'nothing is told of the ground'
        [ "$tile" = 64 ] && run 0 check "$name-tiles"
        rm -r "$name-tiles"
    done
    ogrinfo -so "$name/water.gpkg" lakes | grep -q 'Feature Count: [1-9]' || fail "$name has no lakes"
}
same_lakes lakes shore.tif --set lakes.min_area=20000 --set lakes.min_depth=0.2
same_lakes many map.tif --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set rivers.width=60
same_lakes arid odd.tif --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.runoff=0.02 --set lakes.evaporation=3 --set rivers.by=discharge --set rivers.discharge=0.0001
same_lakes poured map.tif --until lakes --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.mode=volume --set lakes.rain=0.2
same_lakes full map.tif --set lakes.min_area=20000 --set lakes.min_depth=0.2 --set lakes.mode=full --set rivers.outlets=true

# Lakes that the map shows as flats: none, one that is open, and one in a dry land that swallows more than it can lose.
# lake_notes FOLDER: what landscape.json says of them.
lake_notes() {
    grep -o '"[0-9]* \(lakes of the map\|of them\) .*' "$1/landscape.json" || true
}
# same_flats NAME MAP ARGUMENT...: of which the notes tell, too.
same_flats() {
    local name=$1 map=$2 tile
    shift 2
    run 0 water "$map" "$@" -o "$name" "${quick[@]}"
    for tile in 11x7 64; do
        run 0 water "$map" "$@" --tile "$tile" -o "$name-tiles" --progress none
        same_files "$name" "$name-tiles"
        [ "$(lake_figures "$name")" = "$(lake_figures "$name-tiles")" ] || fail "not the same water: $(lake_figures "$name-tiles")"
        [ "$(lake_notes "$name")" = "$(lake_notes "$name-tiles")" ] || fail "not the same notes: $(lake_notes "$name-tiles")"
        [ "$tile" = 64 ] && run 0 check "$name-tiles"
        rm -r "$name-tiles"
    done
}
same_flats unasked odd.tif
awk 'BEGIN {
    print "ncols 120\nnrows 100\nxllcorner 0\nyllcorner 0\ncellsize 30"
    for (r = 0; r < 100; r++)
        for (c = 0; c < 120; c++)
            print (c - 64) ^ 2 + (r - 50) ^ 2 < 200 ? 60 : 60.5 + 0.7 * sqrt((c - 64) ^ 2 + (r - 50) ^ 2) + sin(c * r)
}' >flat.asc
same_flats flat flat.asc
grep -q '1 lakes of the map keep' flat/landscape.json || fail 'the flat is no lake'
same_flats shut flat.asc --set lakes.runoff=0.5 --set lakes.evaporation=0.1 --set lakes.sill=1
grep -q 'given an outlet' shut/landscape.json || fail 'the lake swallows all it gets'
same_flats flat-poured flat.asc --set lakes.mode=volume --set lakes.rain=2 --until lakes
refuses 2 'carve.*skip lakes' water map.tif --tile 64 --set lakes.flats=land --set drain.depressions=carve -o no
refuses 2 'runoff.*numbers' water map.tif --tile 64 --set lakes.flats=land --set 'lakes.runoff={noise: {low: 0.1, high: 1}}' -o no
refuses 2 'keep no water' water map.tif --until drain --tile 64 --set drain.depressions=fill-free -o no
refuses 2 'resampled' water map.tif --until drain --tile 64 --size 64 -o no
refuses 2 '1 to 32768' water map.tif --until drain --tile 0 -o no
refuses 2 'memory' water map.tif --until drain --tile 4096 --memory 2M -o no
[ ! -e no ] && [ ! -e no.tiles ] || fail 'a refusal leaves something behind'

# A full lake spills into one whose level comes out at the very height of their pass: its water ends there.
printf '%s\n' 'ncols 8' 'nrows 3' 'xllcorner 0' 'yllcorner 0' 'cellsize 30' 'NODATA_value -9999' \
    '8100 8100 8100 8100 8100 8100 8100 8100' \
    '8100 7990 8000.00048828125 8000 8000 8000 8000 8100' \
    '8100 8100 8100 8100 8100 8100 8100 8100' >brim.asc
brim=(brim.asc --set lakes.flats=land --set import.terraces=keep --set lakes.min_area=900 --set lakes.min_depth=0
    --set lakes.evaporation=3 --set lakes.dam=0 --set lakes.silt=0 --set lakes.gorge=0 --progress none)
run 0 water "${brim[@]}" -o brim
for tile in 64 3x2; do
    run 0 water "${brim[@]}" --tile $tile -o "brim-$tile"
    same_files brim "brim-$tile"
done

# Killed in mid-run, it leaves no result, and goes on with what was done. Another map does not.
# killed PHASE ARGUMENT...
killed() {
    local phase=$1
    shift
    rm -f "$work/progress"
    mkfifo "$work/progress"
    "$INTERFLUVE" water "$@" --tile 37x53 -o killed --progress json >"$out" 2>"$work/progress" &
    local run=$! line
    exec 4<"$work/progress"
    while read -r line <&4; do
        [[ $line != *"\"stage\":\"$phase\""* ]] || break
    done
    kill -KILL "$run"
    exec 4<&-
    wait "$run" 2>/dev/null || true
}
killed hollows map.tif --until drain
[ ! -e killed ] || fail 'a killed run leaves a result'
[ -e killed.tiles ] || fail 'a killed run leaves nothing to go on with'
run 0 water map.tif --until drain --tile 37x53 -o killed --progress none
says 'went on after [45] phases'
same_files whole killed
rm -r killed
killed hollows map.tif --until drain
run 0 water map.tif --until drain --tile 64 -o killed --progress none
! grep -q 'went on' "$out" || fail 'other tiles go on with what was done'
same_files whole killed
for phase in rivers passes; do
    rm -r killed
    killed $phase shore.tif --skip lakes
    [ ! -e killed ] || fail 'a killed run leaves a result'
    run 0 water shore.tif --skip lakes --tile 37x53 -o killed --progress none
    says 'went on after ([89]|10) phases'
    same_files rivers killed
done
for phase in lakes discharge; do
    rm -r killed
    killed $phase shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2
    [ ! -e killed ] || fail 'a killed run leaves a result'
    run 0 water shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2 --tile 37x53 -o killed --progress none
    says 'went on after [3-9] phases'
    same_files lakes killed
done
for phase in shores lakes; do
    rm -r killed
    killed $phase flat.asc
    [ ! -e killed ] || fail 'a killed run leaves a result'
    run 0 water flat.asc --tile 37x53 -o killed --progress none
    says 'went on after [3-9] phases'
    same_files flat killed
done
# Of a grid that is cut short or gone nothing is gone on with.
for harm in 'truncate -s 100 killed.tiles/settled.raw' 'rm killed.tiles/area.raw'; do
    rm -r killed
    killed rivers shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2
    $harm
    run 0 water shore.tif --set lakes.flats=land --set lakes.min_area=20000 --set lakes.min_depth=0.2 --tile 37x53 -o killed --progress none
    ! grep -q 'went on' "$out" || fail 'a folder that is damaged is gone on with'
    same_files lakes killed
done
rm -r killed
killed cuts low.tif --skip lakes --set drain.depressions=carve
run 0 water low.tif --skip lakes --set drain.depressions=carve --tile 37x53 -o killed --progress none
says 'went on after [56] phases'
same_files carved-low killed
mkdir theirs.tiles
echo mine >theirs.tiles/notes.txt
refuses 1 'not written by interfluve' water map.tif --until drain --tile 64 -o theirs
[ "$(cat theirs.tiles/notes.txt)" = mine ] || fail 'a file of the user is gone'

# Real maps, where there are some; under the sanitizers the small ones, which take a tenth of the time.
for map in "${INTERFLUVE_DEMS:-none}"/*.tif; do
    [ -e "$map" ] || continue
    [ -z "${SANITIZE:-}" ] || [ "$(stat -c %s "$map")" -lt 2000000 ] || continue
    run 0 water "$map" --until drain -o real --progress none --without map.png,terrain.glb,height.png
    run 0 water "$map" --until drain --tile 512 -o real512 --progress none
    same_files real real512
    run 0 water "$map" --skip lakes -o real --progress none --without map.png,terrain.glb,height.png
    run 0 water "$map" --skip lakes --tile 512 -o real512 --progress none
    same_files real real512
    run 0 water "$map" --skip lakes --set drain.depressions=carve -o real --progress none --without map.png,terrain.glb,height.png
    run 0 water "$map" --skip lakes --set drain.depressions=carve --tile 512 -o real512 --progress none
    same_files real real512
    for flats in land auto; do
        run 0 water "$map" --set lakes.flats=$flats -o real --progress none --without map.png,terrain.glb,height.png
        run 0 water "$map" --set lakes.flats=$flats --tile 512 -o real512 --progress none
        same_files real real512
    done
    rm -r real real512
done
