# SPDX-License-Identifier: MIT
"""Water on heights that were given."""
import numpy as np
import pytest

import interfluve
from interfluve import Recipe


@pytest.fixture(scope="module")
def heights():
    land = Recipe.new("noise", seed=5, size=80, width="8 km", low="10 m", high="600 m").build(progress=False)
    return land.height.copy()


def test_heights_get_rivers_and_lakes(heights):
    land = interfluve.water(heights, cell=100, progress=False)
    assert land.check(progress=False) and len(land.rivers) > 3
    assert land.frame[:5] == (80, 80, 100.0, 0.0, 8000.0)
    assert abs(land.height - heights).mean() < 5
    assert land.recipe.stages == ["drain", "lakes", "rivers"]


def test_settings_are_taken(heights):
    dry = interfluve.water(heights, 100, set={"lakes.runoff": "1 mm/y"}, progress=False)
    wet = interfluve.water(heights, 100, set={"lakes.runoff": "2 m/y"}, progress=False)
    assert dry.lakes["volume"].sum() < wet.lakes["volume"].sum()
    bare = interfluve.water(heights, 100, recipe=Recipe.new("drain"), progress=False)
    assert "area" in bare and not hasattr(bare, "rivers")


def test_any_kind_of_array_will_do(heights):
    plain = interfluve.water(heights, 100, progress=False).height
    for other in (heights.astype(float), np.asfortranarray(heights), heights.tolist(), heights[::1].astype(">f4")):
        assert np.array_equal(interfluve.water(other, 100, progress=False).height, plain)
    hole = np.ma.masked_array(heights, np.zeros_like(heights, bool))
    hole[20:25, 20:25] = np.ma.masked
    made = interfluve.water(hole, 100, progress=False)
    assert np.isnan(made.height[20:25, 20:25]).all() and np.isfinite(made.height).sum() == 80 * 80 - 25


def test_what_is_no_map_is_refused(heights):
    with pytest.raises(TypeError, match="how wide a cell is"):
        interfluve.water(heights)
    with pytest.raises(ValueError, match="3 dimensions"):
        interfluve.water(heights[None], 100)
    with pytest.raises(interfluve.Error):
        interfluve.water(heights, -3)


def test_a_dataarray_keeps_its_coordinates(heights):
    xarray = pytest.importorskip("xarray", reason="xarray is not installed")
    x, north_down = 500050 + 100 * np.arange(80), 5207950 - 100 * np.arange(80)
    down = xarray.DataArray(heights, dims=("y", "x"), coords={"y": north_down, "x": x, "source": "made"})
    up = down.isel(y=slice(None, None, -1))
    for given in (down, up):
        land = interfluve.water(given, progress=False)
        assert land.frame[2:5] == (100.0, 500000.0, 5208000.0)
        back = land.to_xarray("height", "cover")
        assert set(back) == {"height", "cover"} and back.height.attrs["units"] == "m"
        assert (back.y == given.y).all() and (back.x == given.x).all() and back.source == "made"
        assert float(abs(back.height - given).mean()) < 5
    assert np.array_equal(interfluve.water(up, progress=False).height, interfluve.water(down, progress=False).height)
    skewed = down.assign_coords(x=x * 2)
    with pytest.raises(ValueError, match="cells are square"):
        interfluve.water(skewed)
    with pytest.raises(ValueError, match="not evenly spaced"):
        interfluve.water(down.assign_coords(x=np.r_[x[:-1], x[-1] + 50]))


def test_degrees_take_a_cell_and_keep_their_coordinates(heights):
    xarray = pytest.importorskip("xarray", reason="xarray is not installed")
    lat, lon = 47.0 - 0.001 * np.arange(80), 11.0 + 0.0015 * np.arange(80)
    given = xarray.DataArray(heights, dims=("lat", "lon"), coords={"lat": lat, "lon": lon})
    land = interfluve.water(given, cell=100, progress=False)
    assert land.frame.cell == 100 and land.to_xarray("height").height.dims == ("lat", "lon")


def test_made_land_has_coordinates_in_metres(land):
    pytest.importorskip("xarray", reason="xarray is not installed")
    data = land.to_xarray()
    assert float(data.x[0]) == pytest.approx(land.frame.cell / 2) and float(data.y[0]) > float(data.y[-1])
    assert data.height.to_numpy().ctypes.data == land.height.ctypes.data  # still not a copy
