# SPDX-License-Identifier: MIT
# The scripts that exports bring for editors which cannot run here: Unreal's beside a module with the same calls, Unity's
# compiled against such classes and run, where a C# compiler is.
source "$(dirname "$0")/lib.sh"
editors=$SOURCE_DIR/tests/editors

recipe 129 >land.yaml
run 0 make land.yaml "${quick[@]}"

for options in "--size 127" "--size 253 --tiles 2"; do
    run 0 export land --for unreal $options --maps none --progress none
    for order in 1 2; do
        PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$editors python3 "$editors/check_unreal.py" land-unreal $order >"$out" 2>"$err" ||
            fail "unreal_water.py, $options, order $order"
        says '^unreal: [0-9]+ rivers'
    done
done

if ! command -v mcs >/dev/null || ! command -v mono >/dev/null; then
    echo 'no mono-mcs: the script for Unity was not compiled'
    exit 0
fi
mkdir -p Assets unpacked
for options in "--size 129" "--size 129 --tiles 2"; do
    run 0 export land --for unity $options -o Assets/export --maps splat --progress none
    [ -e unity.exe ] || mcs -nologo -warnaserror -out:unity.exe "$editors/Unity.cs" "$editors/CheckUnity.cs" \
        Assets/export/interfluve_import.cs >"$out" 2>"$err" || fail 'interfluve_import.cs does not compile'
    rm -f unpacked/*
    for picture in Assets/export/splat*.png; do
        gdal_translate -q -of ENVI -co INTERLEAVE=BIP "$picture" "unpacked/$(stat -c %s "$picture").rgba"
    done
    gdal_translate -q -of ENVI land/height.tif heights.raw
    mono unity.exe "$PWD/Assets" "$PWD/Assets/export" "$PWD/unpacked" >said.txt 2>"$err" || fail "interfluve_import.cs, $options"
    python3 "$editors/check_unity.py" heights.raw Assets/export said.txt >"$out" 2>"$err" || fail "what Unity has, $options"
    says '^unity: '
done
