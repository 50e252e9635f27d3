# SPDX-License-Identifier: MIT
# Windows of a construction tree: as files, and refused where there is none.
source "$(dirname "$0")/lib.sh"

run 0 make hydrology-island -o island --size 64 "${quick[@]}"
[ -s island/terrain.tree ] || fail 'no terrain.tree'
run 0 sample island --window 30000,30000,30600,30300 --size 60 -o window.tif
gdalinfo window.tif | grep 'Size is 60, 30' >/dev/null || fail 'wrong size'
run 0 sample island/terrain.tree --window 30010,30000,30000,30010 --size 50 -o small.png
gdalinfo small.png | grep 'Size is 50, 50' >/dev/null || fail 'no picture'
refuses 2 'X0,Y0,X1,Y1' sample island --window 1,2,3 -o window.tif
refuses 2 'window' sample island -o window.tif
refuses 2 'size' sample island --window 0,0,1,1 --size 0 -o window.tif
refuses 2 'empty' sample island --window 0,0,0,1 -o window.tif
refuses 2 '.tif or .png' sample island --window 0,0,1,1 -o window.xyz
refuses 1 'nowhere' sample nowhere --window 0,0,1,1 -o window.tif
head -c 1000 island/terrain.tree >cut.tree
refuses 1 'cut' sample cut.tree --window 0,0,1,1 -o window.tif
head -c 200000 /dev/urandom >noise.tree
refuses 1 'no terrain tree' sample noise.tree --window 0,0,1,1 -o window.tif
