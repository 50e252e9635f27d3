# SPDX-License-Identifier: MIT
# Height maps that are none: one clear line, exit 1 or 2, nothing written; and odd ones that are fine.
source "$(dirname "$0")/lib.sh"

map_tif good.tif 90 70

# wrong_map FILE: refused, and the line names the file.
wrong_map() {
    refuses "${2:-1}" "$1" water "$1" -o out --progress none
}

wrong_map missing.tif
: >empty.tif
wrong_map empty.tif
echo 'this is not a picture' >text.tif
wrong_map text.tif
head -c 5000 /dev/urandom >random.tif
wrong_map random.tif
size=$(wc -c <good.tif)
head -c $((size / 2)) good.tif >half.tif
wrong_map half.tif
head -c 40 good.tif >stump.tif
wrong_map stump.tif
mkdir folder.tif
wrong_map folder.tif
{
    printf 'ncols 5\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999\n'
    for _ in 1 2 3 4; do echo '-9999 -9999 -9999 -9999 -9999'; done
} >nodata.asc
wrong_map nodata.asc
for _ in 1 2 3 4 5 6; do printf '\x00\x00\xc0\x7f'; done >nan.img
printf '%s\n' ENVI 'samples = 3' 'lines = 2' 'bands = 1' 'data type = 4' 'interleave = bsq' \
    'byte order = 0' >nan.hdr
wrong_map nan.img
printf 'ncols 0\nnrows 0\n' >zero.asc
wrong_map zero.asc
printf 'a,b\n1,2\n' >table.csv
wrong_map table.csv
refuses 2 'did you mean' water good.tif -o out --set lakes.mdoe=full
refuses 2 'foo' water good.tif -o out --set foo.bar=1

# Odd, but land: a single cell, a row, a column, a plain, ocean only, one cell of land in nodata.
ascii() {
    printf 'ncols %d\nnrows %d\nxllcorner 0\nyllcorner 0\ncellsize 30\nNODATA_value -9999\n' "$1" "$2"
    cat
}
echo 5 | ascii 1 1 >cell.asc
seq -s ' ' 20 | ascii 20 1 >row.asc
seq 20 | ascii 1 20 >column.asc
printf '1 2\n3 4\n' | ascii 2 2 >four.asc
for _ in {1..12}; do echo '7 7 7 7 7 7 7 7 7 7 7 7'; done | ascii 12 12 >flat.asc
for _ in {1..6}; do echo '-3 -3 -3 -3 -3 -3'; done | ascii 6 6 >ocean.asc
printf -- '-9999 -9999 -9999\n-9999 12 -9999\n-9999 -9999 -9999\n' | ascii 3 3 >alone.asc
for map in cell row column four flat ocean alone; do
    run 0 water "$map.asc" -o "$map" "${quick[@]}"
    run 0 check "$map"
done
run 0 water row.asc -o row --progress none
is_complete row

# A format that this GDAL was built without is named.
if ! gdalinfo --formats | grep -q 'EXR -'; then
    printf 'v/1\001\002\000\000\000rest' >land.exr
    refuses 1 'without its driver EXR' water land.exr
fi

# The preset that takes a map of the user's in the place of made land.
refuses 1 'map.tif' make faults-import -o out --progress none
run 0 make faults-import --set import.file=good.tif -o worn "${quick[@]}"
run 0 check worn
