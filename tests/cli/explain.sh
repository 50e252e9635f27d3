# SPDX-License-Identifier: MIT
# Explain and presets: all from the tables, fitted to the terminal, the same as the reference page.
source "$(dirname "$0")/lib.sh"

run 0 explain
stages=$(sed -nE 's/^  ([a-z]+) .*/\1/p' "$out" | grep -v seed)
for wanted in import noise drain lakes rivers frame; do
    grep -qx "$wanted" <<<"$stages" || fail "explain does not list $wanted"
done
# fits STAGE WIDTH: no line of its page is longer.
fits() {
    local longest
    longest=$(wc -L <"$out")
    [ "$longest" -le "$2" ] || fail "explain $1 is $longest wide on $2 columns"
}

for stage in $stages; do
    run 0 explain "$stage"
    fits "$stage" 80
    says "^$stage: "
    # The first and the last parameter of a stage; the reference page below has them all.
    params=$(sed -nE 's/^  ([a-z0-9_]+)( .*)?$/\1/p' "$out" | grep -vxE 'needs|makes|amends' || true)
    for param in $(sed -n '1p; 2,$ { $p }' <<<"$params"); do
        [ -z "${SANITIZE:-}" ] || break
        run 0 explain "$stage.$param"
        says "^$stage\.$param: "
        says '^  default '
    done
    [ -z "${SANITIZE:-}" ] || continue # starting the program is dear, and the pages are made alike
    COLUMNS=50 run 0 explain "$stage"
    fits "$stage" 50
done
refuses 2 'did you mean `lakes`' explain lakse
refuses 2 'unknown stage' explain qqqqqqqqq
refuses 2 'unknown parameter of lakes' explain lakes.qqqqqqqqq
refuses 2 'markdown' explain lakes --markdown

run 0 explain --markdown
diff -u "$SOURCE_DIR/docs/reference.md" "$out" ||
    fail 'docs/reference.md is not what the tables say: run make docs'

run 0 presets
says '^  demo '
presets=$(sed -nE 's/^  ([a-z0-9-]+) .*/\1/p' "$out")
for preset in $presets; do
    run 0 presets "$preset"
    cmp -s "$out" "$SOURCE_DIR/recipes/$preset.yaml" || fail "preset $preset is not its file"
done
refuses 2 'did you mean `demo`' presets dmeo
refuses 2 'unknown preset' presets qqqqqqqqq
