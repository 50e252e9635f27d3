# SPDX-License-Identifier: MIT
# Whatever a recipe, an option or a file's name holds, a terminal is not told to do anything.
source "$(dirname "$0")/lib.sh"

evil=$'e\e[2J\e]0;t\a\rx'
c1=$'c\xc2\x9b2J'

# The last run's stderr, and stdout, hold lines of plain text.
harmless() {
    local file
    for file in "$@"; do
        LC_ALL=C grep -qP '[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' "$file" && fail "raw bytes: $(cat -v "$file")"
    done
    return 0
}

recipe 32 >land.yaml
refuses 2 'e\?\[2J\?\]0;t\?\?x' make land.yaml -o a --set "$evil=1"
harmless "$err" "$out"
refuses 2 'c\?2J' make land.yaml -o a --set "lakes.$c1=1"
harmless "$err" "$out"
refuses 2 '.' make land.yaml -o a --set "lakes.mode=$evil"
harmless "$err" "$out"
refuses 2 '.' make land.yaml -o a --set $'strata.layers~*stilt\nfk\xc3\n=1'
harmless "$err" "$out"
refuses 2 '.' make land.yaml "--$evil"
harmless "$err" "$out"
refuses 2 '.' "$evil"
harmless "$err" "$out"
refuses 2 '.' explain "$evil"
harmless "$err" "$out"
refuses 2 '.' make "$evil.yaml" -o a
harmless "$err" "$out"
printf 'interfluve: 1\nstages:\n  - "\\e[2J\\x9b": {}\n' >bad.yaml
refuses 2 '\?\[2J' make bad.yaml -o a
harmless "$err" "$out"
refuses 1 '.' check "$evil"
harmless "$err" "$out"
refuses 1 '.' water "$evil.tif" -o a
harmless "$err" "$out"
mkdir other && touch other/file
refuses 1 '.' make land.yaml -o "other/file/$evil"
harmless "$err" "$out"

# A folder of such a name is made, its name told: raw to a script, harmless to a terminal.
run 0 make land.yaml -o "$evil" "${quick[@]}"
[ -e "$evil/landscape.json" ] || fail 'no folder of that name'
grep -qF "$evil" "$out" || fail 'a script does not get the name as it is'
harmless "$err"
if command -v script >/dev/null; then
    mv "$evil" kept
    EVIL=$evil script -qec "$(printf '%q ' "$INTERFLUVE" make land.yaml -o) \"\$EVIL\" $(printf '%q ' "${quick[@]}") --progress none" /dev/null >tty.txt </dev/null 2>&1 || fail "script: $(cat -v tty.txt)"
    tr -d '\r' <tty.txt >plain.txt
    grep -q 'folder\|map ' plain.txt || fail "nothing was told: $(cat -v plain.txt)"
    harmless plain.txt
fi
