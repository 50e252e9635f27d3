#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gallery.sh [INTERFLUVE]: makes the landscapes of docs/gallery.md, their pictures, and the page itself.
# Needs the command (build/release/interfluve if not given) and gdal-bin.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
interfluve=$(realpath "${1:-$here/../../build/release/interfluve}")
page=$here/../gallery.md
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
export GDAL_PAM_ENABLED=NO
size=800 # cells along the longer side
mkdir -p "$here/gallery"

# photograph OUT PICTURE WIDTH: smooth light packs better as JPEG.
photograph() {
    gdal_translate -q -of JPEG -co QUALITY=86 -outsize "$3" 0 -r lanczos "$2" "$here/gallery/$1"
}

cat >"$page" <<END
# Gallery

Presets as they are, $size cells along the longer side, on maps and from above. Each is made by

\`\`\`
interfluve make PRESET --size $size
interfluve render PRESET --view relief3d
\`\`\`

\`--azimuth\`, \`--tilt\` and \`--exaggeration\` turn the block, \`--climate temperate|arid|arctic|tropical\` gives it other colours; both
stand below each picture where they are not the usual ones. Times are seconds of processor time, with checks, rasters and map. \`docs/pictures/gallery.sh\` makes this page again.

END

# land PRESET TITLE [OPTION]...: makes a preset, draws it, and adds it to the page.
land() {
    local preset=$1 title=$2 seconds
    shift 2
    TIMEFORMAT='%U'
    seconds=$({ time "$interfluve" make "$preset" -o land --size "$size" --progress none \
        --without terrain.glb >make.txt 2>&1; } 2>&1)
    "$interfluve" render land --view relief3d --size 1600 -o block.png "$@" >render.txt
    photograph "$preset.jpg" block.png 1100
    photograph "$preset-map.jpg" land/map.png 420
    cat >>"$page" <<END
## $title

![$title, from above](pictures/gallery/$preset.jpg)

<img src="pictures/gallery/$preset-map.jpg" alt="$title, the map" width="320">

[\`$preset\`](../recipes/$preset.yaml)${*:+, \`$*\`}: $seconds s.

END
    rm -r land
    echo "docs/pictures/gallery/$preset.jpg: $(stat -c %s "$here/gallery/$preset.jpg") bytes, $seconds s"
}

land demo 'An island with lakes' --azimuth 340
land ice-alps 'Alps that ice has shaped' --climate arctic
land uplift-range 'A range between two plains' --azimuth 30
land uplift-lake-district 'A lake district' --azimuth 20 --tilt 40
land ice-fjords 'Fjords' --climate arctic --azimuth 130
land hydrology-island 'An island from its rivers' --climate tropical
land basins-island 'Rivers first: an island'
land basins-desert-coast 'A desert at the sea'
land basins-delta 'A delta' --climate tropical --tilt 45
land faults-badlands 'Badlands' --climate arid --azimuth 20
land uplift-plateau 'A plateau that is being cut' --climate arid
land painted-island 'A painting that water has cut' --azimuth 20
