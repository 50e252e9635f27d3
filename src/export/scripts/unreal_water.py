# SPDX-License-Identifier: MIT
"""Builds Water bodies in the Unreal editor from rivers.json and lakes.json.

Needs the plugins Water and Python Editor Script Plugin. Import height_uncarved as a landscape first, with the scale and
the location that export.json gives. Then: Tools > Execute Python Script, this file, beside rivers.json.

    py "PATH/unreal_water.py"              rivers of Strahler order 3 and more, and all lakes
    py "PATH/unreal_water.py" 2            order 2 and more

Z is the water's surface in cm, X is east and Y is south, as the landscape has them.
"""
import json
import os
import sys

import unreal

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_POINTS = 200  # of one body: longer rivers are cut, which keeps the editor quick


def load(name):
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        return json.load(file)


def spawn(kind, label, first):
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    actor = actors.spawn_actor_from_class(kind, unreal.Vector(*first))
    actor.set_actor_label(label)
    return actor


def lay_spline(actor, points, closed):
    spline = actor.get_component_by_class(unreal.WaterSplineComponent)
    spline.clear_spline_points(False)
    for point in points:
        spline.add_spline_point(unreal.Vector(*point[:3]), unreal.SplineCoordinateSpace.WORLD, False)
    spline.set_closed_loop(closed, False)
    spline.update_spline()
    synchronize(spline)
    return spline


def synchronize(spline):
    """Points that a script adds have no width, depth and velocity, and no mesh, until this is called."""
    spline.k2_synchronize_and_broadcast_data_change()


def build_river(river):
    points = river["points"]
    for start in range(0, len(points) - 1, MOST_POINTS - 1):
        part = points[start:start + MOST_POINTS]
        name = river["name"] or "River %d" % river["id"]
        actor = spawn(unreal.WaterBodyRiver, name, part[0][:3])
        spline = lay_spline(actor, part, False)
        body = actor.get_component_by_class(unreal.WaterBodyRiverComponent)
        for key, (_, _, _, width, depth, velocity) in enumerate(part):  # the width is from bank to bank
            body.set_river_width_at_spline_input_key(key, width)
            body.set_river_depth_at_spline_input_key(key, depth)
            body.set_water_velocity_at_spline_input_key(key, velocity)
        synchronize(spline)


def build_lake(lake):
    step = max(1, len(lake["shore"]) // MOST_POINTS)
    points = lake["shore"][::step]
    actor = spawn(unreal.WaterBodyLake, lake["name"] or "Lake %d" % lake["id"], points[0])
    lay_spline(actor, points, True)


def main():
    least = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    rivers = [r for r in load("rivers.json")["rivers"]
              if r["strahler"] >= least and r["kind"] != "dry" and len(r["points"]) > 1]
    lakes = load("lakes.json")
    with unreal.ScopedSlowTask(len(rivers) + len(lakes["lakes"]), "Water bodies") as task:
        task.make_dialog(True)
        for build, things in ((build_lake, lakes["lakes"]), (build_river, rivers)):
            for thing in things:
                if task.should_cancel():
                    return
                task.enter_progress_frame(1)
                build(thing)
    if lakes["sea"]:
        unreal.log("The sea is at Z 0: place a Water Body Ocean there.")


main()
