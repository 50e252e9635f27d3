# SPDX-License-Identifier: MIT
# What make, water, check and render write.
source "$(dirname "$0")/lib.sh"

recipe 96 >land.yaml
run 0 make land.yaml
is_complete land
says '^land    96 x 96 cells of 208 m, 20\.0 km x 20\.0 km, height '
says '^rivers  [0-9]'
says '^lakes   [0-9]'
says '^check   [1-9] rules of water hold, 0 broken$'
says '^map     land/map.png$'
grep -q '^make 3/4 lakes: ' "$err" || fail 'no plain progress lines'
[ "$(find . -mindepth 1 -maxdepth 1 | sort | xargs)" = './land ./land.yaml' ] || fail 'something else was written'

run 0 check land
[ "$(wc -l <"$out")" -eq 9 ] || fail 'check does not print a line a rule'
for rule in 1 2 3 4 5 6 7 8 9; do
    says "^rule $rule  (holds|-)"
done
refuses 1 'nowhere' check nowhere
mkdir stranger
echo mine >stranger/diary
refuses 1 'stranger' check stranger
refuses 1 'stranger' render stranger

# A river bed lifted in the raster is found by check.
cp -r land broken
gdal_translate -q -co COMPRESS=DEFLATE -scale 0 1 5 4 land/height.tif "$work/height.tif"
mv "$work/height.tif" broken/height.tif
run 1 check broken
says '^rule [0-9]  broken'

# Water on a map: by default in a folder of the map's name.
map_tif hills.tif 120 80
run 0 water hills.tif --progress none
is_complete hills
says '^lakes   [1-9]'
gdalinfo hills/height.tif | grep 'UTM zone 32N' >/dev/null || fail 'the CRS of the map is lost'
run 0 check hills
run 0 water hills.tif -o full --set lakes.mode=full --progress none
run 0 water hills.tif -o small --size 60 --progress none
says '^land    60 x 40 cells'

# Pictures again.
for view in map height water area; do
    run 0 render land --view "$view"
    [ "$(cat "$out")" = "land-$view.png" ] || fail "render says $(cat "$out")"
    gdalinfo "land-$view.png" | grep '^Driver: PNG' >/dev/null || fail "land-$view.png is no picture"
done
run 0 render land/ -o mine.png
cmp -s mine.png land-map.png || fail 'two pictures of the same view differ'
refuses 2 'unknown view `mpa`: did you mean `map`' render land --view mpa
refuses 1 'nowhere' render land -o nowhere/map.png
