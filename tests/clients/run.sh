#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh PROGRAM ROOM [CLIENT]...: hands one land over to real programs and asks them what they see. ROOM keeps
# the exports, what the programs said, and their pictures; its node_modules hold the packages of web pages. A program
# that is not there is skipped with a reason; the last line counts.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
interfluve=$(realpath "$1")
mkdir -p "$2/pictures" "$2/said"
room=$(cd "$2" && pwd)
shift 2
wanted=("$@")
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8
# Debian's own Python has the bindings; another may come first on the path.
python=/usr/bin/python3
passed=0
failed=0
skipped=0

# A real map, where INTERFLUVE_DEMS names a folder that has it: in metres of UTM, with lakes.
real=${INTERFLUVE_DEMS:-}/finger_lakes_ny.tif

land() {
    rm -rf "$room/land"
    "$interfluve" make "$here/land.yaml" -o "$room/land" --progress none --without terrain.glb >"$room/said/land.txt" || exit 1
}

# hand_over OUT OPTION...: an export into ROOM/OUT, from nothing.
hand_over() {
    local out=$1
    shift
    rm -rf "${room:?}/$out"
    "$interfluve" export "$room/land" -o "$room/$out" --progress none "$@" >"$room/said/$out.export.txt"
}

# client NAME REASON COMMAND...: REASON is why it cannot be, or empty.
client() {
    local name=$1 reason=$2 said=$room/said/$1.txt
    shift 2
    if [ ${#wanted[@]} -gt 0 ] && [[ " ${wanted[*]} " != *" $name "* ]]; then
        return
    fi
    if [ -n "$reason" ]; then
        echo "skipped  $name: $reason"
        skipped=$((skipped + 1))
    elif "$@" >"$said" 2>&1; then
        echo "passed   $name: $(grep -E '^saw: ' "$said" | sed 's/^saw: //' | tail -1)"
        passed=$((passed + 1))
    else
        echo "FAILED   $name"
        tail -25 "$said" | sed 's/^/    /'
        failed=$((failed + 1))
    fi
}

# lacks COMMAND...: says which is not there.
lacks() {
    local command
    for command in "$@"; do
        command -v "$command" >/dev/null || echo "there is no $command"
    done | head -1
}

lacks_page() {
    local package
    lacks node
    [ -x "${CHROMIUM:=/usr/bin/chromium}" ] || echo "there is no $CHROMIUM"
    for package in playwright-core "$@"; do
        [ -d "$room/node_modules/$package" ] || echo "the npm package $package is not there"
    done
}

blender_client() {
    hand_over blender --for blender --size 513 &&
        blender --background --factory-startup --python-exit-code 1 --python "$here/blender.py" -- \
            "$room/blender" "$room/pictures/blender.png"
}

# Godot imports into the project's own folder, which holds copies. Debian's editor without a display does not end of itself
# once it has imported: it is ended when the model is there.
godot_client() {
    hand_over godot --for godot --size 257 --maps splat && hand_over godot-r16 --for godot --size 257 --format r16 --maps none ||
        return 1
    local project=$room/godot-project editor
    rm -rf "$project"
    cp -r "$room/godot" "$project"
    cp "$room/godot-r16/height.r16" "$project"
    cp "$room/godot-r16/export.json" "$project/r16.json"
    cp "$here/godot3.gd" "$project/check.gd"
    printf 'config_version=4\n[application]\nconfig/name="Interfluve"\n' >"$project/project.godot"
    HOME=$room godot3-server --path "$project" --editor --quit &
    editor=$!
    for ((i = 0; i < 600; i++)); do
        compgen -G "$project/.import/water.glb-*.md5" >/dev/null && compgen -G "$project/.import/height.exr-*.md5" >/dev/null && break
        kill -0 $editor 2>/dev/null || break
        sleep 0.5
    done
    kill -9 $editor 2>/dev/null
    wait $editor 2>/dev/null
    HOME=$room timeout 300 godot3-server --path "$project" --script check.gd && grep -q '^saw: ' "$room/said/godot.txt" || return 1
    if [ -z "$(lacks godot3 xvfb-run)" ]; then # a picture, where there is a display to draw it on
        cp "$here/godot3_view.gd" "$project/view.gd"
        HOME=$room timeout 300 xvfb-run -a -s '-screen 0 960x600x24' godot3 --path "$project" --video-driver GLES2 \
            --audio-driver Dummy --resolution 960x600 --script view.gd && cp "$project/picture.png" "$room/pictures/godot.png"
    fi
}

qgis_client() {
    hand_over gis --for gis && "$python" "$here/qgis_check.py" "$room/gis" "$room/pictures/qgis.png"
}

real_gis() {
    [ -e "$room/real/landscape.json" ] ||
        "$interfluve" water "$real" -o "$room/real" --progress none --without terrain.glb,map.png >"$room/said/real.txt" || return 1
    rm -rf "$room/real-gis"
    "$interfluve" export "$room/real" -o "$room/real-gis" --for gis --progress none >"$room/said/real-gis.txt"
}

qgis_real_client() {
    real_gis && "$python" "$here/qgis_check.py" "$room/real-gis" "$room/pictures/qgis-real.png" "$real"
}

grass_real_client() {
    real_gis && HOME=$room bash "$here/grass.sh" "$room/real-gis" "$room/grass-real" utm
}

grass_client() {
    hand_over gis --for gis && HOME=$room bash "$here/grass.sh" "$room/gis" "$room/grass"
}

gdal_client() {
    hand_over gis-whole --for gis --size 513 && hand_over gis-tiles --for gis --tiles 2 --size 513 &&
        "$python" "$here/gdal_check.py" "$room/gis-whole" "$room/gis-tiles"
}

three_client() {
    hand_over blender --for blender --size 513 && hand_over unity --for unity --size 513 &&
        node "$here/three.mjs" "$room" "$room/pictures/three.png"
}

maplibre_client() {
    hand_over web --for web && node "$here/maplibre.mjs" "$room" web "$room/pictures/maplibre.png"
}

pmtiles_client() {
    hand_over web --for web && hand_over pmtiles --for web --format pmtiles &&
        node "$here/pmtiles.mjs" "$room" web pmtiles &&
        node "$here/maplibre.mjs" "$room" pmtiles "$room/pictures/pmtiles.png"
}

lacks_module() {
    "$python" -c "import $1" 2>/dev/null || echo "$python has no module $1"
}

lacks_map() {
    [ -r "$real" ] || echo "INTERFLUVE_DEMS names no folder with $(basename "$real")"
}

land
client gdal "$(lacks_module osgeo.gdal)" gdal_client
client qgis "$(lacks_module qgis.core)" qgis_client
client grass "$(lacks grass)" grass_client
client qgis-real "$(lacks_module qgis.core; lacks_map)" qgis_real_client
client grass-real "$(lacks grass; lacks_map)" grass_real_client
client blender "$(lacks blender)" blender_client
client godot "$(lacks godot3-server)" godot_client
client three "$(lacks_page three | head -1)" three_client
client maplibre "$(lacks_page maplibre-gl | head -1)" maplibre_client
client pmtiles "$(lacks_page maplibre-gl pmtiles | head -1)" pmtiles_client
echo "$passed passed, $failed failed, $skipped skipped; pictures are in $room/pictures"
[ "$failed" -eq 0 ]
