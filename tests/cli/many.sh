# SPDX-License-Identifier: MIT
# Many landscapes at once: --seeds, --vary, --sheet, --table.
source "$(dirname "$0")/lib.sh"

recipe 48 >land.yaml
side() { gdalinfo "$1" | sed -n 's/^Size is \([0-9]*\), \([0-9]*\)$/\1 \2/p'; }
# column NAME: that column of table.csv, without its head.
column() {
    awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' table.csv
}

# Seeds: a line, a field and a row each; no folder.
run 0 make land.yaml --seeds 1..5 --sheet sheet.png --table table.csv --progress none
[ "$(grep -cE '^seed [1-5]: [0-9]+ reaches, [0-9]+ lakes, all rules of water hold$' "$out")" -eq 5 ] || fail 'not five lines'
says '^sheet   sheet.png$'
says '^table   table.csv$'
[ "$(ls)" = $'land.yaml\nsheet.png\ntable.csv' ] || fail "it leaves $(ls)"
[ "$(column seed | tr '\n' ' ')" = '1 2 3 4 5 ' ] || fail 'the seeds are not in the table'
[ "$(column status | sort -u)" = made ] || fail 'not all are made'
[ "$(column rules_broken | sort -u)" = 0 ] || fail 'rules are broken'
[ "$(column rivers_km | sort -u | wc -l)" -eq 5 ] || fail 'seeds make the same land'
read -r wide high <<<"$(side sheet.png)"
[ "$wide" -gt "$high" ] || fail "five maps in three columns are $wide x $high"

# The land is the one that --seed makes, and the same bytes come again.
run 0 make land.yaml --seed 3 -o three "${quick[@]}"
lakes=$(sed -nE 's/^lakes   ([0-9]+).*/\1/p' "$out")
[ "$(column lakes | sed -n 3p)" = "$lakes" ] || fail 'seed 3 has other lakes'
rm -r three
cp table.csv before.csv
cp sheet.png before.png
run 0 make land.yaml --seeds 1..5 --sheet sheet.png --table table.csv --progress none --threads 1
cmp -s table.csv before.csv || fail 'the table differs from run to run'
cmp -s sheet.png before.png || fail 'the sheet differs from run to run'
rm before.*

# Values: a unit, ends with units of their own, whole numbers, words.
run 0 make land.yaml --vary 'lakes.runoff=0.05..1 m/y:3' --table table.csv --progress none
[ "$(column lakes.runoff | tr '\n' ';')" = '0.05 m/y;0.525 m/y;1 m/y;' ] || fail "runoff: $(column lakes.runoff)"
volumes=$(column lakes_volume_m3)
[ "$(sort -g <<<"$volumes")" = "$volumes" ] || fail 'more water makes smaller lakes'
run 0 make land.yaml --vary 'lakes.runoff=50 mm/y..1 m/y:3' --table table.csv --progress none
[ "$(column lakes.runoff | tr '\n' ';')" = '0.05 m/y;0.525 m/y;1 m/y;' ] || fail "runoff: $(column lakes.runoff)"
run 0 make land.yaml --vary 'frame.size=20..24:9' --until drain --table table.csv --progress none
[ "$(column frame.size | tr '\n' ';')" = '20;21;22;23;24;' ] || fail "size: $(column frame.size)"
[ -z "$(column lakes | tr -d '\n')" ] || fail 'there are lakes before the lakes'
run 0 make land.yaml --vary 'lakes.mode=full, steady' --table table.csv --progress none
[ "$(column lakes.mode | tr '\n' ';')" = 'full;steady;' ] || fail "mode: $(column lakes.mode)"
# By ratio where the table says so.
[ "$("$INTERFLUVE" explain noise.wavelength | grep -c wavelength)" -gt 0 ] || fail 'no wavelength'
run 0 make land.yaml --vary 'noise.wavelength=1 km..16 km:3' --table table.csv --progress none
[ "$(column noise.wavelength | tr '\n' ';')" = '1000 m;4000 m;16000 m;' ] || fail "wavelength: $(column noise.wavelength)"

# Two of them make rows and columns, and early stages run once: progress names them.
run 0 make land.yaml --vary 'lakes.runoff=0.1..1 m/y:3' --seeds 1,9 --table table.csv --sheet sheet.png --progress plain
[ "$(column seed | tr '\n' ' ')" = '1 1 1 9 9 9 ' ] || fail "seeds: $(column seed)"
[ "$(grep -c ' noise: ' "$err")" -eq 2 ] || fail 'noise runs more often than seeds ask for'
[ "$(grep -c ' rivers: ' "$err")" -eq 6 ] || fail 'rivers do not run for every landscape'
rm sheet.png table.csv

# A run that fails does not stop the others.
run 1 make land.yaml --vary frame.size=32,60000,40 --table table.csv --sheet sheet.png --progress none
[ "$(column status | tr '\n' ' ')" = 'made failed made ' ] || fail "status: $(column status)"
[ "$(grep -c '^interfluve: size 60000: ' "$err")" -eq 1 ] || fail 'the failure is not told'
[ "$(wc -l <"$err")" -eq 1 ] || fail 'the failure is told in more than a line'
says '^failed  1 of 3$'
[ -s sheet.png ] || fail 'no sheet'
rm sheet.png table.csv

# What can be refused is refused before anything runs.
refuses 2 'give --sheet or --table' make land.yaml --seeds 1..3
refuses 2 'give --seeds or --vary' make land.yaml --sheet a.png
refuses 2 'goes with one landscape' make land.yaml --seeds 1..3 --sheet a.png -o out
refuses 2 '1 to 400' make land.yaml --seeds 1..999999999999 --sheet a.png
refuses 2 'expected such as 1..12' make land.yaml --seeds 5..3 --sheet a.png
refuses 2 'is no seed' make land.yaml --seeds 1,two --sheet a.png
refuses 2 'did you mean `runoff`' make land.yaml --vary lakes.runof=1..2:3 --sheet a.png
refuses 2 'no stage `laks`' make land.yaml --vary laks.runoff=1..2:3 --sheet a.png
refuses 2 'expected such as 0.05..1 m/y:8' make land.yaml --vary lakes.runoff=1..2 --sheet a.png
refuses 2 'bananas' make land.yaml --vary 'lakes.runoff=1..2 bananas:3' --sheet a.png
refuses 2 'lakes.runoff' make land.yaml --vary 'lakes.runoff=1..2000:3' --sheet a.png
refuses 2 'stedy' make land.yaml --vary lakes.mode=full,stedy --sheet a.png
refuses 2 'at most 400' make land.yaml --seeds 1..100 --vary 'lakes.runoff=1..2:5' --sheet a.png
refuses 1 'cannot write nowhere/a.png' make land.yaml --seeds 1..3 --sheet nowhere/a.png
refuses 1 'cannot write ..: it is a folder' make land.yaml --seeds 1..3 --sheet ..
refuses 2 'both a.png' make land.yaml --seeds 1..3 --sheet a.png --table a.png
refuses 2 'lakes.runoff is varied twice' make land.yaml --vary lakes.runoff=1,2 --vary lakes.runoff=3,4 --table a.csv

# Ctrl-C, once it is at work, leaves nothing; what runs is told by its progress.
"$INTERFLUVE" make land.yaml --seeds 1..400 --size 96 --sheet a.png --table a.csv --progress plain >"$out" 2>"$err" &
child=$!
for _ in $(seq 1200); do
    if grep -q '^make' "$err" || ! kill -0 $child 2>/dev/null; then break; fi
    sleep 0.1
done
kill -TERM $child
code=0
wait $child || code=$?
[ "$code" -eq 130 ] || fail "stopped with $code"
[ "$(tail -1 "$err")" = 'interfluve: stopped' ] || fail 'does not say that it was stopped'
[ "$(ls)" = land.yaml ] || fail "a stop leaves $(ls)"
