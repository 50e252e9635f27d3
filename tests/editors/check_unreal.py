# SPDX-License-Identifier: MIT
"""check_unreal.py EXPORT [ORDER]: runs the export's unreal_water.py beside the module unreal.py of this folder, and asks
what it has built: a body for each river and lake, its points on the landscape that the dialog's settings make."""
import json
import os
import runpy
import sys

import unreal

export, order = sys.argv[1], sys.argv[2:]
sys.argv = [os.path.join(export, "unreal_water.py")] + order
runpy.run_path(sys.argv[0], run_name="__main__")


def load(name):
    with open(os.path.join(export, name), encoding="utf-8") as file:
        return json.load(file)


told, rivers, lakes = load("export.json"), load("rivers.json")["rivers"], load("lakes.json")
least = int(order[0]) if order else 3
wanted = {r["id"]: r for r in rivers if r["strahler"] >= least and r["kind"] != "dry" and len(r["points"]) > 1}
built = [a for a in unreal.ACTORS if isinstance(a, unreal.WaterBodyRiver)]
pools = [a for a in unreal.ACTORS if isinstance(a, unreal.WaterBodyLake)]
assert wanted and len(pools) == len(lakes["lakes"]) > 0, (len(wanted), len(pools))
# a long river is cut where its parts share a point
assert len(built) == sum((len(r["points"]) - 2) // 199 + 1 for r in wanted.values()), len(built)
names = {r["name"] or "River %d" % r["id"] for r in wanted.values()}
assert {a.label for a in built} == names
for a in built:
    assert len(a.spline.points) > 1 and not a.spline.closed and a.spline.broadcasts >= 2, a.label
    for what in ("width", "depth", "velocity"):
        values = [a.body.data[what, key] for key in range(len(a.spline.points))]
        assert all(v >= 0 for v in values) and (what == "velocity" or min(values) > 0), (a.label, what)
    heights = [p.z for p in a.spline.points]
    assert all(b <= a + 1 for a, b in zip(heights, heights[1:])), "a river runs uphill by more than 1 cm"
for a, lake in zip(pools, lakes["lakes"]):
    assert a.spline.closed and a.spline.broadcasts >= 1 and len(a.spline.points) >= 3
    assert all(abs(p.z - lake["level"]) < 0.01 for p in a.spline.points)
assert any("Ocean" in line for line in unreal.LOG) == lakes["sea"]

# The dialog lays a landscape about its location, so many quads of that scale to each side.
u, lattice = told["unreal"], told["lattice"]
west = u["location_x"] - u["scale_x"] * (lattice["cols"] - 1) / 2
north = u["location_y"] - u["scale_y"] * (lattice["rows"] - 1) / 2
assert abs(west) < 0.01 and abs(north) < 0.01, (west, north)
east, south = u["scale_x"] * (lattice["cols"] - 1), u["scale_y"] * (lattice["rows"] - 1)
for a in unreal.ACTORS:
    for p in a.spline.points:
        assert -u["scale_x"] <= p.x <= east + u["scale_x"] and -u["scale_y"] <= p.y <= south + u["scale_y"], a.label
print("unreal: %d rivers, %d lakes" % (len(built), len(pools)))
