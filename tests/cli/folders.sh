# SPDX-License-Identifier: MIT
# Folders that are not ours stay as they are; older results and empty folders are replaced.
source "$(dirname "$0")/lib.sh"

recipe 48 >land.yaml
mkdir stranger
echo mine >stranger/diary
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
touch blank/height.tiff blank/map.png.notes.txt
run 0 make land.yaml -o blank --size 40 "${quick[@]}"
[ -e blank/height.tiff ] && [ -e blank/map.png.notes.txt ] || fail 'files of the user were removed'
[ ! -e blank/map.png ] || fail 'a picture of the older result was left'
echo mine >blank/map.png
refuses 1 'map.png in it was not written' make land.yaml -o blank
rm blank/map.png
gdalinfo blank/height.tif | grep 'Size is 40, 40' >/dev/null || fail 'an older result was not replaced'
cp land.yaml bare
refuses 1 'bare' make bare
# A preset's name is a preset's name although a folder of that name is here.
run 0 make demo --size 64 --until coast "${quick[@]}"
run 0 make demo --size 64 --until coast "${quick[@]}"
