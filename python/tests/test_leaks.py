# SPDX-License-Identifier: MIT
"""A thousand builds, with everything looked at, leave nothing behind."""
import ctypes
import gc

from interfluve import Recipe, stages


class _Heap(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in
                ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")]


def bytes_in_use():
    """What the C library has handed out and not got back, over all threads."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _Heap
    gc.collect()
    heap = libc.mallinfo2()
    return heap.uordblks + heap.hblkhd


def resident_bytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def build_and_look(recipe, seed):
    land = recipe.build(seed=seed, progress=False)
    assert land.height.shape == (32, 32) and len(land.rivers.rows) >= 0 and land.lakes.states is not None
    land.watersheds, land.crs, land.frame, land.layers
    try:
        recipe.set("lakes.runof", 1)
    except ValueError:
        pass


def test_a_thousand_builds_leave_nothing_behind():
    recipe = Recipe.new(stages.noise(), stages.drain(), stages.lakes(min_depth=0), stages.rivers(), size=32, width="2 km",
                        high="100 m")
    for seed in range(1, 101):
        build_and_look(recipe, seed)
    before, resident = bytes_in_use(), resident_bytes()
    for seed in range(101, 1101):
        build_and_look(recipe, seed)
    # A landscape of 32 x 32 cells takes about 40 kB: a single one that stays in ten builds would show.
    assert bytes_in_use() - before < 500_000
    assert resident_bytes() - resident < 16_000_000
