# SPDX-License-Identifier: MIT
# What export writes, says and refuses.
source "$(dirname "$0")/lib.sh"

run 0 export --list
for program in unreal unity godot blender houdini gis web; do
    says "^$program: "
done
says '^  splat '
recipe 64 >land.yaml
run 0 make land.yaml "${quick[@]}"

refuses 2 'DIR is missing' export
refuses 2 '--for PROGRAM is missing' export land
refuses 2 'did you mean `unity`' export land --for unty
refuses 2 'did you mean `slope`' export land --for unity --maps slop --progress none
refuses 2 'takes heights as raw' export land --for unity --format exr --progress none
refuses 2 '--size is `1`' export land --for unity --size 1
refuses 2 '--tiles is `0`' export land --for unity --tiles 0
refuses 2 '--snow-line is `x`' export land --for unity --snow-line x
refuses 1 'nowhere' export nowhere --for unity --progress none
mkdir mine
echo mine >mine/file
refuses 1 'holds no export of interfluve' export land --for unity -o mine --progress none

# What the engine must be told is printed, and a size it cannot take becomes the nearest.
run 0 export land/ --for unreal --size 120 --progress none
says '^land-unreal$'
says '^Overall Resolution +127 x 127$'
says '^Scale +X [0-9.]+, Y [0-9.]+, Z [0-9.]+$'
says '^note: 120 vertices do not go into Unreal Engine: 127 is the nearest that does$'
says '^note: .* was resampled .*--rebuild'
[ -s land-unreal/height.png ] && [ -s land-unreal/rivers.json ] && [ -s land-unreal/unreal_water.py ] || fail 'files are missing'
[ -z "$(find land-unreal | grep -E '[0-9]x[0-9]')" ] || fail 'a file name looks like a size to Unreal'
gdalinfo land-unreal/height.png | grep -q 'Size is 127, 127' || fail 'the picture has another size'
gdalinfo land-unreal/height.png | grep -q 'Description=height: .* \* number m' || fail 'the picture does not say its scale'

# Made anew, nothing is resampled; the older export is replaced.
run 0 export land --for unreal --size 127 --rebuild --maps none --progress none
! grep -q 'resampled' "$out" || fail 'land made anew is resampled'
[ ! -e land-unreal/slope.png ] || fail 'a file of the older export is left'
[ -z "$(find . -name '*.part-*')" ] || fail 'something unfinished is left'

# Mistakes beside --rebuild are told before the land is made, and the folder itself is called by its name.
run 2 export land --for unreal --rebuild --maps slop --progress plain
! grep -q 'lakes' "$err" || fail 'the land was made for a map that is none'
run 1 export land --for unreal --rebuild -o mine --progress plain
! grep -q 'lakes' "$err" || fail 'the land was made for a folder that cannot be'
run 0 export land --for unreal --rebuild --maps none --progress plain
grep -q 'lakes' "$err" || fail 'the land was not made anew'
(cd land && run 0 export . --for houdini --maps none --progress none)
[ -s land-houdini/height.exr ] || fail 'the folder `.` is not called by its name'
says '^Orientation +first row north, X east, Z south: the highest ground comes to X -?[0-9.]+, Z -?[0-9.]+ from the middle, '

# Names of materials are names of files.
for wrong in '{name: 4x4}' '{name: mud, channel: 1}, {name: mud, channel: 2}' '{name: ground, channel: 1}' '{name: A}'; do
    { recipe 64 && echo "  - materials: {rules: [$wrong]}"; } >wrong.yaml
    refuses 2 'materials.rules' make wrong.yaml --progress none
done
{ recipe 64 && echo "  - materials: {rules: [{name: mud, channel: 2, slope_from: 3 deg}]}"; } >muddy.yaml
run 0 make muddy.yaml "${quick[@]}"
run 0 export muddy --for unreal --progress none
[ -s muddy-unreal/weight_ground.png ] && [ -s muddy-unreal/weight_mud.png ] || fail 'what lies below all has no weight'

# The scripts are what Python reads.
for program in unreal blender; do
    run 0 export land --for $program --maps none --progress none
    python3 -m py_compile land-$program/*.py || fail "the script for $program is no Python"
    rm -rf land-$program/__pycache__
done
