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

# Land that water wore: before and after, the three masks, three kinds of rock.
worn() {
    local name=$1
    shift
    "$interfluve" make "$here/erosion.yaml" -o "$name" --progress none "$@" >"$name.txt"
}
worn unworn --until noise
worn worn
panel erosion.png unworn/map.png worn/map.png
for view in flow wear deposit; do
    "$interfluve" render worn --view $view -o $view.png >$view.txt
done
panel erosion-masks.png flow.png wear.png deposit.png
worn hard --set hydraulic.dissolve=0.005 --set hydraulic.capacity=3
worn soft --set hydraulic.dissolve=0.3 --set hydraulic.talus=0.3
panel erosion-rocks.png hard/map.png worn/map.png soft/map.png
