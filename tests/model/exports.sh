#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# exports.sh PROGRAM DEFAULT_DIR: models of exports, of land with rivers, lakes and sea and of dry land, before the Khronos
# validator; see validate.sh.
set -euo pipefail
program=$1
default=$2
here=$(cd "$(dirname "$0")" && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
head='{interfluve: 1, seed: 11, frame: {size: 96, width: 20 km, height: [-300 m, 1400 m]}, stages: '
echo "$head[noise: {}, drain: {}, lakes: {}, rivers: {}]}" >"$room/wet.yaml"
echo "$head[noise: {}]}" >"$room/dry.yaml"
models=()
for land in wet dry; do
    "$program" make "$room/$land.yaml" -o "$room/$land" --progress none --without map.png,terrain.glb >/dev/null
    for profile in blender:landscape unity:water godot:water; do
        out=$room/$land-${profile%:*}
        "$program" export "$room/$land" --for "${profile%:*}" -o "$out" --maps none --progress none >/dev/null
        models+=("$out/${profile#*:}.glb")
    done
done
sh "$here/validate.sh" "$default" "${models[@]}"
