#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Reads the #include lines under src/ and fails on a wrong arrow:
#
#   base <- field, mesh <- water <- landscape <- hydrography <- stages; landscape <- model <- check, output; all <- recipe <- studio <- cli
#   hydrography <- tiles <- recipe; landscape <- measure <- output; model <- folder <- output, stages/load, stages/keep; output <- export <- recipe
#
# Stages, check and output never include each other; studio and cli include interfluve.h, their own and cli the studio; of the
# stages only load knows folder; GDAL is known to folder, output, export, the import stage and gdal, which they share, alone.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A may=(
    [base]="base"
    [field]="base field"
    [mesh]="base mesh"
    [water]="base field mesh water"
    [landscape]="base field mesh water landscape"
    [tiles]="base field mesh water landscape hydrography tiles"
    [gdal]="base gdal"
    [hydrography]="base field mesh water landscape hydrography"
    [placed]="base field mesh water landscape placed"
    [stages]="base field mesh water landscape hydrography placed stages gdal"
    [model]="base field mesh water landscape model"
    [folder]="base field mesh water landscape model gdal folder"
    [stages/load]="base field mesh water landscape hydrography stages folder"
    [check]="base field mesh water landscape model check"
    [measure]="base field mesh water landscape measure"
    [output]="base field mesh water landscape model measure folder output gdal"
    [export]="base field mesh water landscape model folder output gdal export"
    [recipe]="base field mesh water landscape tiles hydrography placed stages check measure folder output export recipe"
    [cli]="cli studio"
    [studio]="studio"
)

# wrong_arrows ROOT: prints the wrong includes under ROOT/src.
wrong_arrows() {
    local file line name from to
    while IFS=: read -r file line; do
        from=${file#"$1"/src/}
        [[ $from == stages/@(load|keep)/* ]] && from=stages/load || from=${from%%/*}
        name=$(sed -E 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]([^>"]*)[>"].*/\1/' <<<"$line")
        to=${name%%/*}
        case $line in
        *\<*gdal* | *\<ogr* | *\<cpl_*)
            [[ $file == "$1"/src/@(folder|output|export|gdal|stages/import)/* ]] ||
                echo "$file: $name: GDAL is for folder, output, export and the import stage alone"
            ;;
        *\<*) ;;
        *\"interfluve.h\"*) ;;
        *)
            if [ -z "${may[$from]:-}" ]; then
                echo "$file: folder '$from' has no place in the order"
            elif [ "$to" = "$name" ]; then
                echo "$file: \"$name\": expected a path from src/"
            elif [[ " ${may[$from]} " != *" $to "* ]]; then
                echo "$file: \"$name\": $from may include ${may[$from]} only"
            fi
            ;;
        esac
    done < <(grep -rE --include='*.[ch]' '^[[:space:]]*#[[:space:]]*include' "$1/src")
}

# The judge must be able to say no.
judge_the_judge() {
    local tree
    tree=$(mktemp -d)
    mkdir -p "$tree"/src/{stages/load,cli,studio,base,field,recipe}
    echo '#include "check/check.h"' >"$tree/src/stages/wrong.c"
    echo '#include "base/ctx.h"' >"$tree/src/cli/wrong.c"
    echo '#include "base/ctx.h"' >"$tree/src/studio/wrong.c"
    echo '#include "field/grid.h"' >"$tree/src/base/wrong.c"
    echo '#include "grid.h"' >"$tree/src/field/wrong.c"
    echo '#include <gdal.h>' >"$tree/src/recipe/wrong.c"
    echo '#include "folder/read.h"' >"$tree/src/stages/far.c"
    echo '#include "output/json.h"' >"$tree/src/stages/load/wrong.c"
    echo '#include "folder/read.h"' >"$tree/src/stages/load/right.c"
    echo '#include "stages/stage.h"' >"$tree/src/recipe/right.c"
    echo '#include "interfluve.h"' >"$tree/src/cli/right.c"
    wrong_arrows "$tree" | wc -l
    rm -rf "$tree"
}

found=$(judge_the_judge)
if [ "$found" -ne 8 ]; then
    echo "arrows.sh found $found of 8 wrong arrows in its own example"
    exit 1
fi
wrong=$(wrong_arrows .)
if [ -n "$wrong" ]; then
    echo "$wrong"
    exit 1
fi
