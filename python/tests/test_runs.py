# SPDX-License-Identifier: MIT
"""Long calls: progress, stopping, threads."""
import ctypes
import io
import os
import signal
import threading
import time

import pytest

import interfluve
from interfluve import Progress, Recipe, _library
from interfluve.progress import TextBar

# Runs for a minute when nobody stops it.
LONG = Recipe.preset("demo").set("frame.size", 2048)


def no_run_is_left():
    return not [thread for thread in threading.enumerate() if thread.name == "interfluve"]


def test_progress_names_every_stage_and_never_falls(recipe):
    heard = []
    recipe.build(progress=heard.append)
    assert [p.stage for p in heard if p.fraction == 1.0] == recipe.stages
    done = [p.done for p in heard]
    assert done == sorted(done) and done[-1] == 1.0 and {p.phase for p in heard} == {"make"}


def test_ctrl_c_stops_a_run():
    def press(now):
        threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        LONG.build(progress=press)
        threading.Event().wait(60)  # where the signal has not come yet: not the test's to decide
    assert no_run_is_left()


def test_an_exception_in_the_progress_function_stops_the_run(recipe):
    class Enough(Exception):
        pass

    def bored(now):
        raise Enough

    with pytest.raises(Enough):
        LONG.build(progress=bored)
    assert no_run_is_left()
    assert recipe.build(progress=False).check(progress=False)  # the next one is not affected


def test_stopping_leaves_no_half_folder(land, tmp_path):
    class Enough(Exception):
        pass

    def bored(now):
        if now.stage == "map.png":
            raise Enough

    with pytest.raises(Enough):
        land.write(tmp_path / "land", progress=bored)
    assert os.listdir(tmp_path) == []


def test_other_threads_run_meanwhile(monkeypatch):
    reports, between = [0], {}
    heard = threading.Event()
    report = _library._Run._heard

    def note(run, user, now):  # on the call's own thread
        reports[0] += 1
        heard.set()
        report(run, user, now)

    monkeypatch.setattr(_library._Run, "_heard", note)
    run = threading.Thread(target=lambda: Recipe.preset("demo").build(size=128, progress=False))
    run.start()
    heard.wait()
    while run.is_alive():
        time.sleep(0.001)
        between[reports[0]] = between.get(reports[0], 0) + 1
    # Were the interpreter's lock held, this thread would come to its turn in reports alone.
    assert sorted(between.values())[-3] > 12, between


def processor_seconds(build, times):
    """Of one build; the least of three tries, for other programs take their share of caches."""
    def once():
        before = time.process_time()
        for _ in range(times):
            build()
        return (time.process_time() - before) / times

    return min(once() for _ in range(3))


def build_without_us(recipe):
    """The library's own calls, one after the other, and nothing else."""
    lib, out = _library.lib, ctypes.c_void_p()
    context = lib.fluv_ctx_new()
    builder = lib.fluv_builder_new(context)
    lib.fluv_builder_keep(builder, False)
    assert lib.fluv_builder_run(context, builder, recipe._handle, None, ctypes.byref(out)) == 0
    lib.fluv_builder_delete(builder)
    lib.fluv_ctx_delete(context)


def test_a_build_costs_less_than_a_hundredth_more_than_the_librarys():
    """What it costs beside the library's calls, on land of next to nothing; a hundredth of land of 1024 x 1024 cells is more."""
    small = Recipe.new("noise", "drain", "lakes", "rivers", width="20 km", high="400 m", size=8)
    whole = small.set("frame.size", 1024)
    ours = processor_seconds(lambda: small.build(progress=lambda now: None), 40)
    bare = processor_seconds(lambda: build_without_us(small), 40)
    assert ours - bare < 0.01 * processor_seconds(lambda: build_without_us(whole), 1), (ours, bare)


def test_two_threads_make_two_lands(recipe):
    made = {}
    threads = [threading.Thread(target=lambda s=s: made.update({s: recipe.build(seed=s, progress=False)})) for s in (1, 2, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made[1].height.tobytes() == recipe.build(seed=1, progress=False).height.tobytes()
    assert made[1].height.tobytes() != made[2].height.tobytes()


def test_a_progress_function_may_call_the_library(recipe):
    inner = []
    recipe.build(progress=lambda now: inner.append(recipe.set("seed", now.step).build(progress=False).seed))
    assert set(inner) == {1, 2, 3, 4}


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_has_a_line_that_is_taken_away():
    to = Terminal()
    bar = TextBar(0.0, to)
    bar(Progress("make", "lakes", 1, 2, 0.5, 0.1))
    bar(Progress("make", "rivers", 2, 2, 1.0, 0.1))
    bar.close()
    shown = to.getvalue().split("\r")
    assert shown[1].startswith("[#####...............] 1/2 lakes") and shown[2].startswith("[" + "#" * 20 + "] 2/2 rivers")
    assert shown[-1] == "" and shown[-2].strip() == ""


def test_a_file_has_a_line_a_step(capsys, recipe):
    recipe.build(progress=True)
    assert capsys.readouterr().err.split("\n")[:2] == ["make 1/4 noise", "make 2/4 drain"]
    recipe.build(progress=False)
    assert capsys.readouterr().err == ""


def test_a_run_that_was_stopped_says_so():
    assert issubclass(interfluve.Cancelled, interfluve.Error)
