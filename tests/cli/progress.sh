# SPDX-License-Identifier: MIT
# Progress: JSON lines that programs can read, plain lines, a bar on a terminal, silence.
source "$(dirname "$0")/lib.sh"

recipe '[200, 50]' >land.yaml
run 0 make land.yaml --progress json
node -e '
const lines = require("fs").readFileSync(process.argv[1], "utf8").trim().split("\n").map(JSON.parse);
const done = {};
for (const now of lines) {
    if (!["make", "check", "write"].includes(now.phase) || typeof now.stage !== "string" || !(now.fraction >= 0 && now.fraction <= 1) ||
        !(now.seconds >= 0) || !(now.step >= 1 && now.step <= now.steps))
        throw new Error("odd line: " + JSON.stringify(now));
    if (now.fraction === 1)
        done[now.stage] = (done[now.stage] || 0) + 1;
}
for (const stage of ["noise", "drain", "lakes", "rivers", "rules", "map.png", "landscape.json"])
    if (done[stage] !== 1)
        throw new Error(stage + " ends " + (done[stage] || 0) + " times");
const phases = lines.map(now => now.phase).filter((phase, i, all) => phase !== all[i - 1]);
if (phases.join() !== "make,check,write")
    throw new Error("phases are " + phases);
' "$err" || fail 'the JSON lines do not hold'

run 0 make land.yaml "${quick[@]}"
[ ! -s "$err" ] || fail 'progress although none was asked for'
run 0 make land.yaml --progress plain "${quick[@]:2}"
for stage in noise drain lakes rivers; do
    [ "$(grep -cE "^make [0-9]+/4 $stage: [0-9.]+ s$" "$err")" -eq 1 ] || fail "no plain line for $stage"
done
run 0 make land.yaml --progress bar "${quick[@]:2}"
grep -q '\[########################\] 100 %' "$err" || fail 'no full bar'
# A failure takes the bar away, and the last line is the reason.
recipe 50 | sed 's/lakes: {}/lakes: {runoff: {image: none.tif, low: 0, high: 1}}/' >late.yaml
code=0
"$INTERFLUVE" make late.yaml -o out --progress bar >"$out" 2>"$err" || code=$?
[ "$code" -eq 1 ] || fail "a missing image exits with $code"
[ "$(tr '\r' '\n' <"$err" | tail -1 | sed 's/^\x1b\[K//')" = 'interfluve: none.tif: no such file' ] ||
    fail 'the last line is not the reason'
[ ! -e out ] || fail 'a failed run leaves a folder'

# Long work is said before it begins.
recipe 300 | sed 's/noise: {}/noise: {}\n  - thermal: {steps: 100000}/' >long.yaml
grep -q thermal long.yaml || fail 'the recipe has no stage to add work to'
mkfifo said
"$INTERFLUVE" make long.yaml -o out --progress plain >"$out" 2>said &
exec 4<said
read -r first <&4 || true
kill -TERM $!
wait $! || true
exec 4<&-
[[ $first =~ ^'note: about '[0-9]+' min of work on one core, most of it in thermal'$ ]] || fail "long work begins with: $first"
[ ! -e out ] || fail 'a stopped run leaves a folder'
