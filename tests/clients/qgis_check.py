# SPDX-License-Identifier: MIT
"""Opens an export for GIS in QGIS: layers are valid and drawn by the styles that lie in the GeoPackage.

    qgis_check.py EXPORT PICTURE
"""
import json
import os
import sys

from qgis.core import (Qgis, QgsApplication, QgsCoordinateReferenceSystem, QgsHillshadeRenderer, QgsMapRendererParallelJob,
                       QgsMapSettings, QgsRasterLayer, QgsVectorLayer)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

EXPORT, PICTURE = sys.argv[1:]
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


def main():
    with open(os.path.join(EXPORT, "export.json"), encoding="utf-8") as file:
        told = json.load(file)
    layers = {name: vector(name) for name in COLOURS}
    for name, layer in layers.items():
        check_style(name, layer)
    hydro = vector("hydrorivers")
    expect(hydro.fields().indexFromName("HYRIV_ID") >= 0 and hydro.featureCount() == layers["rivers"].featureCount(),
           "hydrorivers")
    names = {f["name"] for f in layers["regions"].getFeatures()}
    expect({"mountain", "desert"} <= names, "regions are %s", names)
    # areas and lengths agree with the figures in the columns: the CRS has the land's metres
    for lake in layers["lakes"].getFeatures():
        area = lake.geometry().area() / 1e6
        expect(abs(area - lake["area_skm"]) < 0.02 * area + 0.01, "a lake of %g km2 covers %g", lake["area_skm"], area)
    for name in ("height.tif", "slope.tif", "flow.tif", "discharge.tif"):
        raster(name, told)
    height = raster("height.tif", told)
    top = height.dataProvider().bandStatistics(1).maximumValue
    expect(abs(top - told["range"]["high"]) < 0.01, "heights reach %g m", top)
    for name in ("rivers.geojson", "lakes.fgb"):
        other = QgsVectorLayer(os.path.join(EXPORT, name), name, "ogr")
        expect(other.isValid() and other.featureCount() == layers[name.split(".")[0]].featureCount(), "%s", name)
    height.setRenderer(QgsHillshadeRenderer(height.dataProvider(), 1, 315, 45))
    height.renderer().setZFactor(2)
    order = [layers["rivers"], layers["lakes"], layers["coast"], layers["regions"], height]
    draw(order, height.crs(), height.extent())
    print("saw: QGIS %s, %d layers styled, %d rivers, heights to %.1f m"
          % (Qgis.QGIS_VERSION, len(layers), layers["rivers"].featureCount(), top))


application = QgsApplication([], False)
application.initQgis()
main()
application.exitQgis()
