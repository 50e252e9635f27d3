# SPDX-License-Identifier: MIT
# Lists as the command shows them, on the stages of tests/fake_stages.c: columns below their list.
source "$(dirname "$0")/lib.sh"

run 0 explain sketch
says '^  masses  +Closed curves of land\.$'
says '^    markers  +Along the curve\.$'
says '^      x  +East\.$'
says '^ +list of 1 to 1000 rows; must be given; a row has$'
says '^ +-360 to 360 deg; default 0 deg$'
for width in 40 50 100; do
    COLUMNS=$width run 0 explain sketch
    longest=$(wc -L <"$out")
    [ "$longest" -le "$width" ] || fail "explain sketch is $longest wide on $width columns"
done

run 0 explain sketch.masses
says '^  values +list of at most 100 rows$'
says '^  default +empty$'
says '^A row has$'
says '^  inside  +What is inside\.$'
says '^    direction  +Direction\.$'
run 0 explain sketch.masses.markers.x
says '^sketch\.masses\.markers\.x: East\.$'
says '^  default +none: must be given$'
run 0 explain sketch.centre
says '^  values +list of at most 1 row$'
refuses 2 'unknown column of sketch\.masses `insied`: did you mean `inside`' explain sketch.masses.insied
refuses 2 'sketch\.masses\.inside is no list' explain sketch.masses.inside.x
refuses 2 'unknown parameter of sketch' explain sketch.

run 0 explain --markdown
says '^\| `masses\[\]\.markers\[\]\.x` \| must be given \| -1000000 to 1000000 m \| East\. \|$'
says '^\| `random\[\]\.count` \| 1 \| 0 to 1000 \| How many\. \|$'

# Completion offers the parameters, not the columns.
interfluve() {
    "$INTERFLUVE" "$@"
}
source "$SOURCE_DIR/src/cli/completion.bash"
_interfluve_settings sketch. >"$out"
printf 'sketch.%s\n' masses kinds random line centre | cmp -s - "$out" || fail 'completion of sketch.'
