# SPDX-License-Identifier: MIT
# Windows of a construction tree: as files, and refused where there is none.
source "$(dirname "$0")/lib.sh"

run 0 make hydrology-island -o island --size 64 "${quick[@]}"
[ -s island/terrain.tree ] || fail 'no terrain.tree'
run 0 sample island --window 30000,30000,30600,30300 --size 60 -o window.tif
gdalinfo window.tif | grep 'Size is 60, 30' >/dev/null || fail 'wrong size'
run 0 sample island/terrain.tree --window 30010,30000,30000,30010 --size 50 -o small.png
gdalinfo small.png | grep 'Size is 50, 50' >/dev/null || fail 'no picture'
# Pictures of one tree have one range, printed and in the file, so that tiles fit.
says 'black -?[0-9]+ m, white [0-9]+ m'
first=$(sed 's/.*black/black/' "$out")
run 0 sample island --window 20000,20000,40000,40000 --size 40 -o wide.png
[ "$(sed 's/.*black/black/' "$out")" = "$first" ] || fail 'two windows have two ranges'
low=$(sed 's/.*black \([-0-9]*\) m.*/\1/' "$out")
high=$(sed 's/.*white \([-0-9]*\) m.*/\1/' "$out")
gdalinfo wide.png | grep "0 is $low m, 65535 is $high m" >/dev/null || fail 'the range is not in the file'
run 0 sample island --window 20000,20000,40000,40000 --size 40 -o wide.tif
for place in '5 30' '20 20' '33 9'; do
    metres=$(gdallocationinfo -valonly wide.tif $place)
    grey=$(gdallocationinfo -valonly wide.png $place)
    awk "BEGIN { d = $low + ($high - $low) * $grey / 65535 - $metres; exit !(d * d < 0.01) }" ||
        fail "$place is $metres m, and grey $grey"
done
# Its water stands beside it: a surface where the cover is wet, not under the ground, and none elsewhere.
run 0 sample island --window 10000,10000,60000,60000 --size 500 -o wet.tif
for layer in wet wet-water wet-cover; do
    gdalinfo $layer.tif | grep 'Origin = (10000.0*,60000.0*)' >/dev/null || fail "$layer.tif lies elsewhere"
    gdal_translate -q -of XYZ $layer.tif $layer.xyz
done
paste -d ' ' wet.xyz wet-water.xyz wet-cover.xyz | awk '
    { wet = $9 == 1 || $9 == 2 || $9 == 3; dry = $6 == "nan" || $6 < -1e30; of[$9]++ }
    wet == dry || (wet && $6 < $3) { wrong++ }
    END { exit !(NR == 250000 && !wrong && of[0] > 9999 && of[1] > 9999 && of[3] > 99) }' || fail 'land, sea or rivers have the wrong water'
run 0 sample island --window 20000,20000,40000,40000 --size 40 --range 0,100.5 -o wide.png
says 'black 0 m, white 100.5 m'
refuses 2 'LOW,HIGH' sample island --window 0,0,1,1 --range 5 -o window.png
refuses 2 'range 9,1 is empty' sample island --window 0,0,1,1 --range 9,1 -o window.png
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
