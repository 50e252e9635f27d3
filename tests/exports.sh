#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# exports.sh LIBRARY HEADER: the shared library shows the calls of the header, all of them and nothing else.
set -euo pipefail
declared=$(tr '\n' ' ' <"$2" | grep -oE 'FLUV_API [^;(]*\(' | grep -oE 'fluv_[a-z0-9_]+\($' | tr -d '(' | sort)
shown=$(nm -D --defined-only "$1" | awk '{ print $NF }' | sort)
[ "$(wc -l <<<"$declared")" -gt 50 ] || {
    echo "found only these calls in the header: $declared"
    exit 1
}
if [ "$declared" != "$shown" ]; then
    echo 'declared (<) and shown (>) differ:'
    diff <(echo "$declared") <(echo "$shown")
    exit 1
fi
