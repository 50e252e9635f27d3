# SPDX-License-Identifier: MIT
"""Sets a landscape up in Blender: ground with a material made from the maps, water, rivers as curves.

    blender --python blender_setup.py                 or Text Editor > Open > this file > Run Script
    blender --background --python blender_setup.py -- out.blend

Stands beside landscape.glb and the maps. Curves keep their data as custom properties: width, depth and velocity a point,
discharge in m3/s, strahler, river_name; a point's radius is half the river's width.
"""
import json
import math
import os
import sys

import bpy
from mathutils import Vector

HERE = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() else bpy.path.abspath("//")
COLOURS = {"grass": (0.10, 0.16, 0.05), "sand": (0.35, 0.28, 0.18), "rock": (0.22, 0.20, 0.18), "snow": (0.85, 0.88, 0.92)}
OTHERS = ((0.16, 0.14, 0.07), (0.30, 0.22, 0.13), (0.25, 0.24, 0.23), (0.60, 0.58, 0.52))  # for names of your own, by channel


def file_of(name):
    path = os.path.join(HERE, name)
    return path if os.path.exists(path) else None


def materials():
    """Names of the materials that have a weight map, and their colours."""
    with open(os.path.join(HERE, "export.json"), encoding="utf-8") as file:
        names = [row["name"] for row in json.load(file)["materials"]]
    return [(name, COLOURS.get(name, OTHERS[at])) for at, name in enumerate(names) if name and file_of("weight_%s.png" % name)]


def image_node(nodes, path, place):
    node = nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(path)
    node.image.colorspace_settings.name = "Non-Color"
    node.extension = "EXTEND"
    node.location = place
    return node


def ground_material():
    """Materials mixed by their weights, darkened where the ground sees little sky."""
    material = bpy.data.materials.new("ground")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = next(n for n in nodes if n.type == "BSDF_PRINCIPLED")
    shader.inputs["Roughness"].default_value = 0.95
    mixed = None
    for at, (name, shade) in enumerate(materials()):
        path = file_of("weight_%s.png" % name)
        colour = nodes.new("ShaderNodeRGB")
        colour.outputs[0].default_value = shade + (1.0,)
        colour.location = (-900, -320 * at)
        weight = image_node(nodes, path, (-1200, -320 * at))
        mix = nodes.new("ShaderNodeMixRGB")
        mix.location = (-600, -320 * at)
        links.new(weight.outputs["Color"], mix.inputs["Fac"])
        if mixed:
            links.new(mixed.outputs["Color"], mix.inputs[1])
        links.new(colour.outputs[0], mix.inputs[2])
        mixed = mix
    if mixed and file_of("occlusion.png"):
        dark = nodes.new("ShaderNodeMixRGB")
        dark.blend_type = "MULTIPLY"
        dark.inputs["Fac"].default_value = 0.6
        dark.location = (-300, 0)
        sky = image_node(nodes, file_of("occlusion.png"), (-600, 320))
        links.new(mixed.outputs["Color"], dark.inputs[1])
        links.new(sky.outputs["Color"], dark.inputs[2])
        mixed = dark
    if mixed:
        links.new(mixed.outputs["Color"], shader.inputs["Base Color"])
    return material


def curve_of(line, collection):
    """A polyline with the line's places and data in the place of its mesh."""
    data = bpy.data.curves.new(line.name, "CURVE")
    data.dimensions = "3D"
    points = [line.matrix_world @ v.co for v in line.data.vertices]
    spline = data.splines.new("POLY")
    spline.points.add(len(points) - 1)
    widths = list(line.get("width", []))
    for i, place in enumerate(points):
        spline.points[i].co = (place.x, place.y, place.z, 1.0)
        spline.points[i].radius = 0.5 * widths[i] if i < len(widths) else 1.0
    curve = bpy.data.objects.new(line.name, data)
    for key in line.keys():
        if key not in {"_RNA_UI", "cycles"}:
            curve[key] = line[key]
    collection.objects.link(curve)
    return curve


def link(thing):
    bpy.context.scene.collection.objects.link(thing)
    return thing


def set_the_scene(ground):
    """Sun, sky and a camera that sees the whole land from the south."""
    places = [ground.matrix_world @ Vector(corner) for corner in ground.bound_box]
    low = Vector([min(p[i] for p in places) for i in range(3)])
    high = Vector([max(p[i] for p in places) for i in range(3)])
    middle, reach = 0.5 * (low + high), (high - low).length
    sun = link(bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN")))
    sun.data.energy = 5
    sun.rotation_euler = (math.radians(62), 0.0, math.radians(225))  # from the north-west, as maps have it
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("sky")
    scene.world.use_nodes = True
    scene.world.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.7, 0.9, 1.0)
    scene.world.node_tree.nodes["Background"].inputs[1].default_value = 0.35
    camera = link(bpy.data.objects.new("camera", bpy.data.cameras.new("camera")))
    camera.location = middle + Vector((-0.1 * reach, -0.62 * reach, 0.34 * reach))
    camera.rotation_euler = (middle - camera.location).to_track_quat("-Z", "Y").to_euler()
    camera.data.clip_start, camera.data.clip_end = 1e-4 * reach, 10.0 * reach
    scene.camera = camera
    scene.view_settings.view_transform = "Standard"
    for screen in bpy.data.screens:
        for area in screen.areas:
            if area.type == "VIEW_3D":
                area.spaces[0].clip_end = 10.0 * reach


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=os.path.join(HERE, "landscape.glb"))
    rivers = bpy.data.collections.new("rivers")
    bpy.context.scene.collection.children.link(rivers)
    for thing in list(bpy.data.objects):
        if thing.get("interfluve") == "river":
            curve_of(thing, rivers)
            bpy.data.objects.remove(thing)
    ground = bpy.data.objects["ground"]
    ground.data.materials.clear()
    ground.data.materials.append(ground_material())
    set_the_scene(ground)
    if "--" in sys.argv and len(sys.argv) > sys.argv.index("--") + 1:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(sys.argv[sys.argv.index("--") + 1]))


main()
