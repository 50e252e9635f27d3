# SPDX-License-Identifier: MIT
# Help, version, wrong use; and that manual page and completion know what the help knows.
source "$(dirname "$0")/lib.sh"

run 0 --version
says '^interfluve [0-9]+\.[0-9]+\.[0-9]+$'
run 0 --version --verbose
says '^interfluve [0-9]+\.[0-9]+\.[0-9]+$'
for part in 'compiler +(gcc|Clang) [0-9]+\.' 'GDAL +3\.[0-9]+\.' 'libyaml +0\.' 'jansson +2\.' 'libdeflate +1\.' 'zlib +1\.' 'meshoptimizer +[0-9]+\.[0-9]+$' \
    'libmicrohttpd +[0-9]+\.'; do
    says "^$part"
done
run 2 --version --loud
run 0 --help
says '^Usage: interfluve COMMAND'
says 'Examples:'
says 'interfluve water alps.tif'

commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$out")
[ "$(wc -w <<<"$commands")" -ge 7 ] || fail "too few commands: $commands"
for command in $commands; do
    run 0 help "$command"
    cp "$out" "$work/help"
    says "^Usage: interfluve $command"
    says '^Examples:'
    run 0 "$command" --help
    cmp -s "$out" "$work/help" || fail "'$command --help' is not 'help $command'"
    grep -q "\b$command\b" "$SOURCE_DIR/docs/interfluve.1" || fail "manual page lacks $command"
    grep -q "\b$command\b" "$SOURCE_DIR/src/cli/completion.bash" || fail "completion lacks $command"
    for option in $(grep -oE -- '--[a-z]+' "$work/help" | sort -u); do
        grep -qF -- "\\-\\-${option#--}" "$SOURCE_DIR/docs/interfluve.1" ||
            fail "manual page lacks $option"
        grep -qF -- "$option" "$SOURCE_DIR/src/cli/completion.bash" ||
            fail "completion lacks $option"
    done
done

refuses 2 'no command'
refuses 2 'did you mean `make`' mkae demo
refuses 2 'did you mean `water`' help watr
refuses 2 'RECIPE is missing' make
refuses 2 'HEIGHTMAP is missing' water
refuses 2 'DIR is missing' check
refuses 2 'too many' make demo demo
refuses 2 'did you mean `--seed`' make demo --sead 3
refuses 2 'unknown option `-x`' make demo -x
refuses 2 'unknown option `--view`' make demo --view map
refuses 2 'needs a value' make demo -o
refuses 2 'takes no value' explain --markdown=yes
refuses 2 'is empty' make demo -o ''
refuses 2 'RECIPE is empty' make ''
for threads in -1 x 2x 999 ''; do
    refuses 2 '--threads' make demo "--threads=$threads"
done
refuses 2 'expected bar, plain, json or none' make demo --progress fast
# Control characters of an argument do not reach the terminal.
refuses 2 'unknown command' $'a\nb\033[31m'

# A reader that has seen enough is no failure; a full disk is.
bash -c 'set -o pipefail; "$INTERFLUVE" explain --markdown | head -1' >"$out" 2>"$err" ||
    fail 'a closed pipe is taken for a failure'
[ ! -s "$err" ] || fail 'a closed pipe is complained about'
if [ -c /dev/full ]; then
    code=0
    "$INTERFLUVE" --help >/dev/full 2>"$err" || code=$?
    [ "$code" -eq 1 ] || fail "a full disk gives $code"
    grep -q '^interfluve: cannot write to standard output' "$err" || fail 'a full disk is not told'
fi
