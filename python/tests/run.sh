#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# run.sh LIBRARY FOLDER [PYTEST OPTION...]: puts the package together in FOLDER and tests it. 77: why it cannot be.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
library=$1
folder=$2
shift 2

# The first Python that has what is needed: the one on the path may not be Debian's.
for python in "${INTERFLUVE_PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$python" ] && "$python" -c 'import numpy, pytest' 2>/dev/null; then
        mkdir -p "$folder"
        folder=$(cd "$folder" && pwd)
        "$python" "$here/../package.py" "$folder" "$library"
        unset INTERFLUVE_LIBRARY
        export PYTHONPATH=$folder PYTHONDONTWRITEBYTECODE=1
        cd "$here" # not beside the sources, which would be found first
        exec "$python" -m pytest -q -p no:cacheprovider "$@"
    fi
done
echo "no Python with numpy and pytest (Debian: python3-numpy, python3-pytest): the package is not tested"
exit 77
