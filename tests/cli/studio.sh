# SPDX-License-Identifier: MIT
# The studio as a command: where it listens, what it opens, how it ends, what it leaves.
source "$(dirname "$0")/lib.sh"

mkdir "$work/page"
echo '<p>the page' >"$work/page/index.html"
export INTERFLUVE_STUDIO_PAGE=$work/page XDG_CACHE_HOME=$work/cache
unset DISPLAY WAYLAND_DISPLAY
recipe 48 >island.yaml

refuses 2 '--port' studio --port 0
refuses 2 '--port' studio --port 70000
refuses 2 'nosuch' studio nosuch.yaml --no-open
INTERFLUVE_STUDIO_PAGE=$work/nowhere refuses 1 'make studio-build' studio island.yaml --no-open

# begin ARGUMENT...: starts it; $address and $token are its.
begin() {
    rm -f "$work/address"
    "$INTERFLUVE" studio --no-open "$@" >"$work/address" 2>"$err" &
    studio=$!
    for _ in $(seq 600); do
        [ ! -s "$work/address" ] || break
        kill -0 "$studio" 2>/dev/null || fail "it does not start: $*"
        sleep 0.1
    done
    address=$(cat "$work/address")
    port=$(sed -E 's,^http://127.0.0.1:([0-9]+)/\?token=([0-9a-f]{32})$,\1,' <<<"$address")
    token=${address##*token=}
    [[ $port =~ ^[0-9]+$ ]] || fail "the address is '$address'"
}

# ask TOKEN PATH: the answer, head and body, in $out.
ask() {
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nX-Interfluve-Token: %s\r\nConnection: close\r\n\r\n' \
        "$2" "$port" "$1" >&3
    cat <&3 >"$out"
    exec 3>&-
}

# end SIGNAL: it stops and all is well.
end() {
    local code=0
    kill "-$1" "$studio"
    wait "$studio" || code=$?
    [ "$code" -eq 0 ] || fail "SIG$1 ends it with $code"
}

begin island.yaml
first=$port
ask "$token" /api/project
says '"folder":"[^"]*/island-studio"'
ask 0 /api/project
says '^HTTP/1.1 403'
ask "$token" /
says 'the page'
[ -s island-studio/recipe.yaml ] || fail 'no recipe in the project'
cp "$work/address" "$work/first"
one=$studio

# A second one takes the next port, keeps out of a project that is open, and says so about a port that is taken.
refuses 1 'cannot listen' studio --no-open --port "$first"
refuses 2 'another studio' studio island-studio --no-open
begin island.yaml
[ "$port" != "$first" ] || fail 'both have the same port'
[ -s island-studio-2/recipe.yaml ] || fail 'the second has no folder of its own'
end INT
studio=$one
end TERM

# What stands in the project makes the same land as what it began with.
run 0 make island.yaml -o a "${quick[@]}"
run 0 make island-studio/recipe.yaml -o b "${quick[@]}"
for file in height.tif water.tif cover.tif recipe.yaml; do
    cmp -s "a/$file" "b/$file" || fail "$file differs"
done

# A project is opened again; a folder of `make` is a beginning and stays as it is; a map has water.
begin island-studio
ask "$token" /api/project
says '"name":"island"'
end HUP
before=$(cksum a/*)
begin a --project from-make
ask "$token" /api/project
says '"folder":"[^"]*/from-make"'
end TERM
[ "$before" = "$(cksum a/*)" ] || fail 'the folder was changed'
map_asc 40 30 >hills.asc
begin hills.asc
ask "$token" /api/recipe
says '- lakes:'
says 'hills.asc'
end TERM
begin
ask "$token" /api/project
says '"open":false'
end TERM

# The browser does not inherit the signals that the studio waits for: they would never end it.
mkdir "$work/bin"
printf '#!/bin/bash\ngrep SigBlk /proc/self/status >%s/b && mv %s/b %s/blocked\n' "$work" "$work" "$work" >"$work/bin/xdg-open"
chmod +x "$work/bin/xdg-open"
DISPLAY=:0 PATH=$work/bin:$PATH "$INTERFLUVE" studio >"$work/address" 2>"$err" &
studio=$!
for _ in $(seq 600); do
    [ ! -s "$work/blocked" ] || break
    sleep 0.1
done
grep -q '[[:space:]]0*$' "$work/blocked" || fail "the browser starts with $(cat "$work/blocked")"
end TERM
