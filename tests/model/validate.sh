#!/bin/sh
# SPDX-License-Identifier: MIT
# validate.sh DEFAULT_DIR FILE...: the Khronos validator from $GLTF_VALIDATOR_DIR, or from
# DEFAULT_DIR, over models. Exit 77 (skipped) where node or the validator is not installed.
GLTF_VALIDATOR_DIR=${GLTF_VALIDATOR_DIR:-$1}
export GLTF_VALIDATOR_DIR
shift
if ! command -v node >/dev/null; then
    echo "skipped: no node"
    exit 77
fi
exec node "$(dirname "$0")/validate.mjs" "$@"
