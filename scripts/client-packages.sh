#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# client-packages.sh DIR: puts what the pages of tests/clients need into DIR/node_modules. Without a network the tests go on
# without it, and say so.
set -euo pipefail
dir=$1
packages=(three@0.170.0 playwright-core@1.48.2 maplibre-gl@6.17.0 pmtiles@4.5.0)

mkdir -p "$dir"
if [ "$(cat "$dir/packages.txt" 2>/dev/null)" = "${packages[*]}" ]; then
    exit 0
fi
echo "Fetching ${packages[*]} from npm into $dir/node_modules"
if npm install --prefix "$dir" --no-audit --no-fund --no-save --loglevel=error --fetch-retries=1 \
    --fetch-timeout=30000 "${packages[@]}"; then
    echo "${packages[*]}" >"$dir/packages.txt"
else
    echo "they could not be fetched: nothing will be shown in a browser"
fi
