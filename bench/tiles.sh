#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tiles.sh INTERFLUVE MAP SIDE TILE [ARGUMENT...]: a map repeated to SIDE x SIDE cells, with its water in tiles; tells seconds, memory and
# what stood on disk. At 32768 it needs some 100 bytes of disk a cell, 110 GB, and an hour of one core. Works in the folder it is called in.
set -euo pipefail
program=$1 map=$(realpath "$2") side=$3 tile=$4
shift 4
read -r cols rows < <(gdalinfo "$map" | sed -n 's/^Size is \([0-9]*\), \([0-9]*\)/\1 \2/p')
{
    echo "<VRTDataset rasterXSize=\"$side\" rasterYSize=\"$side\">"
    echo "<SRS>$(gdalsrsinfo -o wkt_simple "$map" | tr -d '\n' | sed 's/"/\&quot;/g')</SRS>"
    echo "<GeoTransform>0, 30, 0, 0, 0, -30</GeoTransform>"
    echo '<VRTRasterBand dataType="Float32" band="1">'
    for ((y = 0; y < side; y += rows)); do
        for ((x = 0; x < side; x += cols)); do
            w=$((side - x < cols ? side - x : cols)) h=$((side - y < rows ? side - y : rows))
            echo "<SimpleSource><SourceFilename>$map</SourceFilename><SourceBand>1</SourceBand>" \
                "<SrcRect xOff=\"0\" yOff=\"0\" xSize=\"$w\" ySize=\"$h\"/><DstRect xOff=\"$x\" yOff=\"$y\" xSize=\"$w\" ySize=\"$h\"/></SimpleSource>"
        done
    done
    echo '</VRTRasterBand></VRTDataset>'
} >repeated.vrt
gdal_translate -q -co TILED=YES -co COMPRESS=ZSTD -co PREDICTOR=3 -co BIGTIFF=YES repeated.vrt repeated.tif
rm -rf repeated repeated.tiles repeated.vrt
TIMEFORMAT='%R s, of CPU %U s and %S s in the system'
time "$program" water repeated.tif --tile "$tile" "$@" -o repeated --progress none &
run=$!
most=0 disk=0
while kill -0 $run 2>/dev/null; do
    for child in $run $(pgrep -P $run); do
        memory=$(sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\) kB/\1/p' "/proc/$child/status" 2>/dev/null || true)
        ((${memory:-0} <= most)) || most=$memory
    done
    used=$(du -sk repeated.tiles 2>/dev/null | cut -f1 || true)
    ((${used:-0} <= disk)) || disk=$used
    sleep 1
done
wait $run
echo "memory $((most / 1024)) MiB, on disk $((disk / 1024)) MiB beside the result"
rm -rf repeated repeated.tif
