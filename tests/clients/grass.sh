#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# grass.sh EXPORT ROOM: GRASS takes the export's CRS as it is, imports rasters and vectors without overriding it, and has
# the same figures.
set -euo pipefail
export_dir=$1
room=$2
rm -rf "$room"
mkdir -p "$room"
cat >"$room/job.sh" <<'JOB'
set -euo pipefail
fail() {
    echo "wrong: $*"
    exit 1
}
told() { /usr/bin/python3 -c "import json; t = json.load(open('$EXPORT/export.json')); print($1)"; }
projection=$(g.proj -g | sed -n 's/^proj=//p')
[ "$projection" = "$WANTED" ] || fail "GRASS reads the CRS as '$projection', expected $WANTED"
r.in.gdal --quiet input="$EXPORT/height.tif" output=height
r.in.gdal --quiet input="$EXPORT/slope.tif" output=slope
v.in.ogr --quiet input="$EXPORT/water.gpkg" layer=rivers output=rivers
v.in.ogr --quiet input="$EXPORT/water.gpkg" layer=lakes output=lakes snap=1e-3
v.in.ogr --quiet input="$EXPORT/rivers.fgb" output=flat
g.region raster=height
eval "$(r.info -gr height)"
expected=$(told "t['range']['high']")
awk "BEGIN { exit !(($max - $expected)^2 < 1e-4) }" || fail "heights reach $max m, expected $expected"
[ "$cols" = "$(told "t['lattice']['cols']")" ] || fail "$cols columns"
awk "BEGIN { exit !(($ewres / $(told "t['lattice']['step_x']") - 1)^2 < 1e-10) }" || fail "cells of $ewres m"
lines=$(v.info -t rivers | sed -n 's/^lines=//p')
[ "$lines" -gt 50 ] || fail "$lines rivers"
# rivers lie in their valleys: nearly all of them on ground that drains much more than a cell
r.watershed --quiet elevation=height accumulation=drained
v.to.rast --quiet input=rivers output=river type=line use=val value=1
r.mapcalc --quiet "beside = if(isnull(river), null(), if(abs(drained) < 20, 1, 0))"
beside=$(r.univar -g beside | sed -n 's/^mean=//p')
awk "BEGIN { exit !($beside < 0.2) }" || fail "$beside of the rivers' cells lie where GRASS sees no river"
echo "saw: GRASS $(g.version -g | sed -n 's/^version=//p'), CRS $projection, heights to $max m, $lines rivers, $beside of them beside GRASS's own valleys"
JOB
export EXPORT=$export_dir WANTED=${3:-tmerc}
grass --tmp-location "$export_dir/height.tif" --exec bash "$room/job.sh"
