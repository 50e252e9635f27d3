#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# beside.sh [DEM]: the time that drain, lakes and rivers take on a height map, beside what other tools
# take for less on the same map: GDAL shades it, SAGA and GRASS fill it and find where water gathers.
# What is not installed is left out. Without DEM (also: the variable DEM) a map of noise is made.
#
#   INTERFLUVE   the program (build/release/interfluve)
#   SIZE         cells a side of the map that is made (4096)
#   LIMIT        seconds after which a tool is stopped (300)
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
program=${INTERFLUVE:-$root/build/release/interfluve}
dem=${1:-${DEM:-}}
size=${SIZE:-4096}
limit=${LIMIT:-300}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -x "$program" ]; then
    echo "beside.sh: no program at $program; run make first, or set INTERFLUVE" >&2
    exit 1
fi
if ! command -v gdal_translate >/dev/null || ! command -v gdalinfo >/dev/null; then
    echo "GDAL's commands (gdal-bin) are not installed: no comparison"
    exit 0
fi

if [ -z "$dem" ]; then
    cat >"$work/noise.yaml" <<RECIPE
interfluve: 1
seed: 7
frame: {size: $size, width: 60 km, height: [10 m, 2200 m]}
stages:
  - noise: {}
RECIPE
    echo "Making a map of $size x $size cells"
    "$program" make "$work/noise.yaml" -o "$work/noise" --progress none >/dev/null
    dem=$work/noise/height.tif
fi

# One plain copy for all, so that nobody's time is spent on decompression.
gdal_translate -q -b 1 -ot Float32 -co TILED=NO "$dem" "$work/dem.tif"
read -r cols rows < <(gdalinfo "$work/dem.tif" | sed -n 's/^Size is \([0-9]*\), \([0-9]*\)/\1 \2/p')
cells=$((cols * rows))

now() { date +%s.%N; }

# timed NAME COMMAND...: runs it and leaves its time in $took; fails where the command does.
timed() {
    local name=$1 start
    shift
    start=$(now)
    if ! timeout "$limit" "$@" >"$work/log" 2>&1; then
        echo "$name: failed, or stopped after $limit s"
        tail -n 3 "$work/log" | sed 's/^/    /'
        return 1
    fi
    took=$(awk -v a="$start" -v b="$(now)" 'BEGIN { print b - a }')
}

row() { # NAME SECONDS
    awk -v name="$1" -v s="$2" -v ours="$ours" -v n="$cells" \
        'BEGIN { printf "%-52s %8.2f %10.1f %8.2f\n", name, s, s / n * 1e9, s / ours }'
}

# The time of each stage as landscape.json has it: "seconds" stands before "stage".
stage_seconds() {
    awk -v wanted="$1" '
        /"seconds":/ { gsub(/[",]/, ""); seconds = $2 }
        /"stage":/ { gsub(/[",]/, ""); if (index(wanted, $2)) sum += seconds }
        END { print sum }' "$work/ours/landscape.json"
}

timed "interfluve water" "$program" water "$work/dem.tif" -o "$work/ours" --progress none
whole=$took
ours=$(stage_seconds "drain lakes rivers")

echo
echo "$cols x $rows cells; times with reading and writing but for the first line"
printf '%-52s %8s %10s %8s\n' "" seconds "ns a cell" ratio
row "interfluve: drain, lakes, rivers" "$ours"
row "interfluve water, every file written" "$whole"

if command -v gdaldem >/dev/null; then
    timed hillshade gdaldem hillshade -q "$work/dem.tif" "$work/shade.tif" &&
        row "GDAL: hillshade alone" "$took" || true
fi

if command -v saga_cmd >/dev/null; then
    gdal_translate -q -of SAGA "$work/dem.tif" "$work/dem.sdat"
    if timed "SAGA" saga_cmd --flags=s ta_preprocessor 4 -ELEV="$work/dem.sgrd" \
        -FILLED="$work/filled.sgrd" -FDIR="$work/way.sgrd" -WSHED="$work/basin.sgrd"; then
        filled=$took
        row "SAGA: fill (Wang, Liu)" "$filled"
        timed "SAGA" saga_cmd --flags=s ta_hydrology 0 -ELEVATION="$work/filled.sgrd" \
            -FLOW="$work/flow.sgrd" -METHOD=0 &&
            row "SAGA: fill and D8 flow accumulation" \
                "$(awk -v a="$filled" -v b="$took" 'BEGIN { print a + b }')" || true
    fi
    rm -f "$work"/*.s* "$work"/*.mgrd
else
    echo "SAGA (saga_cmd) is not installed: left out"
fi

if command -v grass >/dev/null; then
    # Reading into its own database is not counted.
    cat >"$work/grass.sh" <<SCRIPT
set -e
r.in.gdal -o --quiet input="$work/dem.tif" output=dem
g.region raster=dem
start=\$(date +%s.%N)
r.watershed -s --quiet elevation=dem accumulation=flow drainage=way
echo "\$start \$(date +%s.%N)" >"$work/grass.time"
SCRIPT
    if timed "GRASS" grass --tmp-location XY --exec bash "$work/grass.sh"; then
        row "GRASS: r.watershed -s, directions and accumulation" \
            "$(awk '{ print $2 - $1 }' "$work/grass.time")"
    fi
else
    echo "GRASS (grass) is not installed: left out"
fi
