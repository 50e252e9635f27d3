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

# panel OUT PICTURE...: pictures of one size side by side, $side pixels each, with a white gap; in a
# palette of 256 colours, a third of the size.
side=400
panel() {
    local out=$1 west=0 parts=()
    shift
    for picture in "$@"; do
        gdal_translate -q -outsize "$side" "$side" -r lanczos "$picture" "part$west.tif"
        gdal_translate -q -of VRT -a_ullr "$west" "$side" $((west + side)) 0 "part$west.tif" "part$west.vrt"
        parts+=("part$west.vrt")
        west=$((west + side + 8))
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

# A page of figures (docs/measure.md).
"$interfluve" make uplift-range -o range --size 512 --seed 1 --progress none --without map.png,terrain.glb >range.txt
"$interfluve" measure range --picture measure.png >measure.txt
save measure.png measure.png -outsize 1200 833 -r lanczos

# An island with a river and a lake that stay (docs/placing.md).
sed '/  - place:/,/Mere/d' "$here/story.yaml" >bare-story.yaml
"$interfluve" make bare-story.yaml -o story0 --progress none >story.txt
"$interfluve" make "$here/story.yaml" -o story1 --progress none >story.txt
"$interfluve" make "$here/story.yaml" -o story2 --progress none --set 'lakes.runoff=60 mm/y' \
    --set 'lakes.evaporation=1.5 m/y' --set rivers.perennial=0.05 >story.txt
"$interfluve" make "$here/story.yaml" -o story3 --progress none --set regions.seed=11 >story.txt
side=480
panel story.png story0/map.png story1/map.png story2/map.png story3/map.png
side=400

# A painting and what becomes of it (docs/amplify.md).
"$interfluve" make painted-island -o painting --size 768 --progress none --until noise >amplify.txt
"$interfluve" make painted-island -o amplified --size 768 --progress none >amplify.txt
"$interfluve" make painted-island -o closer --size 768 --progress none --set amplify.closeness=1 >amplify.txt
side=480
panel amplify.png painting/map.png amplified/map.png closer/map.png
side=400

# Methods one after the other (docs/combinations.md).
for preset in carved-island hydrology-eroded basins-refined; do
    "$interfluve" make "$preset" -o "$preset" --size 768 --progress none >combination.txt
done
side=480
panel combinations.png carved-island/map.png hydrology-eroded/map.png basins-refined/map.png
side=400

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

# bare NAME STAGE [OPTION]...: bare land of one stage, in the folder NAME.
bare() {
    local name=$1 stage=$2
    shift 2
    printf 'interfluve: 1\nseed: 3\nframe: {size: 640, width: 40 km, height: [100 m, 2000 m]}\nstages:\n  - %s: {}\n' \
        "$stage" >"$name.yaml"
    "$interfluve" make "$name.yaml" -o "$name" --progress none "$@" >"$name.txt"
}

# Base shapes, a little smaller: rough land packs badly.
side=360
bare ruled faults --set faults.edge=sharp --set faults.bend=0
bare bent faults
bare wide faults --set faults.lines=60 --set faults.decrease=exponential --set faults.last=0.2 --set 'faults.width=10 km'
panel faults.png ruled/map.png bent/map.png wide/map.png
bare rough midpoint --set midpoint.hurst=0.6
bare usual midpoint
bare rolling midpoint --set midpoint.hurst=1
panel midpoint.png rough/map.png usual/map.png rolling/map.png
for form in fractal ridged billow; do
    bare $form noise --set noise.form=$form
done
panel noise.png fractal/map.png ridged/map.png billow/map.png

# Channels by area and by Canny's edges.
side=400
"$interfluve" make demo -o by-area --size 1024 --progress none >by-area.txt
"$interfluve" make demo -o by-edges --size 1024 --progress none --set rivers.extract=canny >by-edges.txt
part=(-srcwin 300 200 400 400)
gdal_translate -q "${part[@]}" by-area/map.png by-area.tif
gdal_translate -q "${part[@]}" by-edges/map.png by-edges.tif
panel canny.png by-area.tif by-edges.tif
# Coasts through markers: strength of the markers, sites of the first refinement, ways of the second.
# coast NAME [OPTION]...: the view coast of markers.yaml with other settings, in NAME.png.
coast() {
    local name=$1
    shift
    "$interfluve" make "$here/markers.yaml" -o "$name" --until coast --progress none "$@" >"$name.txt"
    "$interfluve" render "$name" --view coast -o "$name.png" >>"$name.txt"
}
bare=(--set coast.roughness=0 --set coast.metric=manhattan)
plain=("${bare[@]}" --set coast.refine=off)
for strength in 0.3 1 3; do
    marks=()
    for i in 0 1 2 3; do
        marks+=(--set "coast.landmasses[0].markers[$i].strength=$strength")
    done
    coast "strength$strength" "${plain[@]}" --set coast.sites=0 "${marks[@]}"
done
panel strength.png strength0.3.png strength1.png strength3.png
for sites in 20 50 500; do
    coast "sites$sites" "${plain[@]}" --set "coast.sites=$sites"
done
panel sites.png sites20.png sites50.png sites500.png
for refine in off plain noise; do
    coast "refine$refine" "${bare[@]}" --set coast.sites=100 --set "coast.refine=$refine" --set coast.sites_2=800
done
coast natural
panel refine.png refineoff.png refineplain.png refinenoise.png natural.png

# Ready-made coasts.
for shape in island archipelago continent peninsula lagoon; do
    "$interfluve" make "$here/shapes.yaml" -o "$shape" --until coast --progress none --set "coast.shape=$shape" >"$shape.txt"
done
panel shapes.png island/map.png archipelago/map.png continent/map.png peninsula/map.png lagoon/map.png

# Regions by markers, and at random.
"$interfluve" make "$here/markers.yaml" -o markers --progress none >markers.txt
"$interfluve" make "$here/shapes.yaml" -o random --progress none >random.txt
panel regions.png markers/region.png random/region.png
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

# Presets of the faults method.
side=400
for preset in highland desert badlands; do
    "$interfluve" make "faults-$preset" -o "preset-$preset" --size 800 --without terrain.glb --progress none >"preset-$preset.txt"
done
panel faults-presets.png preset-highland/map.png preset-desert/map.png preset-badlands/map.png
# Land from hydrology: five presets, and one of them at three scales.
for name in island alps braided dendritic trunk; do
    "$interfluve" make "hydrology-$name" -o "hydrology-$name" --size 800 --progress none >"$name.txt"
done
panel hydrology.png hydrology-island/map.png hydrology-alps/map.png hydrology-braided/map.png
for stage in network watersheds courses; do
    "$interfluve" make hydrology-island -o "plan-$stage" --until "$stage" --size 800 --progress none >"$stage.txt"
done
panel hydrology-plan.png plan-network/plan.png plan-watersheds/plan.png plan-courses/plan.png
panel hydrology-junctions.png hydrology-dendritic/map.png hydrology-trunk/map.png

# scale NAME X Y WIDTH: a window of the island's tree as shaded relief.
scale() {
    "$interfluve" sample hydrology-island --size 800 -o "$1.tif" \
        --window "$(($2 - $4 / 2)),$(($3 - $4 / 2)),$(($2 + $4 / 2)),$(($3 + $4 / 2))" >"$1.txt"
    gdaldem hillshade -q -z 1.6 "$1.tif" "$1-shade.tif"
    gdal_translate -q -b 1 -b 1 -b 1 "$1-shade.tif" "$1-rgb.tif"
}
scale land 30000 30000 60000
scale valley 32600 22350 6000
scale bank 32600 22350 600
panel hydrology-scales.png land-rgb.tif valley-rgb.tif bank-rgb.tif

# Channels that part: a delta and a braided river, close up.
"$interfluve" make hydrology-island -o fine-island --size 2400 --without terrain.glb --progress none >fine.txt
"$interfluve" make hydrology-braided -o fine-braided --size 2400 --without terrain.glb --progress none >fine.txt
gdal_translate -q -srcwin 1180 1800 260 260 fine-island/map.png delta-part.tif
gdal_translate -q -srcwin 1110 1190 400 400 fine-braided/map.png braided-part.tif
panel hydrology-channels.png delta-part.tif braided-part.tif

# Rivers first: rivers, lakes, deltas, relief.
# rivers_first NAME [OPTION]...: the preset basins-island with other settings, in the folder NAME.
rivers_first() {
    local name=$1
    shift
    "$interfluve" make basins-island -o "$name" --size 800 --progress none "$@" >"$name.txt"
}
flat=(--set 'regions.random=[]' --set 'channels.sources={flatland: 40}' --set channels.deltas=0
      --set 'channels.lakes={flatland: 0}')
rivers_first mouths10 "${flat[@]}" --set 'basins.outlets={coast: 10}'
rivers_first mouths1000 "${flat[@]}" --set 'basins.outlets={coast: 1000}'
rivers_first straight "${flat[@]}" --set 'basins.outlets={coast: 10}' --set basins.growth=random
for name in mouths10 mouths1000 straight; do
    "$interfluve" render "$name" --view channel -o "$name.png" >"$name.txt"
done
panel outlets.png mouths10.png mouths1000.png straight.png

rivers_first thin --set channels.widen=false --set 'channels.lakes={flatland: 0, mountain: 0}'
rivers_first wide --set channels.width=70 --set 'channels.lakes={flatland: 0, mountain: 0}'
rivers_first lakes --set channels.lake_chance=0.2 --set 'channels.lakes={flatland: 40, mountain: 20}'
for name in thin wide lakes; do
    gdal_translate -q -srcwin 400 250 400 400 "$name/map.png" "$name.tif"
done
panel widths.png thin.tif wide.tif lakes.tif

"$interfluve" make basins-delta -o delta --size 1600 --progress none >delta.txt
"$interfluve" make basins-delta -o foot --seed 1 --size 1600 --progress none >delta.txt
"$interfluve" make basins-delta -o bow --seed 102 --size 1600 --progress none >delta.txt
gdal_translate -q -srcwin 620 700 380 380 delta/map.png delta.tif
gdal_translate -q -srcwin 380 90 400 400 foot/map.png foot.tif
gdal_translate -q -srcwin 700 920 460 460 bow/map.png bow.tif
panel delta.png delta/map.png delta.tif foot.tif bow.tif

for slope in 0.05 0.2 0.5; do
    rivers_first "slope$slope" --set "regions.types={flatland: {growth: $slope}}"
done
panel slopes.png slope0.05/map.png slope0.2/map.png slope0.5/map.png

rivers_first valleys
rivers_first grown --set relief.erosion=0 --set relief.floors=0
rivers_first plain --set relief.erosion=0 --set relief.floors=0 --set relief.valleys=0
for name in valleys grown plain; do
    "$interfluve" render "$name" --view shade -o "$name.png" >"$name.txt"
    gdal_translate -q -srcwin 330 200 300 300 "$name.png" "$name.tif"
done
panel valleys.png valleys.tif grown.tif plain.tif

# What each stage leaves behind.
side=260
pictures=()
for view in coast region basin channel height map; do
    "$interfluve" render valleys --view "$view" -o "view-$view.png" >view.txt
    pictures+=("view-$view.png")
done
panel views.png "${pictures[@]}"
side=400

for preset in island archipelago continent desert-coast small; do
    "$interfluve" make "basins-$preset" -o "preset-$preset" --progress none >preset.txt
done
panel presets.png preset-island/map.png preset-archipelago/map.png preset-continent/map.png \
    preset-desert-coast/map.png preset-small/map.png
"$interfluve" render preset-desert-coast --view shade -o desert.png >desert.txt
for name in preset-desert-coast/map.png desert.png; do
    gdal_translate -q -srcwin 420 480 460 460 "$name" "${name//\//-}.tif"
done
panel deserts.png preset-desert-coast-map.png.tif desert.png.tif
# Ice.
for preset in alps lakes fjords; do
    "$interfluve" make "ice-$preset" -o "ice-$preset" --size 800 --without terrain.glb --progress none >"ice-$preset.txt"
done
panel ice.png ice-alps/map.png ice-lakes/map.png ice-fjords/map.png
# Ground that rises and is worn down: the presets, on meshes a little coarser than theirs.
# uplift NAME PRESET [OPTION]...: a preset with other settings, in the folder NAME.
uplift() {
    local name=$1 preset=$2
    shift 2
    "$interfluve" make "uplift-$preset" -o "$name" --size 640 --progress none "$@" >"$name.txt"
}
side=300
for preset in basic perlin mountain-simple mountain-steep mountain-layers; do
    uplift "$preset" "$preset" --set 'mesh.spacing=12 m'
done
panel uplift-paper.png basic/map.png perlin/map.png mountain-simple/map.png mountain-steep/map.png mountain-layers/map.png
side=400
uplift range range --set 'mesh.spacing=100 m'
uplift plateau plateau --set 'mesh.spacing=66 m'
uplift lakes lake-district --set 'mesh.spacing=50 m'
panel uplift-ours.png range/map.png plateau/map.png lakes/map.png
uplift folded folded
"$interfluve" render folded --view shade -o folded.png >folded.txt
side=640
panel uplift-folded.png folded.png
side=400
# docs/meanders.md.
"$interfluve" presets uplift-lowland | grep -v -e '- meanders:' >straight.yaml
"$interfluve" make uplift-lowland -o lowland --without terrain.glb --progress none >lowland.txt
"$interfluve" make straight.yaml -o straight --without terrain.glb --progress none >straight.txt
for name in lowland straight; do
    gdal_translate -q -srcwin 0 60 480 480 "$name/map.png" "$name.tif"
done
panel meanders.png lowland/map.png lowland.tif straight.tif

# docs/placing.md: invented names.
"$interfluve" presets basins-island >named.yaml
echo '  - names: {invent: nordic}' >>named.yaml
"$interfluve" make named.yaml -o named --size 900 --progress none >named.txt
save names.png named/map.png -srcwin 180 140 640 760

# docs/python.md: one land in two climates.
uplift arid lake-district --set 'lakes.runoff=30 mm/y'
uplift moist lake-district --set 'lakes.runoff=1 m/y'
panel python.png arid/map.png moist/map.png

# Figures 4 to 6 of the paper, from its own presets: lakes and rivers; more rain and more evaporation;
# rivers from a high and from a low threshold.
uplift figure4 mountain-layers --size 1000
save uplift-lakes.png figure4/map.png -outsize 800 800 -r lanczos
for preset in basic perlin; do
    uplift rainy $preset --set 'mesh.spacing=12 m'
    uplift usual $preset --set 'mesh.spacing=12 m' --set erode.rain=5e-6
    uplift parched $preset --set 'mesh.spacing=12 m' --set erode.rain=5e-6 --set erode.evaporation=2e-4
    panel uplift-water-$preset.png usual/map.png rainy/map.png parched/map.png
    rm -r rainy usual parched
done
uplift few mountain-simple --set 'mesh.spacing=12 m' --set 'rivers.area=15 ha'
uplift many mountain-simple --set 'mesh.spacing=12 m' --set 'rivers.area=0.5 ha'
panel uplift-threshold.png few/map.png many/map.png
