# SPDX-License-Identifier: MIT
# What make, water, check and render write.
source "$(dirname "$0")/lib.sh"

recipe '[96, 40]' >land.yaml
run 0 make land.yaml
is_complete land
says '^land    96 x 40 cells of 208 m, 20\.0 km x 8\.3 km, height '
says '^rivers  [0-9]'
says '^lakes   [0-9]'
says '^closed  (none|[0-9.]+ %) of the land drains to '
says '^check   [0-9]+ rules of water hold, 0 broken$'
says '^map     land/map.png$'
grep -q '^make 3/4 lakes: ' "$err" || fail 'no plain progress lines'
[ "$(find . -mindepth 1 -maxdepth 1 | sort | xargs)" = './land ./land.yaml' ] || fail 'something else was written'

run 0 check land
[ "$(wc -l <"$out")" -eq 12 ] || fail 'check does not print a line a rule'
for rule in 1 2 3 4 5 6 7 8 9 10 11 12; do
    says "^rule $rule +(holds|-)"
done
refuses 1 'nowhere: there is no such folder' check nowhere
refuses 1 'land/map.png: is a file' check land/map.png
mkdir stranger
echo mine >stranger/diary
refuses 1 'stranger: holds no result of interfluve' check stranger
refuses 1 'stranger' render stranger

# A river bed lifted in the raster is found by check.
cp -r land broken
gdal_translate -q -co COMPRESS=DEFLATE -scale 0 1 5 4 land/height.tif "$work/height.tif"
mv "$work/height.tif" broken/height.tif
run 1 check broken
says '^rule [0-9]+ +broken'

# Water on a map: by default in a folder of the map's name.
map_tif hills.tif 120 80
run 0 water hills.tif --progress none --set lakes.gorge=0
is_complete hills
says '^lakes   [1-9]'
gdalinfo hills/height.tif | grep 'UTM zone 32N' >/dev/null || fail 'the CRS of the map is lost'
run 0 check hills
run 0 water hills.tif -o full --set lakes.mode=full "${quick[@]}"
run 0 water hills.tif -o small --size 60 "${quick[@]}"
says '^land    60 x 40 cells'

# A map is not replaced by its own result.
cp -r hills own
refuses 2 'lies in the folder' water own/height.tif -o own
refuses 2 'lies in the folder' water own/height.tif -o own/.
refuses 2 'hills.tif: is what the recipe begins with' water hills.tif -o hills.tif

# Files left out are not there, not even older ones, and what is left can be checked.
cp -r land part
for without in height.png water.gpkg height.tif area.tif,direction.tif recipe.yaml,region.tif; do
    without=terrain.glb,map.png,$without
    run 0 make land.yaml -o part --without "$without" --progress none
    for file in ${without//,/ }; do
        [ ! -e "part/$file" ] || fail "--without $without writes $file"
    done
    [ "$(find part -type f ! -name '*.xml' | wc -l)" -ge 7 ] || fail "--without $without leaves out too much"
    run 0 check part
done
run 0 make land.yaml -o part "${quick[@]}"
says '^folder  part$'
refuses 2 'did you mean `terrain.glb`' make land.yaml -o part --without terain.glb
refuses 2 'cannot be left out' make land.yaml -o part --without landscape.json
rm -r part own

# A picture without a scale is told about; a range and a width say it all.
gdal_translate -q -of PNG -ot UInt16 -scale 0 300 0 65535 hills.tif drawn.png
rm -f drawn.png.aux.xml
run 0 water drawn.png "${quick[@]}"
grep -q '^note: import: drawn.png says nothing of its scale, heights taken as decimetres .*, pixels as 30 m wide' "$err" ||
    fail 'no note of what was taken for granted'
grep -q '"text": "drawn.png says' drawn/landscape.json || fail 'the note is not in landscape.json'
run 0 water drawn.png "${quick[@]}" --set import.low=0 --set import.high=300 \
    --set 'frame.width=12 km'
says '^land    120 x 80 cells of 100 m'
grep -q '^note' "$err" && fail 'a note although all was said'
run 0 make drawn/recipe.yaml -o again "${quick[@]}"
cmp -s drawn/height.tif again/height.tif || fail 'recipe.yaml makes another land of a picture'
rm -r again

# Pictures again.
for view in map height water area; do
    run 0 render land --view "$view"
    [ "$(cat "$out")" = "land-$view.png" ] || fail "render says $(cat "$out")"
    gdalinfo "land-$view.png" | grep '^Driver: PNG' >/dev/null || fail "land-$view.png is no picture"
done
run 0 render land/ -o mine.png
cmp -s mine.png land-map.png || fail 'two pictures of the same view differ'
refuses 2 'unknown view `mpa`: did you mean `map`' render land --view mpa
run 0 render land --view relief3d --azimuth 0 --tilt 50 --exaggeration 2 --climate arid --size 120 -o block.png
refuses 2 '--tilt is `5`, expected a number from 10 to 80' render land --view relief3d --tilt 5
refuses 2 '--azimuth is `north`' render land --view relief3d --azimuth north
refuses 2 'unknown climate "mild"' render land --climate mild
refuses 1 'nowhere' render land -o nowhere/map.png
