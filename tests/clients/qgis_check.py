# SPDX-License-Identifier: MIT
"""Opens an export for GIS in QGIS: layers are valid and drawn by the styles that lie in the GeoPackage.

    qgis_check.py EXPORT PICTURE [MAP]     with MAP, the land is that height map's, and lies where it lies
"""
import json
import os
import sys

from qgis.core import (Qgis, QgsApplication, QgsCoordinateReferenceSystem, QgsHillshadeRenderer, QgsMapRendererParallelJob,
                       QgsMapSettings, QgsRasterLayer, QgsVectorLayer)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

EXPORT, PICTURE = sys.argv[1:3]
MAP = sys.argv[3] if len(sys.argv) > 3 else None
COLOURS = {"rivers": "38,104,158", "lakes": "142,190,220", "coast": None, "watersheds": None, "regions": None}


def expect(truth, text, *values):
    if not truth:
        raise AssertionError(text % values)


def vector(name):
    layer = QgsVectorLayer("%s|layername=%s" % (os.path.join(EXPORT, "water.gpkg"), name), name, "ogr")
    expect(layer.isValid(), "%s is not valid", name)
    expect(layer.featureCount() > 0, "%s is empty", name)
    expect(layer.crs().isValid() and not layer.crs().isGeographic(), "%s has no CRS of metres", name)
    return layer


def check_style(name, layer):
    """As it was opened, without a call for it: what a user sees who drags the file into the map."""
    symbol = layer.renderer().symbol().symbolLayer(0)
    if COLOURS[name]:
        found = symbol.color().getRgb()[:3]
        expect(",".join(map(str, found)) == COLOURS[name], "%s is drawn in %s", name, found)
    listed = layer.listStylesInDatabase()
    expect(name in listed[2], "%s has no style in the database: %s", name, listed[2])
    if name == "regions":
        expression = symbol.dataDefinedProperties().property(symbol.PropertyFillColor).asExpression()
        expect('"color"' in expression, "regions are not drawn in their colours: %s", expression)
    if name == "rivers":
        expression = symbol.dataDefinedProperties().property(symbol.PropertyStrokeWidth).asExpression()
        expect("dis_av_cms" in expression, "rivers are not drawn by discharge: %s", expression)


def raster(name, told):
    layer = QgsRasterLayer(os.path.join(EXPORT, name), name)
    expect(layer.isValid(), "%s is not valid", name)
    expect(layer.crs().isValid(), "%s has no CRS", name)
    expect((layer.width(), layer.height()) == (told["lattice"]["cols"], told["lattice"]["rows"]), "%s: size", name)
    return layer


def draw(layers, crs, extent):
    settings = QgsMapSettings()
    settings.setLayers(layers)
    settings.setDestinationCrs(crs)
    settings.setExtent(extent)
    settings.setOutputSize(QSize(900, 900))
    settings.setBackgroundColor(QColor(255, 255, 255))
    job = QgsMapRendererParallelJob(settings)
    job.start()
    job.waitForFinished()
    expect(not job.errors(), "QGIS could not draw: %s", [e.message for e in job.errors()])
    image = job.renderedImage()
    expect(image.save(PICTURE), "%s cannot be written", PICTURE)
    blue = sum(image.pixelColor(x, y).blue() > image.pixelColor(x, y).red() + 30
               for x in range(0, 900, 3) for y in range(0, 900, 3))
    expect(blue > 900, "hardly any water is seen: %d of 90000 pixels", blue)


def check_regions(layer):
    names = {f["name"] for f in layer.getFeatures()}
    expect({"mountain", "desert"} <= names, "regions are %s", names)


def check_areas(lakes, cell):
    """Areas agree with the figures in the columns: the CRS has the land's metres. A shore without the grid's steps runs within a
    third of a cell of them; together that comes to nothing."""
    drawn = told = 0.0
    for lake in lakes.getFeatures():
        area, shore = lake.geometry().area() / 1e6, lake.geometry().length()
        expect(abs(area - lake["area_skm"]) < shore * cell / 3e6, "a lake of %g km2 covers %g", lake["area_skm"], area)
        drawn, told = drawn + area, told + lake["area_skm"]
    expect(abs(drawn / told - 1) < 0.01, "lakes of %g km2 cover %g", told, drawn)


def check_place(layers, height):
    """The export lies on the map it was made from: CRS, extent, and the highest place."""
    own = QgsRasterLayer(MAP, "map")
    expect(own.isValid(), "%s cannot be opened", MAP)
    for layer in list(layers) + [height]:
        expect(layer.crs() == own.crs(), "%s is in %s, not in %s", layer.name(), layer.crs().authid(), own.crs().authid())
        expect(own.extent().buffered(1).contains(layer.extent()), "%s lies outside the map", layer.name())
    expect(abs(height.extent().width() - own.extent().width()) < 0.01, "another width")
    a, b = (r.dataProvider().bandStatistics(1) for r in (own, height))
    expect(abs(a.maximumValue - b.maximumValue) < 0.01, "heights reach %g m, not %g", b.maximumValue, a.maximumValue)


def main():
    with open(os.path.join(EXPORT, "export.json"), encoding="utf-8") as file:
        told = json.load(file)
    layers = {name: vector(name) for name in COLOURS if not MAP or name not in ("regions", "coast")}
    for name, layer in layers.items():
        check_style(name, layer)
    hydro = vector("hydrorivers")
    expect(hydro.fields().indexFromName("HYRIV_ID") >= 0 and hydro.featureCount() == layers["rivers"].featureCount(),
           "hydrorivers")
    if "regions" in layers:
        check_regions(layers["regions"])
    check_areas(layers["lakes"], told["lattice"]["step_x"])
    for name in ("height.tif", "slope.tif", "flow.tif", "discharge.tif"):
        raster(name, told)
    height = raster("height.tif", told)
    top = height.dataProvider().bandStatistics(1).maximumValue
    expect(abs(top - told["range"]["high"]) < 0.01, "heights reach %g m", top)
    for name in ("rivers.geojson", "lakes.fgb"):
        other = QgsVectorLayer(os.path.join(EXPORT, name), name, "ogr")
        expect(other.isValid() and other.featureCount() == layers[name.split(".")[0]].featureCount(), "%s", name)
    if MAP:
        check_place(layers.values(), height)
    height.setRenderer(QgsHillshadeRenderer(height.dataProvider(), 1, 315, 45))
    height.renderer().setZFactor(2)
    order = [layers[name] for name in ("rivers", "lakes", "coast", "regions") if name in layers] + [height]
    draw(order, height.crs(), height.extent())
    print("saw: QGIS %s, %d layers styled, %d rivers, heights to %.1f m"
          % (Qgis.QGIS_VERSION, len(layers), layers["rivers"].featureCount(), top))


application = QgsApplication([], False)
application.initQgis()
main()
application.exitQgis()
