# SPDX-License-Identifier: MIT
# Images named in recipes: found beside the recipe, and named in the folder that is made as seen from
# there, so that both can be moved together.
source "$(dirname "$0")/lib.sh"

recipe 48 >plain.yaml
run 0 make plain.yaml -o first "${quick[@]}"
mkdir -p work/maps work/recipes
cp first/height.png work/maps/rain.png
recipe 48 | sed 's|lakes: {}|lakes: {runoff: {image: ../maps/rain.png, low: 0, high: 2 m/y}}|' >work/recipes/wet.yaml

run 0 make work/recipes/wet.yaml -o work/wet "${quick[@]}"
grep -q 'runoff: {image: "../maps/rain.png", low: 0 m/y, high: 2 m/y}' work/wet/recipe.yaml ||
    fail "recipe.yaml names the image as $(grep image: work/wet/recipe.yaml)"

# What the user types is relative to where the user is.
run 0 make plain.yaml --set 'lakes.runoff={image: work/maps/rain.png, low: 0, high: 2 m/y}' -o typed "${quick[@]}"
grep -q '{image: "work/maps/rain.png"' typed/recipe.yaml && fail "a name as typed, not as seen from the folder"
grep -q '{image: "../work/maps/rain.png"' typed/recipe.yaml || fail "$(grep image: typed/recipe.yaml)"

# Moved together, from another working directory: the same land.
mkdir elsewhere
mv work elsewhere/moved
mkdir somewhere
cd somewhere
run 0 make ../elsewhere/moved/wet/recipe.yaml -o again "${quick[@]}"
for file in height.tif water.tif area.tif; do
    cmp -s again/$file ../elsewhere/moved/wet/$file || fail "$file differs after the move"
done
grep -q '"../../elsewhere/moved/maps/rain.png"' again/recipe.yaml || fail "$(grep image: again/recipe.yaml)"

# A picture needs both ends, and one of numbers none.
refuses 2 'grey picture: give `low` and `high`' make ../plain.yaml \
    --set 'lakes.runoff={image: ../first/height.png}' -o none --progress none
refuses 2 'holds numbers.*stretch: true' make ../plain.yaml \
    --set 'lakes.runoff={image: ../first/height.tif, low: 0, high: 1}' -o none --progress none
run 0 make ../plain.yaml --set 'lakes.runoff={image: ../first/height.tif, low: 0, high: 1, stretch: true}' \
    -o stretched "${quick[@]}"
