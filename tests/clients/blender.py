# SPDX-License-Identifier: MIT
"""Runs blender_setup.py of an export inside Blender and looks at what came of it.

    blender --background --factory-startup --python-exit-code 1 --python blender.py -- EXPORT PICTURE
"""
import json
import math
import os
import runpy
import sys

import bpy
import numpy

if "bool" not in vars(numpy):  # the glTF importer of Blender 3.4 knows numpy's older name
    numpy.bool = bool

EXPORT, PICTURE = sys.argv[sys.argv.index("--") + 1:]
with open(os.path.join(EXPORT, "export.json"), encoding="utf-8") as file:
    TOLD = json.load(file)
COLS, ROWS = TOLD["lattice"]["cols"], TOLD["lattice"]["rows"]
STEP_X, STEP_Y = TOLD["lattice"]["step_x"], TOLD["lattice"]["step_y"]


def expect(truth, text, *values):
    if not truth:
        raise AssertionError(text % values)


def run_script():
    kept, sys.argv = sys.argv, ["blender", "--", os.path.join(EXPORT, "..", "landscape.blend")]
    runpy.run_path(os.path.join(EXPORT, "blender_setup.py"))
    sys.argv = kept


def vertices_of(thing):
    places = numpy.empty(3 * len(thing.data.vertices), numpy.float32)
    thing.data.vertices.foreach_get("co", places)
    turn = numpy.array(thing.matrix_world, dtype=numpy.float64)
    return places.reshape(-1, 3) @ turn[:3, :3].T + turn[:3, 3]


def heights_of_exr():
    """Rows from north to south."""
    image = bpy.data.images.load(os.path.join(EXPORT, "height.exr"))
    pixels = numpy.empty(len(image.pixels), numpy.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(image.size[1], image.size[0], -1)[::-1, :, 0]


def check_ground():
    """Metres from the north-western vertex, as export.json says, every vertex at the height of the picture."""
    ground = bpy.data.objects["ground"]
    places = vertices_of(ground)
    exr = heights_of_exr()
    expect(exr.shape == (ROWS, COLS), "height.exr is %s", exr.shape)
    expect(abs(float(exr.max()) - TOLD["range"]["high"]) < 1e-3, "height.exr reaches %g m", exr.max())
    cols = numpy.rint(places[:, 0] / STEP_X).astype(int)
    rows = numpy.rint(-places[:, 1] / STEP_Y).astype(int)
    expect(len(set(zip(cols.tolist(), rows.tolist()))) == COLS * ROWS, "vertices are not those of the lattice")
    off = numpy.abs(numpy.stack([places[:, 0] - cols * STEP_X, places[:, 1] + rows * STEP_Y])).max()
    expect(off < 0.02, "a vertex lies %g m beside its place", off)
    wrong = numpy.abs(places[:, 2] - exr[rows, cols]).max()
    expect(wrong < 1e-3, "ground and height.exr differ by %g m", wrong)
    return exr


def check_normals():
    for name in ["ground", "rivers", "sea"] + [o.name for o in bpy.data.objects if o.name.startswith("lake_")]:
        thing = bpy.data.objects[name]
        turn = numpy.array(thing.matrix_world)[:3, :3]
        faces = numpy.empty(3 * len(thing.data.polygons), numpy.float32)
        thing.data.polygons.foreach_get("normal", faces)
        up = (faces.reshape(-1, 3) @ turn.T)[:, 2]
        expect(len(up) and up.min() > 0.0, "%s has %d faces that look down", name, (up <= 0.0).sum())


def check_curves(height):
    """Rivers run downhill in their valleys and carry their data."""
    curves = [o for o in bpy.data.collections["rivers"].objects]
    named = points = 0
    for curve in curves:
        expect(curve.type == "CURVE", "%s is no curve", curve.name)
        line = curve.data.splines[0].points
        for key in ("width", "depth", "velocity", "discharge", "strahler", "river_name", "id"):
            expect(key in curve.keys(), "%s has no %s", curve.name, key)
        expect(len(curve["width"]) == len(curve["depth"]) == len(line), "%s: widths a point", curve.name)
        expect(curve["discharge"] > 0.0, "%s has no discharge", curve.name)
        named += bool(curve["river_name"])
        above = math.inf
        for i, point in enumerate(line):
            x, y, z, _ = curve.matrix_world @ point.co
            expect(abs(point.radius - 0.5 * curve["width"][i]) < 1e-3, "%s: radius", curve.name)
            expect(z <= above + 1e-2, "%s runs uphill", curve.name)
            above = z
            col, row = min(max(round(x / STEP_X), 0), COLS - 1), min(max(round(-y / STEP_Y), 0), ROWS - 1)
            near = height[max(row - 1, 0):row + 2, max(col - 1, 0):col + 2]
            expect(near.min() <= z + 0.02, "%s: the ground at %g, %g is %g m, the river at %g m",
                   curve.name, x, y, near.min(), z)
            points += 1
    expect(len(curves) > 50 and named > 10, "%d curves, %d with names", len(curves), named)
    return len(curves), points


def check_material():
    nodes = bpy.data.objects["ground"].data.materials[0].node_tree.nodes
    pictures = [n.image for n in nodes if n.type == "TEX_IMAGE"]
    expect(len(pictures) == 5, "the material has %d pictures", len(pictures))
    for picture in pictures:
        expect(tuple(picture.size) == (COLS, ROWS), "%s is %s", picture.name, tuple(picture.size))


def render():
    scene = bpy.context.scene
    expect(scene.world is not None and scene.camera is not None, "the script sets up no sky or no camera")
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 24
    scene.cycles.use_denoising = False
    scene.render.resolution_x, scene.render.resolution_y = 960, 540
    scene.render.filepath = PICTURE
    bpy.ops.render.render(write_still=True)


run_script()
exr_heights = check_ground()
check_normals()
count, looked_at = check_curves(exr_heights)
check_material()
render()
print("saw: Blender %s, %d x %d vertices, %d curves with %d points in their valleys"
      % (bpy.app.version_string, COLS, ROWS, count, looked_at))
