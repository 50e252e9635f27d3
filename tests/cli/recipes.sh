# SPDX-License-Identifier: MIT
# Recipes that cannot be: one clear line, the right exit code, nothing written.
source "$(dirname "$0")/lib.sh"

# wrong NAME CODE PATTERN: the recipe on stdin, kept as NAME.yaml, is refused.
wrong() {
    cat >"$1.yaml"
    refuses "$2" "$3" make "$1.yaml" -o out
}

refuses 2 'no-such-recipe' make no-such-recipe.yaml -o out
refuses 2 'did you mean `demo`' make dmeo -o out
mkdir folder.yaml
refuses 2 'folder.yaml' make folder.yaml -o out

recipe 32 | sed 's/drain/drian/' | wrong unknown-stage 2 'unknown-stage.yaml:[0-9]+:[0-9]+: .*drian.*did you mean `drain`'
recipe 32 | sed 's/lakes: {}/lakes: {min_aera: 2 ha}/' | wrong typo 2 'typo.yaml:7:.*min_aera.*did you mean `min_area`'
recipe 32 | sed 's/frame:/farme:/' | wrong top-typo 2 'farme.*frame'
recipe 32 | sed 's/width: 20 km/width: -20 km/' | wrong negative-width 2 'negative-width.yaml:3:.*width'
recipe 32 | sed 's/width: 20 km/width: 20 kg/' | wrong wrong-unit 2 'width.*kg|kg.*width'
recipe 32 | sed 's/width: 20 km/width: nan/' | wrong nan-width 2 'width'
recipe 32 | sed 's/size: 32/size: 0/' | wrong no-size 2 'size'
recipe 32 | sed 's/size: 32/size: 1.5/' | wrong half-size 2 'size'
recipe 32 | sed 's/size: 32/size: 99999999999999999999/' | wrong huge-size 2 'size'
recipe 32 | sed 's/lakes: {}/lakes: {mode: stedy}/' | wrong choice 2 'stedy.*steady'
recipe 32 | sed '/noise/d' | wrong missing-stage 2 '`drain` needs `height`: put .*noise'
{
    recipe 32 | sed '/noise/d'
    echo '  - noise: {}'
} | wrong wrong-order 2 'wrong-order.yaml:5:5: `drain` needs `height`'
recipe 32 | sed '/drain/d; /lakes/d' | wrong dry-rivers 2 '`rivers` needs `cover`: put one of sample, drain, lakes before it'
recipe 32 | sed 's/interfluve: 1/interfluve: 2/' | wrong version 2 'version.yaml:1:.*2'
recipe 32 | sed '/interfluve: 1/d' | wrong no-version 2 'interfluve'
recipe 32 | sed 's/seed: 42/seed: many/' | wrong seed 2 'seed'
recipe 32 | sed 's/seed: 42/seed: 42\nseed: 43/' | wrong twice 2 'twice.yaml:3:'
recipe 32 | sed '/^  - /d' | wrong no-stages 2 'stages'
recipe 32 | sed 's/stages:/stages: {/' | wrong syntax 2 'syntax.yaml:[0-9]+'
printf '' | wrong empty 2 'empty.yaml'
printf '\n\n# nothing\n' | wrong comment 2 'comment.yaml'
printf -- '- 1\n- 2\n' | wrong list 2 'list.yaml'
printf 'just words\n' | wrong words 2 'words.yaml'
head -c 4096 /dev/zero | wrong zeroes 2 'zeroes.yaml'
head -c 20000 "$INTERFLUVE" | wrong binary 2 'binary.yaml'
printf 'interfluve: 1\nseed: 1\nname: \xff\xfe\n' | wrong not-utf8 2 'not-utf8.yaml'
for i in 1 2 3 4 5 6 7 8; do
    head -c $((i * 61)) /dev/urandom | wrong "random$i" 2 "random$i.yaml"
done
head -c 100000 /dev/zero | tr '\0' '[' | wrong deep 2 'deep.yaml'
{
    echo 'interfluve: 1'
    echo 'a: &a [x, x, x, x, x, x, x, x, x, x]'
    for step in {b..m}; do
        last=$(tr 'b-m' 'a-l' <<<"$step")
        echo "$step: &$step [*$last, *$last, *$last, *$last, *$last, *$last, *$last, *$last, *$last]"
    done
} | wrong alias-bomb 2 'alias-bomb.yaml'
printf 'interfluve: 1\na: &a [*a]\n' | wrong alias-loop 2 'alias-loop.yaml'
# Every beginning of a good recipe is either good itself or refused in one line.
recipe 16 >whole.yaml
for length in $(seq 1 13 "$(wc -c <whole.yaml)"); do
    head -c "$length" whole.yaml >"$work/part.yaml"
    code=0
    "$INTERFLUVE" make "$work/part.yaml" -o "$work/part" "${quick[@]}" >"$out" 2>"$err" || code=$?
    [ "$code" -le 2 ] || fail "the first $length bytes of a recipe exit with $code"
    [ "$(wc -l <"$err")" -le 1 ] || fail "the first $length bytes of a recipe: more than a line"
    rm -rf "$work/part"
done

recipe 32 >good.yaml
refuses 2 'drian.*did you mean' make good.yaml -o out --set drian.x=1
refuses 2 'min_aera.*did you mean' make good.yaml -o out --set 'lakes.min_aera=2 ha'
refuses 2 '`?nonsense' make good.yaml -o out --set nonsense
refuses 2 '=' make good.yaml -o out --set =
refuses 2 'width' make good.yaml -o out --set 'frame.width=-3 km'
refuses 2 'seed' make good.yaml -o out --seed x
refuses 2 'size' make good.yaml -o out --size -5
refuses 2 'lakse' make good.yaml -o out --until lakse
refuses 2 'import' make good.yaml -o out --until import
# What cannot fit is refused before it starts, with the numbers.
refuses 1 '[0-9.]+ [KMGT]i?B.*[0-9.]+ [KMGT]i?B' make good.yaml -o out --size 60000
