# SPDX-License-Identifier: MIT
import pytest

import interfluve
from interfluve import Recipe, stages


def little() -> Recipe:
    """Hills with lakes and rivers, made in a few milliseconds."""
    return Recipe.new(
        stages.noise(wavelength="3 km"), stages.drain(), stages.lakes(runoff=1, min_depth=0.2), stages.rivers(),
        seed=3, size=96, width="20 km", low="20 m", high="400 m",
    )


@pytest.fixture
def recipe() -> Recipe:
    return little()


@pytest.fixture(scope="session")
def land() -> interfluve.Landscape:
    return little().build(progress=False)


@pytest.fixture(scope="session")
def island() -> interfluve.Landscape:
    """Land with a coast, regions and everything else that a list has."""
    return Recipe.preset("basins-island").build(size=128, progress=False)
