# SPDX-License-Identifier: MIT
# What make, water, check and render write, and where they refuse to.
source "$(dirname "$0")/lib.sh"

recipe 96 >land.yaml
run 0 make land.yaml
is_complete land
says '^land    96 x 96 cells of 208 m, 20\.0 km x 20\.0 km, height '
says '^rivers  [0-9]'
says '^lakes   [0-9]'
says '^check   [1-9] rules of water hold, 0 broken$'
says '^map     land/map.png$'
grep -q '^[0-9]*/[0-9]* lakes: ' "$err" || fail 'no plain progress lines'
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

# The same recipe, every default filled in, makes the same land.
run 0 make land/recipe.yaml -o again --progress none
cmp -s land/height.tif again/height.tif || fail 'recipe.yaml makes another land'
cmp -s land/recipe.yaml again/recipe.yaml || fail 'recipe.yaml changes when it is run'
rm -r again

# --seed, --size and --set are what they are in the recipe; --until stops.
run 0 make land.yaml -o a --seed 7 --progress none
recipe 96 | sed 's/seed: 42/seed: 7/' >seven.yaml
run 0 make seven.yaml -o b --progress none
cmp -s a/height.tif b/height.tif || fail '--seed is not the seed'
cmp -s a/height.tif land/height.tif && fail '--seed changes nothing'
run 0 make land.yaml -o a --set seed=7 --progress none
cmp -s a/height.tif b/height.tif || fail '--set seed is not the seed'
run 0 make land.yaml -o a --size 64 --progress none
says '^land    64 x 64 cells'
run 0 make land.yaml -o a --set lakes.mode=full --set 'lakes.min_area=3 ha' --progress none
grep -qE 'mode: "?full' a/recipe.yaml || fail '--set is not in recipe.yaml'
run 0 make land.yaml -o a --until drain --progress none
grep -q '^lakes' "$out" && fail '--until drain makes lakes'
[ -s a/height.tif ] || fail '--until drain writes no height.tif'
run 0 make a/recipe.yaml -o b --progress none

# Water on a map: by default in a folder of the map's name.
map_tif hills.tif 120 80
run 0 water hills.tif --progress none
is_complete hills
says '^lakes   [1-9]'
gdalinfo hills/height.tif | grep -q 'UTM zone 32N' || fail 'the CRS of the map is lost'
run 0 check hills
run 0 water hills.tif -o full --set lakes.mode=full --progress none
run 0 water hills.tif -o small --size 60 --progress none
says '^land    60 x 40 cells'

# Pictures again.
for view in map height water area; do
    run 0 render land --view "$view"
    [ "$(cat "$out")" = "land-$view.png" ] || fail "render says $(cat "$out")"
    gdalinfo "land-$view.png" | grep -q '^Driver: PNG' || fail "land-$view.png is no picture"
done
run 0 render land/ -o mine.png
cmp -s mine.png land-map.png || fail 'two pictures of the same view differ'
refuses 2 'unknown view `mpa`: did you mean `map`' render land --view mpa
refuses 1 'nowhere' render land -o nowhere/map.png

# Folders that are not ours stay as they are; ours and empty ones are replaced.
refuses 1 'stranger' make land.yaml -o stranger
[ "$(ls stranger)" = diary ] || fail 'a folder of the user was changed'
echo file >occupied
refuses 1 'occupied' make land.yaml -o occupied
refuses 1 'nowhere' make land.yaml -o nowhere/land
refuses 1 'occupied' make land.yaml -o occupied/land
[ "$(cat occupied)" = file ] || fail 'a file of the user was changed'
if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 555 locked
    refuses 1 'locked' make land.yaml -o locked/land
fi
mkdir blank
run 0 make land.yaml -o blank --progress none
is_complete blank
run 0 make land.yaml -o land --size 64 --progress none
gdalinfo land/height.tif | grep -q 'Size is 64, 64' || fail 'an older result was not replaced'
cp land.yaml bare
refuses 1 'bare' make bare
# A preset's name is a preset's name although a folder of that name is here.
run 0 make demo --size 64 --progress none
run 0 make demo --size 64 --progress none
