# SPDX-License-Identifier: MIT
import inspect
import pickle

import numpy as np
import pytest

import interfluve
from interfluve import Recipe, RecipeError, UsageError, stages


def test_set_gives_a_new_recipe_and_leaves_the_old():
    demo = Recipe.preset("demo")
    dry = demo.set("lakes.runoff", "50 mm/y")
    assert dry["lakes.runoff"] == pytest.approx(0.05)
    assert demo["lakes.runoff"] != dry["lakes.runoff"]
    assert demo.first_change(dry) == demo.stages.index("lakes")
    assert demo.first_change(demo.set("lakes.runoff", demo["lakes.runoff"])) is None


def test_values_of_every_type(recipe):
    changed = recipe.set({"seed": 11, "frame.size": 64, "lakes.min_area": np.float32(2e4), "lakes.mode": "full"})
    assert (changed.seed, changed["seed"], changed["frame.size"]) == (11, 11, 64)
    assert changed["lakes.min_area"] == 2e4
    assert changed["lakes.mode"] == "full"
    assert changed.value_text("lakes.min_area") == "20000 m2"
    noise = recipe.set("lakes.runoff", {"noise": {"low": 0.1, "high": 0.5}})
    assert "noise" in noise["lakes.runoff"]
    assert noise["lakes.runoff.high"] == 0.5


def test_lists_are_lists():
    names = stages.names(rivers=[{"name": "Ash", "x": 10, "y": 20}])
    recipe = Recipe.new("noise", "drain", "lakes", "rivers", names, size=32, width="2 km")
    assert recipe["names.rivers[0].name"] == "Ash"
    assert recipe.set("names.rivers[0].x", 30)["names.rivers[0].x"] == 30


def test_stages_are_put_in_moved_and_taken_out(recipe):
    more = recipe.insert(stages.thermal(talus=0.8), 1)
    assert more.stages == ["noise", "thermal", "drain", "lakes", "rivers"]
    assert more["thermal.talus"] == 0.8
    assert more.move("thermal", 0).stages[0] == "thermal"
    assert more.remove("thermal") == recipe and more != recipe
    assert more.until("drain").stages == ["noise", "thermal", "drain"]
    with pytest.raises(RecipeError) as said:
        more.move("thermal", 0).check()
    assert (said.value.stage, said.value.stage_index) == ("thermal", 0)


def test_a_mistake_in_a_text_has_its_place():
    with pytest.raises(RecipeError) as said:
        Recipe.parse("interfluve: 1\nstages:\n  - lakes: {min_area: 2 bananas}\n", "mine.yaml")
    error = said.value
    assert (error.file, error.line, error.column) == ("mine.yaml", 3, 23)
    assert (error.stage, error.stage_index, error.parameter, error.path) == ("lakes", 0, "min_area", "lakes.min_area")
    assert error.row is None and error.status == "bad recipe" and isinstance(error, ValueError)
    assert "bananas" in str(error)


def test_a_mistake_in_a_row_has_the_row():
    text = "interfluve: 1\nstages:\n  - names: {rivers: [{name: A, x: 1, y: 1}, {name: B, x: far, y: 1}]}\n"
    with pytest.raises(RecipeError) as said:
        Recipe.parse(text)
    assert (said.value.row, said.value.parameter, said.value.path) == (1, "rivers", "names.rivers[1].x")


def test_a_word_that_is_not_known_is_answered_with_the_nearest(recipe):
    with pytest.raises(UsageError, match="did you mean `runoff`"):
        recipe.set("lakes.runof", 3)
    with pytest.raises(KeyError, match="did you mean 'demo'"):
        Recipe.preset("dem")
    with pytest.raises(KeyError, match="has no stage 'erode'"):
        recipe["erode.steps"]
    with pytest.raises(TypeError, match="no parameter 'runof'"):
        stages.lakes(runof=3)
    with pytest.raises(TypeError):
        recipe.set("lakes.runoff")


def test_files_and_texts_make_the_same_recipe(recipe, tmp_path):
    file = tmp_path / "demo"  # a file called as a preset is still a file
    file.write_text(recipe.text)
    assert Recipe.read(file) == recipe == Recipe.parse(recipe.text) == pickle.loads(pickle.dumps(recipe))
    assert hash(Recipe.read(file)) == hash(recipe)
    with pytest.raises(interfluve.Error):
        Recipe.read(tmp_path / "none.yaml")


def test_every_stage_has_a_function_with_the_tables_words():
    assert len(interfluve.STAGES) > 20
    for name, table in interfluve.STAGES.items():
        function = getattr(stages, {"import": "import_"}.get(name, name))
        assert len(inspect.signature(function).parameters) == len(table.parameters)
        assert all(row.help in function.__doc__ for row in table.parameters.values())
        assert table.summary in function.__doc__
    assert stages.lakes(from_="erode") == {"lakes": {"from": "erode"}}


def test_the_types_for_editors_name_every_parameter():
    import ast
    from pathlib import Path

    tree = ast.parse((Path(interfluve.__file__).parent / "stages.pyi").read_text())
    found = {f.name: [a.arg for a in f.args.kwonlyargs] for f in tree.body if isinstance(f, ast.FunctionDef)}
    assert found == {n: list(inspect.signature(getattr(stages, n)).parameters) for n in stages.__all__}


def test_every_preset_reads_and_says_what_it_takes():
    assert "demo" in interfluve.PRESETS
    for name in interfluve.PRESETS:
        recipe = Recipe.preset(name)
        recipe.check()
        assert recipe.seconds >= 0
