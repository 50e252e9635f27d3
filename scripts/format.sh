#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# format.sh [--check]: lays out every C file by .clang-format, or fails where one is not laid out so.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(-i)
if [ "${1:-}" = --check ]; then
    mode=(--dry-run --Werror)
fi
find include src tests bench \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) -print0 |
    xargs -0 clang-format --style=file "${mode[@]}"
