#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gltf-validator.sh DIR: puts the Khronos glTF validator into DIR/node_modules. Without a network the
# tests go on without it, and say so.
set -euo pipefail
dir=$1
version=2.0.0-dev.3.10

if [ -d "$dir/node_modules/gltf-validator" ]; then
    exit 0
fi
mkdir -p "$dir"
echo "Fetching gltf-validator $version from npm into $dir/node_modules"
if ! npm install --prefix "$dir" --no-audit --no-fund --no-save --loglevel=error \
    --fetch-retries=1 --fetch-timeout=30000 \
    "gltf-validator@$version"; then
    echo "gltf-validator could not be fetched: terrain.glb will not be validated by it"
fi
