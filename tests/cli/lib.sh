# SPDX-License-Identifier: MIT
# What the tests of the command share. Each script sources this and then stands in an empty folder of
# its own. INTERFLUVE is the program, SOURCE_DIR the checkout.
set -euo pipefail
: "${INTERFLUVE:?the program}" "${SOURCE_DIR:?the checkout}"
unset COLUMNS

work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
mkdir "$work/land"
cd "$work/land"
out=$work/stdout
err=$work/stderr

# For runs whose picture and model nobody looks at: they take most of the time of a small land.
quick=(--progress none --without map.png,terrain.glb)

fail() {
    echo "FAILED: $*"
    echo "--- stdout"
    head -30 "$out" || true
    echo "--- stderr"
    head -30 "$err" || true
    exit 1
}

# run CODE ARGUMENT...: runs the command, which must exit with CODE; see $out and $err.
run() {
    local expected=$1 code=0
    shift
    "$INTERFLUVE" "$@" >"$out" 2>"$err" || code=$?
    [ "$code" -eq "$expected" ] || fail "'$*' exits with $code, expected $expected"
}

# says PATTERN: stdout has a line that matches.
says() {
    grep -qE -- "$1" "$out" || fail "stdout has no '$1'"
}

# refuses CODE PATTERN ARGUMENT...: the command exits with CODE, says why in exactly one line that
# matches PATTERN, and leaves nothing behind.
refuses() {
    local code=$1 pattern=$2 before after
    shift 2
    before=$(find . | sort)
    run "$code" "$@"
    after=$(find . | sort)
    [ "$(wc -l <"$err")" -eq 1 ] || fail "'$*' does not say what is wrong in one line"
    grep -q '^interfluve: ' "$err" || fail "'$*' does not begin its line with 'interfluve: '"
    grep -qE -- "$pattern" "$err" || fail "'$*' does not say '$pattern'"
    [ ! -s "$out" ] || fail "'$*' writes to stdout although it fails"
    [ "$before" = "$after" ] || fail "'$*' leaves something behind: $after"
}

# is_complete DIR: every file of a result is there.
is_complete() {
    local file
    for file in recipe.yaml height.tif water.tif cover.tif area.tif direction.tif water.gpkg height.png \
        map.png terrain.glb landscape.json; do
        [ -s "$1/$file" ] || fail "$1/$file is missing"
    done
}

# recipe SIZE: a small land with all that there is; pictures of an oblong SIZE such as '[96, 24]' are
# small too.
recipe() {
    cat <<YAML
interfluve: 1
seed: 42
frame: {size: $1, width: 20 km, height: [-200 m, 1200 m]}
stages:
  - noise: {}
  - drain: {}
  - lakes: {}
  - rivers: {}
YAML
}

# map_asc COLS ROWS: a sloping height map with two hollows, as an ASCII grid of 30 m cells.
map_asc() {
    awk -v cols="$1" -v rows="$2" 'BEGIN {
        print "ncols", cols "\nnrows", rows "\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999"
        for (y = 0; y < rows; y++) {
            for (x = 0; x < cols; x++) {
                h = 100 + x + 0.4 * y + 9 * sin(x / 7) + 7 * cos(y / 5)
                h -= 60 * exp(-((x - cols / 3) ^ 2 + (y - rows / 2) ^ 2) / 80)
                h -= 40 * exp(-((x - cols * 0.7) ^ 2 + (y - rows / 4) ^ 2) / 50)
                printf "%.2f ", h
            }
            print ""
        }
    }'
}

# map_tif FILE COLS ROWS: the same with a metric CRS.
map_tif() {
    map_asc "$2" "$3" >"$work/map.asc"
    gdal_translate -q -of GTiff -ot Float32 -a_srs EPSG:32632 "$work/map.asc" "$1"
}

# same_files WHOLE TILED: rasters and vectors are the same bytes.
same_files() {
    local file
    for file in {height,water,cover,area,direction,discharge}.tif water.gpkg; do
        [ "$file" = water.gpkg ] && [ ! -e "$1/$file" ] && [ ! -e "$2/$file" ] && continue
        cmp -s "$1/$file" "$2/$file" || fail "$1/$file and $2/$file differ"
    done
    [ ! -e "$2.tiles" ] || fail "$2.tiles is left behind"
}
