# SPDX-License-Identifier: MIT
# Disks that are full, places that cannot be, two runs at once: one clear line, and nothing half done.
source "$(dirname "$0")/lib.sh"

cat >land.yaml <<'RECIPE'
interfluve: 1
seed: 3
frame: {size: 32, width: 20 km, height: [-400 m, 900 m]}
stages:
  - contour: {}
  - network: {}
  - watersheds: {}
  - courses: {}
  - tree: {}
  - sample: {}
  - regions: {random: {mountain: 1}}
  - hydraulic: {steps: 2}
  - place: {no_lakes: [[10 km, 10 km]]}
  - lakes: {}
  - rivers: {}
RECIPE
run 0 make land.yaml -o good --progress none

# left EXPECTED...: what is in the folder, hidden files too.
left() {
    local found
    found=$(ls -A | LC_ALL=C sort | tr '\n' ' ')
    [ "$found" = "$* " ] || fail "the folder has $found, expected $*"
}

# full FILE BYTES ARGUMENT...: no file may grow beyond so many bytes, as on a full disk: writing FILE fails, and is told.
full() {
    local file=$1 bytes=$2 code=0
    shift 2
    (
        trap '' XFSZ
        prlimit --fsize="$bytes" --pid $BASHPID
        exec "$INTERFLUVE" "$@" 2>&1 >/dev/null
    ) | cat >"$err" || code=${PIPESTATUS[0]}
    [ "$code" -eq 1 ] || fail "$file with $bytes bytes of room exits with $code"
    [ "$(wc -l <"$err")" -eq 1 ] || fail "$file with $bytes bytes of room: not one line"
    grep -q "cannot write.*$file" "$err" || fail "$file with $bytes bytes of room is not told"
}

# Every file is the one that does not fit, those that are longer left out; its last byte, and most of it.
needed='recipe.yaml landscape.json cover.tif water.tif'
for file in $(cd good && ls -S); do
    case $file in *.aux.xml | cover.tif | water.tif | landscape.json) continue ;; esac
    without=$(cd good && for other in *; do
        [[ $other == "$file" || $other == *.aux.xml || " $needed " == *" $other "* ]] || printf '%s,' "$other"
    done)
    size=$(stat -c %s "good/$file")
    for bytes in $((size - 1)) $((size / 2)); do
        most=$(stat -c %s good/{recipe.yaml,landscape.json,cover.tif,water.tif} | sort -n | tail -1)
        if [ "$bytes" -gt "$most" ]; then
            full "$file" "$bytes" make good/recipe.yaml -o small --progress none --without "${without%,}"
            left good land.yaml
        fi
    done
done
# The short ones, which cannot be left out or are shorter than these.
for bytes in 0 1 500 1200 1400 2400; do
    full '' "$bytes" make good/recipe.yaml -o small --progress none
    left good land.yaml
done
# An older result stays as it was, and single files are not left in part.
cp -r good older
full '' 3000 make good/recipe.yaml -o older --progress none
diff -r good older || fail 'an older result changed though the disk was full'
rm -r older
full picture.png 3000 render good -o picture.png
full window.png 300 sample good --window 0,0,9000,9000 --size 64 -o window.png
full window.tif 300 sample good --window 0,0,9000,9000 --size 64 -o window.tif
left good land.yaml

# Exports: the largest file, one in the middle and the smallest each lack their last byte, and an older export stays as it was.
for program in unreal unity godot blender houdini gis web 'web --format pmtiles' 'gis --tiles 2'; do
    # shellcheck disable=SC2086
    run 0 export good --for $program -o out --progress none
    cp -r out before
    sizes=($(find out -type f -size +1c -printf '%s\n' | sort -n))
    for where in 'new 0' "out $((${#sizes[@]} / 2))" 'new -1'; do
        # shellcheck disable=SC2086
        full '' $((sizes[${where#* }] - 1)) export good --for $program -o "${where% *}" --progress none
        diff -r before out || fail "an older export for $program changed though the disk was full"
        left before good land.yaml out
    done
    rm -r before out
done

# What cannot be written to is refused before anything is made.
if [ -d /proc/self ]; then
    run 1 make land.yaml -o /proc/x --progress json
    grep -q '"stage"' "$err" && fail 'stages ran for a folder that cannot be'
    grep -q '/proc/x: cannot be written' "$err" || fail '/proc/x is not told'
fi

# Through a link, also to another file system: the link stays, the files are behind it.
mkdir behind
ln -s behind link
run 0 make land.yaml -o link "${quick[@]}"
[ -L link ] && [ -f behind/landscape.json ] || fail 'a link was not followed'
run 0 check behind
rm -r behind link
if [ -d /dev/shm ] && [ -w /dev/shm ]; then
    far=$(mktemp -d /dev/shm/fluv-test-XXXXXX)
    trap 'rm -rf "$work" "$far"' EXIT
    ln -s "$far" far
    run 0 make land.yaml -o far "${quick[@]}"
    run 0 make land.yaml -o "$far/new" "${quick[@]}"
    run 0 check "$far/new"
    cmp "$far/height.tif" "$far/new/height.tif" || fail 'another file system gives another land'
    [ "$(ls -A "$far" | grep -c part)" -eq 0 ] || fail 'parts are left on another file system'
    rm far
fi

# Two runs into one folder at once: each is whole or refused, and the folder is one of them.
"$INTERFLUVE" make land.yaml -o both --seed 5 "${quick[@]}" >"$work/1" 2>&1 &
first=$!
"$INTERFLUVE" make land.yaml -o both --seed 6 "${quick[@]}" >"$work/2" 2>&1 &
codes=
for each in $first $!; do
    code=0
    wait "$each" || code=$?
    codes+=$code
done
[[ $codes == *0* && $codes != *[2-9]* ]] || fail "two runs at once exit with $codes: $(cat "$work/1" "$work/2")"
run 0 check both
left both good land.yaml
seed=$(sed -n 's/^seed: //p' both/recipe.yaml)
run 0 make land.yaml -o again --seed "$seed" "${quick[@]}"
for file in again/*.tif; do
    cmp "$file" "both/${file#again/}" || fail "two runs at once mixed their files"
done
rm -rf both again

full figures.png 300 measure good --picture figures.png --progress none
left good land.yaml

# A map in tiles: no result, and what was done is gone on from when there is room.
map_tif map.tif 64 48
# goes_on FILE ROOMS OPTION...: with so many bytes of room, or one less than FILE has, there is no result; then the same.
goes_on() {
    local file=$1 rooms=$2 bytes made
    shift 2
    run 0 water map.tif "$@" --tile 16 -o whole --progress none
    for bytes in $rooms $(($(stat -c %s "whole/$file") - 1)); do
        full '' "$bytes" water map.tif "$@" --tile 16 -o small --progress none
        [ ! -e small ] || fail "tiles with $bytes bytes of room leave a result"
    done
    run 0 water map.tif "$@" --tile 16 -o small --progress none
    for made in whole/*.tif whole/*.gpkg; do
        [ ! -e "$made" ] || cmp "$made" "small/${made#whole/}" || fail 'tiles that went on after a full disk are others'
    done
    [ ! -e small.tiles ] || fail 'tiles are left behind'
    rm -r whole small
}
goes_on height.tif '0 100 3000' --until drain
goes_on water.gpkg '0 9000 60000' --skip lakes
rm map.tif
