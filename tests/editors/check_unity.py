# SPDX-License-Identifier: MIT
"""check_unity.py LAND SAID: what CheckUnity wrote beside the land's own heights, which lie where the export's lattice has
its vertices: terrains side by side from the south-western corner, heights within half a step."""
import json
import os
import struct
import sys

land, export, said = sys.argv[1:4]
told = json.load(open(os.path.join(export, "export.json"), encoding="utf-8"))
u, lattice = told["unity"], told["lattice"]
cols, rows = lattice["cols"], lattice["rows"]
with open(land, "rb") as file:  # height.tif as bare floats, rows from the north
    heights = struct.unpack("<%df" % (cols * rows), file.read())
lines = open(said, encoding="utf-8").read().split("\n")
terrains = [line.split() for line in lines if line.startswith("Terrain")]
assert len(terrains) == u["tiles_x"] * u["tiles_z"], len(terrains)
assert "water turned 180 below Landscape" in lines, lines[-4:]
assert "saved" in lines
n, step = u["resolution"], u["size_y"] / 65536
most = 0.0
for words in terrains:
    x0, z0, wide, long = map(float, words[1:5])
    assert int(words[5]) == n and abs(wide - u["size_x"]) < 0.01 and abs(long - u["size_z"]) < 0.01
    col, row = round(x0 / lattice["step_x"]), rows - 1 - round(z0 / lattice["step_y"])
    values = iter(words[6:-2])
    for z in range(0, n, n // 8):
        for x in range(0, n, n // 8):
            most = max(most, abs(float(next(values)) - heights[(row - z) * cols + col + x]))
    assert next(values, None) is None
    assert float(words[-2]) < 1e-5 and words[-1] == "True", words[-2:]
assert most < 0.51 * step + 1e-3, (most, step)
print("unity: %d terrains, heights within %.4f m, a step is %.4f m" % (len(terrains), most, step))
