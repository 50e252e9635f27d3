# SPDX-License-Identifier: MIT
import gc
import json

import numpy as np
import pytest

import interfluve
from interfluve import Builder, Recipe, stages
from interfluve._library import lib


def address_in_the_library(land):
    import ctypes

    return ctypes.cast(lib.fluv_height_of(land._held.handle), ctypes.c_void_p).value


def test_layers_are_the_librarys_own_memory(land):
    assert land.height.ctypes.data == address_in_the_library(land) == land["height"].ctypes.data
    assert land.height.shape == land.shape == (96, 96)
    assert [land[n].dtype for n in ("height", "cover", "receiver", "area")] == ["f4", "u1", "u4", "f8"]


def test_sixteen_million_heights_come_without_a_copy():
    land = Recipe.new(stages.noise(), size=4096, width="40 km").build(progress=False)
    height = land.height
    assert height.shape == (4096, 4096) and height.ctypes.data == address_in_the_library(land)
    assert not height.flags.owndata and np.isfinite(height).all()


def test_arrays_cannot_be_written_to(land):
    for array in (land.height, land.rivers.rows, land.rivers.points, land.lakes.rows, land.lakes._xy):
        with pytest.raises(ValueError):
            array[0] = array[0]
        with pytest.raises(ValueError):
            array.flags.writeable = True


def test_arrays_keep_what_they_show_alive(recipe, monkeypatch):
    gone = []
    real = lib.fluv_landscape_delete
    monkeypatch.setattr(lib, "fluv_landscape_delete", lambda handle: (gone.append(handle), real(handle)))
    builder = Builder()
    land = builder.build(recipe, progress=False)
    handle, height, rivers, copies = land._held.handle, land.height, land.rivers.rows, land.height.copy()
    part = height[10:20, ::2]
    del land, height
    builder.build(recipe.set("seed", 99), progress=False)  # the builder lets the first land go
    del builder
    gc.collect()
    assert handle not in gone
    assert np.array_equal(part, copies[10:20, ::2], equal_nan=True) and (rivers["id"] > 0).all()
    del part
    gc.collect()
    assert handle not in gone
    del rivers
    gc.collect()
    assert gone.count(handle) == 1


def test_what_is_not_there_is_said(land):
    with pytest.raises(KeyError, match="no layer 'hight'"):
        land["hight"]
    with pytest.raises(AttributeError, match="no stage has made the layer 'wear'"):
        land.wear
    with pytest.raises(KeyError, match="holds no numbers"):
        land["rivers"]
    assert "wear" not in land and "height" in land and "height" in dir(land)
    bare = Recipe.new("noise", size=16, width="1 km").build(progress=False)
    with pytest.raises(AttributeError, match="no stage has made the layer 'rivers'"):
        bare.rivers


def test_rivers_are_a_graph_whose_water_falls(land):
    rivers = land.rivers
    assert len(rivers) > 5 and rivers.rows.dtype.names[0] == "id"
    ids = set(rivers["id"].tolist())
    assert set(rivers["next_down"].tolist()) - {0} <= ids
    for row in range(len(rivers)):
        line = rivers.line(row)
        assert len(line) >= 2 and (np.diff(line["surface"]) <= 0).all()
        along = np.hypot(np.diff(line["x"]), np.diff(line["y"])).sum()
        assert along == pytest.approx(rivers["length"][row], rel=1e-3)
    assert rivers.index(int(rivers["id"][3])) == 3
    with pytest.raises(KeyError):
        rivers.index(-5)


def test_lakes_have_the_area_of_their_shores(land):
    lakes = land.lakes
    assert len(lakes) > 2
    for row in range(len(lakes)):
        area = 0.0
        for ring in lakes.rings(row):
            x, y = ring[:, 0], ring[:, 1]
            area += 0.5 * float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
        assert area == pytest.approx(lakes["area"][row], rel=0.5)
    assert set(lakes.states) <= {"full", "partial", "dry"}


def test_geopandas_has_what_the_file_has(island, tmp_path):
    geopandas = pytest.importorskip("geopandas", reason="geopandas is not installed")
    island.write(tmp_path / "land", without=["terrain.glb"], progress=False)
    for layer in ("rivers", "lakes", "watersheds", "coast"):
        ours = getattr(island, layer).to_geopandas()
        file = geopandas.read_file(tmp_path / "land" / "water.gpkg", layer=layer)
        assert len(ours) == len(file), layer
        shared = set(ours.columns) & set(file.columns) - {"geometry"}
        assert len(shared) >= {"rivers": 18, "lakes": 10, "watersheds": 3, "coast": 2}[layer], (layer, file.columns)
        ours, file = ours.sort_values("id").reset_index(), file.sort_values("id").reset_index()
        for column in shared:
            a, b = ours[column].to_numpy(), file[column].to_numpy()
            if a.dtype.kind in "fiub" and b.dtype.kind in "fiub":
                assert np.allclose(a.astype(float), b.astype(float), rtol=1e-4), (layer, column)
            else:
                empty = (None, "", "nan")  # a text that is not set reads as a number that is none
                assert [str(v) for v in a if str(v) not in empty] == [str(v) for v in b if str(v) not in empty], (layer, column)
        assert np.allclose(ours.geometry.total_bounds, file.geometry.total_bounds, rtol=1e-6), layer
        assert ours.geometry.is_valid.mean() == file.geometry.is_valid.mean()


def test_check_tells_right_water_from_wrong(land):
    verdicts = land.check(progress=False)
    assert verdicts and len(verdicts) == 12 and not verdicts.broken
    wrong = interfluve.Check([verdicts[0]._replace(holds=False)])
    assert not wrong and wrong.broken and "BROKEN" in repr(wrong)


def test_a_folder_is_written_and_read_back(recipe, tmp_path):
    land = recipe.build(progress=False)
    land.write(tmp_path / "land", without=["terrain.glb", "map.png"], progress=False)
    assert not (tmp_path / "land" / "map.png").exists()
    back = interfluve.read(tmp_path / "land", progress=False)
    assert np.array_equal(back.height, land.height, equal_nan=True)
    assert np.array_equal(np.sort(back.rivers["id"]), np.sort(land.rivers["id"]))
    assert Recipe.read(tmp_path / "land" / "recipe.yaml").build(progress=False).height.tobytes() == land.height.tobytes()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("dear")
    with pytest.raises(interfluve.Error, match="diary|mine"):
        land.write(tmp_path / "mine", progress=False)
    with pytest.raises(interfluve.UsageError):
        back.write(tmp_path / "again", progress=False)


def test_files_and_pictures_come_without_a_disk(land):
    assert land.file("height.tif")[:2] in (b"II", b"MM")
    assert land.statistics["lakes"]["count"] == len(land.lakes)
    assert json.loads(land.file("landscape.json"))["seed"] == land.seed == 3
    picture = land.picture("map", 200)
    assert picture.png.startswith(b"\x89PNG") and land._repr_png_().startswith(b"\x89PNG")
    pixels = land.pixels("map", 200, bare=True)
    assert pixels.shape[2] == 4 and (pixels[..., 3] == 255).all() and pixels.std() > 5
    with pytest.raises(interfluve.Error, match="view"):
        land.picture("mapp")


def test_sums_regions_and_notes(island, land):
    assert [r.name for r in island.regions] and island.region.max() < len(island.regions)
    budget = land.budget
    assert budget["known"] and budget["per_year"] and budget["rain"] > 0
    assert set(land.endorheic) == {"lakes", "area", "share"}
    assert island.extent[1] - island.extent[0] == pytest.approx(island.frame.cell * 128)
    odd = Recipe.new("noise", "drain", "lakes", "rivers", stages.names(rivers=[{"name": "Ash", "x": -90000, "y": 0}]),
                     size=32, width="2 km", high="100 m").build(progress=False)
    assert all(note.stage == "names" for note in odd.notes) and odd.notes


def test_a_mesh_layer_is_one_row_and_can_be_asked_for_on_the_grid():
    land = Recipe.preset("uplift-range").set("frame.size", 64).until("uplift").build(progress=False)
    assert land["uplift"].ndim == 1
    grid = land.grid("uplift")
    assert grid.shape == land.shape and np.nanmax(grid) <= land["uplift"].max() * 1.001


def test_threads_do_not_change_the_land(recipe):
    assert recipe.build(threads=1, progress=False).height.tobytes() == recipe.build(threads=3, progress=False).height.tobytes()


def test_a_builder_does_again_what_differs_alone(recipe):
    builder = Builder()
    first = builder.build(recipe, progress=False)
    second = builder.build(recipe.insert("names"), progress=False)
    assert builder.reused == 4
    assert first.height.ctypes.data == second.height.ctypes.data  # shared between the two
    lands = list(interfluve.sweep(recipe, "lakes.runoff", [0.02, "0.5 m/y"]))
    assert [land.recipe["lakes.runoff"] for land in lands] == [0.02, 0.5]
    assert lands[0].lakes["area"].sum() < lands[1].lakes["area"].sum()


def test_too_much_memory_is_refused(recipe):
    with pytest.raises(interfluve.OutOfMemory) as said:
        recipe.build(size=4096, memory=10**6, progress=False)
    assert isinstance(said.value, MemoryError)


@pytest.mark.parametrize("line", [float("nan"), float("inf"), -5.0])
def test_a_snow_line_that_is_none_is_refused(land, tmp_path, line):
    with pytest.raises(interfluve.UsageError, match="snow_line"):
        land.export(tmp_path / "out", "unity", snow_line=line)
    assert not (tmp_path / "out").exists()


def test_export_reaches_other_programs(land, tmp_path):
    told = land.export(tmp_path / "unreal", "unreal", maps=["slope"])
    assert "Overall Resolution" in told
    assert {"height.png", "slope.png", "export.json"} <= {f.name for f in (tmp_path / "unreal").iterdir()}
    assert "web" in interfluve.PROGRAMS
    with pytest.raises(interfluve.UsageError, match="did you mean `unreal`"):
        land.export(tmp_path / "no", "unrael")
    with pytest.raises(interfluve.UsageError, match="takes heights as"):
        land.export(tmp_path / "no", "unity", format="exr")
    assert not (tmp_path / "no").exists()
