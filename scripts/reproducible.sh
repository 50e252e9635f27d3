#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# reproducible.sh [TYPE...]: builds the working tree in two folders of different names, at different times and with other
# locales and numbers of jobs, and compares library and program byte for byte. TYPE: Release, and
# RelWithDebInfo, whose debugging information names files.
set -euo pipefail
cd "$(dirname "$0")/.."
types=("$@")
[ ${#types[@]} -gt 0 ] || types=(Release RelWithDebInfo)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CCACHE_DISABLE=1 # a cached object would prove nothing

# build FOLDER TYPE JOBS
build() {
    mkdir -p "$1"
    git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$1"
    cmake -S "$1" -B "$1/build" -DCMAKE_BUILD_TYPE="$2" >/dev/null
    cmake --build "$1/build" -j "$3" --target interfluve interfluve_shared interfluve_static >/dev/null
}

for type in "${types[@]}"; do
    LC_ALL=C TZ=UTC build "$work/a" "$type" 2
    LC_ALL=C.UTF-8 TZ=Asia/Tokyo build "$work/another folder" "$type" 1
    for file in libinterfluve.so libinterfluve.a interfluve; do
        one=$work/a/build/$file two="$work/another folder/build/$file"
        if ! cmp "$one" "$two"; then
            echo "reproducible: $file ($type) depends on where or when it was built"
            exit 1
        fi
        if grep -qF "$work" "$one"; then
            echo "reproducible: $file ($type) has the path of its folder in it"
            exit 1
        fi
        echo "reproducible: $file ($type) $(sha256sum <"$one" | cut -c1-16)"
    done
    rm -rf "$work/a" "$work/another folder"
done
