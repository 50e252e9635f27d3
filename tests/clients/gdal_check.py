# SPDX-License-Identifier: MIT
"""Opens an export for GIS with GDAL: a tile set through its VRT and through its STAC items is the whole raster.

    gdal_check.py WHOLE TILED
"""
import json
import os
import sys

from osgeo import gdal, ogr, osr

gdal.UseExceptions()
WHOLE, TILED = sys.argv[1:]


def expect(truth, text, *values):
    if not truth:
        raise AssertionError(text % values)


def same_place(a, b):
    return all(abs(p - q) < 1e-6 for p, q in zip(a.GetGeoTransform(), b.GetGeoTransform()))


def compare(name, other):
    whole = gdal.Open(os.path.join(WHOLE, name + ".tif"))
    expect((other.RasterXSize, other.RasterYSize) == (whole.RasterXSize, whole.RasterYSize), "%s: size", name)
    expect(same_place(whole, other), "%s lies elsewhere: %s", name, other.GetGeoTransform())
    expect(whole.GetSpatialRef().IsSame(other.GetSpatialRef()), "%s has another CRS", name)
    a, b = whole.ReadAsArray(), other.ReadAsArray()
    expect(((a == b) | ((a != a) & (b != b))).all(), "%s differs", name)


def check_item(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        item = json.load(file)
    for feature in item.get("features", [item]):
        expect(feature["stac_version"] == "1.0.0" and feature["type"] == "Feature", "no STAC item")
        west, south, east, north = feature["bbox"]
        expect(west < east and south < north, "bbox %s", feature["bbox"])
        for asset in feature["assets"].values():
            expect(os.path.exists(os.path.join(folder, asset["href"])), "there is no %s", asset["href"])
    return item


def main():
    for name in ("height", "slope", "region"):
        compare(name, gdal.Open(os.path.join(TILED, name + ".vrt")))
    tiles = check_item(TILED, "items.json")
    here = os.getcwd()
    os.chdir(TILED)  # GDAL 3.6 looks for an item's files from where it stands
    compare("height", gdal.Open('STACIT:"items.json":asset=height'))
    os.chdir(here)
    for folder in (WHOLE, TILED):  # this driver takes collections alone: a single item by its own words
        item = check_item(folder, "item.json")
        data = gdal.Open(os.path.join(folder, item["assets"]["height"]["href"]))
        compare("height", data)
        step_x, _, west, _, step_y, north = item["properties"]["proj:transform"]
        expect(all(abs(p - q) < 1e-6 for p, q in zip(data.GetGeoTransform(), (west, step_x, 0, north, 0, step_y))), "transform")
        crs = osr.SpatialReference(wkt=item["properties"]["proj:wkt2"])
        expect(crs.IsSame(data.GetSpatialRef()) and "PROJCRS" in item["properties"]["proj:wkt2"], "proj:wkt2")
    package = ogr.Open(os.path.join(WHOLE, "water.gpkg"))
    count = package.GetLayerByName("rivers").GetFeatureCount()
    for ending in ("fgb", "geojson"):
        other = ogr.Open(os.path.join(WHOLE, "rivers." + ending))
        expect(other.GetLayer(0).GetFeatureCount() == count, "rivers.%s", ending)
    print("saw: GDAL %s, %d tiles as one through VRT and STAC, %d rivers"
          % (gdal.__version__, len(tiles["features"]), count))


main()
