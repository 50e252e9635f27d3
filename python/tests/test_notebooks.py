# SPDX-License-Identifier: MIT
"""The notebooks run: cell by cell in this interpreter, and in a kernel of Jupyter's where there is one."""
import json
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "examples").glob("*.ipynb"))


def cells(file):
    return ["".join(cell["source"]) for cell in json.loads(file.read_text())["cells"] if cell["cell_type"] == "code"]


def test_there_are_two():
    assert [file.stem for file in NOTEBOOKS] == ["climate", "erosion"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_cell_by_cell(file, capsys):
    room = {"__name__": "__main__"}
    for number, source in enumerate(cells(file)):
        exec(compile(source, f"{file.name}, cell {number}", "exec"), room)
    assert len(capsys.readouterr().out.splitlines()) > 5


def test_the_example_of_the_documentation_runs(capsys):
    page = (Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text()
    exec(page.split("```python\n")[1].split("```")[0], {})
    assert "under water now: 0." in capsys.readouterr().out


def test_a_kernel_shows_bars_and_pictures(tmp_path):
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    v4 = nbformat.v4
    book = v4.new_notebook(cells=[
        v4.new_code_cell("import interfluve\n"
                         "land = interfluve.Recipe.preset('basins-island').build(size=64, progress=True)"),
        v4.new_code_cell("land.show(size=200)"),
        v4.new_code_cell("land"),
        v4.new_code_cell("interfluve.STAGES['lakes'].name"),
    ])
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [[set(out.get("data", {})) for out in cell.outputs] for cell in book.cells]
    assert any("text/html" in data for data in shown[0])  # the bar; emptied at its end
    assert all("<progress" not in out["data"]["text/html"] for out in book.cells[0].outputs if "data" in out)
    assert any("image/png" in data for data in shown[1]) and any("image/png" in data for data in shown[2])
