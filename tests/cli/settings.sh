# SPDX-License-Identifier: MIT
# --seed, --size, --set and --until say what a recipe would say; recipe.yaml says all of it.
source "$(dirname "$0")/lib.sh"

recipe 64 >land.yaml
run 0 make land.yaml "${quick[@]}"

# The same recipe, every default filled in, makes the same land.
run 0 make land/recipe.yaml -o again "${quick[@]}"
cmp -s land/height.tif again/height.tif || fail 'recipe.yaml makes another land'
cmp -s land/recipe.yaml again/recipe.yaml || fail 'recipe.yaml changes when it is run'
rm -r again

# --seed, --size and --set are what they are in the recipe; --until stops.
run 0 make land.yaml -o a --seed 7 "${quick[@]}"
recipe 64 | sed 's/seed: 42/seed: 7/' >seven.yaml
run 0 make seven.yaml -o b "${quick[@]}"
cmp -s a/height.tif b/height.tif || fail '--seed is not the seed'
cmp -s a/height.tif land/height.tif && fail '--seed changes nothing'
run 0 make land.yaml -o a --set seed=7 "${quick[@]}"
cmp -s a/height.tif b/height.tif || fail '--set seed is not the seed'
run 0 make land.yaml -o a --size 40 "${quick[@]}"
says '^land    40 x 40 cells'
run 0 make land.yaml -o a --set lakes.mode=full --set 'lakes.min_area=3 ha' "${quick[@]}"
grep -qE 'mode: "?full' a/recipe.yaml || fail '--set is not in recipe.yaml'
run 0 make land.yaml -o a --until drain "${quick[@]}"
grep -q '^lakes' "$out" && fail '--until drain makes lakes'
[ -s a/height.tif ] || fail '--until drain writes no height.tif'
run 0 make land.yaml -o a --skip lakes "${quick[@]}"
grep -q '^lakes' "$out" && fail '--skip lakes makes lakes'
grep -q '^rivers' "$out" || fail '--skip lakes makes no rivers'
! grep -q 'lakes' a/recipe.yaml || fail 'recipe.yaml has the stage that was left out'
refuses 2 'cannot leave out.*lakse' make land.yaml -o b --skip lakse
refuses 2 'height' make land.yaml -o b --skip noise
run 0 make a/recipe.yaml -o b "${quick[@]}"
refuses 2 'lakes.mode: `stedy`: did you mean `steady`' make land.yaml -o c --set lakes.mode=stedy
refuses 2 'is not one of full' make land.yaml -o c --set lakes.mode=qqqqqqq
