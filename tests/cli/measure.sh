# SPDX-License-Identifier: MIT
# Figures of a landscape: of a folder, of a height map, as a table, JSON and picture; what is wrong is said.
source "$(dirname "$0")/lib.sh"

run 0 make demo -o demo --size 128 "${quick[@]}"
run 0 measure demo --json demo.json --picture demo.png
says '^\* slope_variation +[0-9.]+ +0.53 to 1.14'
# Its water was led: pits do not count, as they do on a survey's ground.
says '^  fill_ratio +[0-9.]+ +0 to 0.5'
says '^[0-9]+ of 14 figures \(\*\) are those of real land'
gdalinfo demo.png | grep 'Size is 1800, 1250' >/dev/null || fail 'no picture'
cp "$out" first
figures=$(grep -c '"name"' demo.json)
[ "$figures" -eq "$(grep -cE '^[* ] [a-z]' first | awk '{ print $1 - 1 }')" ] || fail 'table and JSON have not the same figures'
value=$(sed -nE 's/.*"name": "relief".*"value": ([0-9.]+),.*/\1/p' demo.json)
awk "BEGIN { exit !($value > 100 && $value < 9000) }" || fail "relief is $value"

# The same for any number of threads.
run 0 measure demo --json one.json -j 1
run 0 measure demo --json three.json -j 3
cmp one.json three.json || fail 'threads make a difference'
cmp one.json demo.json || fail 'threads make a difference'

# A height map: its ground as it is, its lakes as `water` finds them.
run 0 measure demo/height.tif --json map.json
grep -q '"name": "lake_share", "unit": "", "value": [0-9]' map.json || fail 'no lakes were looked for'
run 0 measure demo/height.tif --size 64 --set lakes.mode=full
says '^[0-9]+ of 15'
run 0 measure demo --against demo/height.tif
says 'demo/height.tif'
run 0 measure demo --against real
cmp "$out" first || fail '--against real is not the default'

# What there is to know, and the page's own table.
run 0 measure --list
says '^  slope_variation '
run 0 measure --markdown
sed -n '/^| figure | unit/,/^$/p' "$SOURCE_DIR/docs/measure.md" | grep -v '^$' >page
diff -u page "$out" || fail 'docs/measure.md is not what the table says: run make docs'

# Little land has no figures, and says why.
printf 'ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2 3\n4 5 6\n' >small.asc
run 0 measure small.asc
says '^\* fill_ratio +- .*too little land'
says '^0 of 15 .*, 15 are not known'

mkdir other
echo 'no map' >text.tif
refuses 1 'other' measure other
refuses 1 'nowhere' measure nowhere
refuses 1 'text.tif' measure text.tif
refuses 2 'DIR or HEIGHTMAP is missing' measure
refuses 2 'is a folder, --set and --size' measure demo --size 64
refuses 1 'nowhere' measure demo --against nowhere
refuses 1 'no/such' measure demo --json no/such/file.json
refuses 1 'no/such' measure demo --picture no/such/file.png
