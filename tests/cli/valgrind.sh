# SPDX-License-Identifier: MIT
# Valgrind has nothing to say about a small run; a build with a sanitizer has its own judge.
source "$(dirname "$0")/lib.sh"

if grep -qE 'lib(asan|ubsan|tsan)' <<<"$(ldd "$INTERFLUVE")"; then
    echo 'built with a sanitizer: skipped'
    exit 77
fi
recipe '[48, 10]' >land.yaml
judge=(valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite
    --show-leak-kinds=definite)
"${judge[@]}" "$INTERFLUVE" make land.yaml --threads 2 --progress none --without map.png \
    >"$out" 2>"$err" ||
    fail 'make under valgrind'
"${judge[@]}" "$INTERFLUVE" check land >"$out" 2>"$err" || fail 'check under valgrind'
"${judge[@]}" "$INTERFLUVE" render land >"$out" 2>"$err" || fail 'render under valgrind'
sed 's/lakes/lakse/' land.yaml >wrong.yaml
code=0
"${judge[@]}" "$INTERFLUVE" make wrong.yaml >"$out" 2>"$err" || code=$?
[ "$code" -eq 2 ] || fail "a wrong recipe under valgrind gives $code"
