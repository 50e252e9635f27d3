#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make.sh [INTERFLUVE]: makes every picture of README.md and docs/ again, from land that Interfluve
# itself invents. Needs the command (build/release/interfluve if not given) and gdal-bin.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
interfluve=$(realpath "${1:-$here/../../build/release/interfluve}")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
export GDAL_PAM_ENABLED=NO

# land NAME [OPTION]...: the highland with other settings, in the folder NAME.
land() {
    local name=$1
    shift
    "$interfluve" make "$here/highland.yaml" -o "$name" --progress none "$@" >"$name.txt"
}

# panel OUT PICTURE...: pictures of one size side by side, 400 pixels each, with a white gap; in a
# palette of 256 colours, a third of the size.
panel() {
    local out=$1 west=0 parts=()
    shift
    for picture in "$@"; do
        gdal_translate -q -outsize 400 400 -r lanczos "$picture" "part$west.tif"
        gdal_translate -q -of VRT -a_ullr "$west" 400 $((west + 400)) 0 "part$west.tif" "part$west.vrt"
        parts+=("part$west.vrt")
        west=$((west + 408))
    done
    gdalwarp -q -overwrite -wo INIT_DEST=255 "${parts[@]}" panel.tif
    rgb2pct.py panel.tif palette.tif >palette.txt
    save "$out" palette.tif
}

# save OUT PICTURE [OPTION]...
save() {
    local out=$1 picture=$2
    shift 2
    gdal_translate -q -of PNG -co ZLEVEL=9 "$@" "$picture" "$here/$out"
    echo "docs/pictures/$out: $(stat -c %s "$here/$out") bytes"
}

# The first thing one sees.
"$interfluve" make demo -o demo --size 1200 --progress none >demo.txt
save demo.png demo/map.png -outsize 800 800 -r lanczos

# The bare ground and its drainage area.
land bare --until drain
"$interfluve" render bare --view area -o area.png >area.txt
panel drain.png bare/map.png area.png

# The same land with every hollow full, with a given volume, with a steady balance.
land full --set lakes.mode=full
land volume --set lakes.mode=volume --set 'lakes.rain=2 m'
land between --set 'lakes.runoff=0.15 m/y' --set 'lakes.evaporation=0.8 m/y'
panel modes.png full/map.png volume/map.png between/map.png

# One rule, three climates.
land wet --set 'lakes.runoff=1 m/y' --set 'lakes.evaporation=0.3 m/y'
land dry --set 'lakes.runoff=0.03 m/y' --set 'lakes.evaporation=1.5 m/y'
panel climates.png wet/map.png between/map.png dry/map.png

# What counts as a lake: a part of the land, with low and high limits.
part=(-srcwin 40 380 400 400)
land few --size 1000 --set 'lakes.min_area=1 km2' --set 'lakes.min_depth=10 m'
land many --size 1000 --set 'lakes.min_area=4 ha' --set 'lakes.min_depth=0.5 m'
gdal_translate -q "${part[@]}" many/map.png many.tif
gdal_translate -q "${part[@]}" few/map.png few.tif
panel hollows.png many.tif few.tif

# A survey from the air sees the water's surface, not the ground below: lay one over the other and
# treat the result as a stranger's height map.
gdalwarp -q between/height.tif between/water.tif survey.tif
"$interfluve" water survey.tif -o plain --progress none --set lakes.mode=full --set lakes.flats=land >plain.txt
"$interfluve" water survey.tif -o survey --progress none >survey.txt
panel flats.png plain/map.png survey/map.png

# Lines and widths, close up.
land close --size 1600 --set 'lakes.min_area=0.2 km2'
save rivers.png close/map.png -srcwin 820 560 640 400

# Land from hydrology: five presets, and one of them at three scales.
for name in island alps braided dendritic trunk; do
    "$interfluve" make "hydrology-$name" -o "hydrology-$name" --size 800 --progress none >"$name.txt"
done
panel hydrology.png hydrology-island/map.png hydrology-alps/map.png hydrology-braided/map.png
panel hydrology-junctions.png hydrology-dendritic/map.png hydrology-trunk/map.png

# scale NAME X Y WIDTH: a window of the island's tree as shaded relief.
scale() {
    "$interfluve" sample hydrology-island --size 800 -o "$1.tif" \
        --window "$(($2 - $4 / 2)),$(($3 - $4 / 2)),$(($2 + $4 / 2)),$(($3 + $4 / 2))" >"$1.txt"
    gdaldem hillshade -q -z 1.6 "$1.tif" "$1-shade.tif"
    gdal_translate -q -b 1 -b 1 -b 1 "$1-shade.tif" "$1-rgb.tif"
}
scale land 30000 30000 60000
scale valley 31900 22500 6000
scale bank 31900 22500 600
panel hydrology-scales.png land-rgb.tif valley-rgb.tif bank-rgb.tif
