"""Starts after a session that ended with launches too large to run unasked."""

import contextlib
import json
import tempfile

from driver import Window, keep_settings, settings_in

# Their trace depends on the elements, so it is not there before all blocks have run.
KERNELS = ("histogram_private", "histogram_contiguous", "histogram_interleaved")


@contextlib.contextmanager
def config_of(n):
    """A folder of settings: four variants of N elements."""
    with tempfile.TemporaryDirectory() as config:
        requests = [{"kernel": kernel, "n": n, "block_dim": 256, "type": "int32", "backend": "emulator"} for kernel in KERNELS]
        variants = {"requests": requests, "active": 1, "linked": True}
        keep_settings(config, {"view": {"version": 2, "variants": variants}})
        yield config


def sizes_of(variants):
    return [request["n"] for request in variants["requests"]]


def a_large_last_session_starts_small_and_is_kept(binary, display):
    with config_of(1 << 31) as config:
        window = Window(binary, display, config)
        state = window.settled()
        assert sizes_of(state["view"]["variants"]) == [1 << 20] * len(KERNELS), state["view"]["variants"]
        assert [request["kernel"] for request in state["view"]["variants"]["requests"]] == list(KERNELS)
        assert "2^31" in state["notice"] and "offer" in state["marks"], state["notice"]
        window.key("Home", "Right")
        window.close()
        with open(settings_in(config), encoding="utf-8") as file:
            assert sizes_of(json.load(file)["view"]["variants"]) == [1 << 31] * len(KERNELS), "what was on offer is forgotten"


def one_click_runs_the_large_one_and_closing_ends_it(binary, display):
    with config_of(1 << 29) as config:
        window = Window(binary, display, config)
        window.settled()
        window.click("offer")
        state = window.wait(lambda s: s["running"] and sizes_of(s["view"]["variants"]) == [1 << 29] * len(KERNELS), "the large launches")
        assert state["notice"] == "", state["notice"]
        theme = state["view"]["theme"]
        window.key("t")
        state = window.wait(lambda s: s["view"]["theme"] != theme, "a frame while it runs")
        assert state["running"], "the run was too quick to be in the way"
        marks = window.wait(lambda s: "cancel" in s["marks"], "that it takes long")["marks"]
        assert "result_missing" in marks and "result_error" not in marks, "a run that goes on is called correct"
        window.close()


def the_first_start_shows_what_lanes_do_once(binary, display):
    with tempfile.TemporaryDirectory() as config:
        window = Window(binary, display, config)
        state = window.wait(lambda s: s["view"]["position"] > 0, "the first step, that nobody asked for")
        variants = state["view"]["variants"]["requests"]
        assert [v["kernel"] for v in variants] == ["interleaved_global", "convergent_global"], variants
        assert all((v["n"], v["block_dim"]) == (32, 16) for v in variants), variants
        assert state["view"]["folded"] and "question" in state["marks"], state["view"]
        window.wait(lambda s: not s["playing"] and s["view"]["position"] == 6, "the last step, and the end of it")
        window.click("question/lessons")
        window.wait(lambda s: "panel/lesson" in s["marks"], "the lessons")
        window.click("lessons")
        window.wait(lambda s: "panel/lesson" not in s["marks"], "no lessons, by the button in the header")
        shows = lambda block_dim, *kernels: lambda s: s["up_to_date"] and (
            [v["kernel"] for v in s["view"]["variants"]["requests"]] == list(kernels) and s["picture"]["block_dim"] == block_dim)
        window.click("question/next")
        window.wait(shows(256, "interleaved_global", "convergent_global"), "the same two, with many warps")
        window.click("question/next")
        window.wait(shows(512, "interleaved_shared", "strided_index_shared", "convergent_shared"), "three in shared memory")
        assert "question/next" not in window.settled()["marks"], "the way on from the first screens, on the third"
        window.key("ctrl+z", "ctrl+z")
        window.wait(shows(16, "interleaved_global", "convergent_global"), "back")
        window.click("tab/source")
        window.wait(lambda s: not s["view"]["folded"] and s["view"]["panel"] == "source", "the source below")
        window.click("tab/source")
        window.wait(lambda s: s["view"]["folded"], "the source put away again")
        window.click("kernel/segmented")
        window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "segmented", "another kernel")
        window.close()
        window = Window(binary, display, config)
        state = window.settled()
        assert state["request"]["kernel"] == "segmented", "what was open comes back"
        assert state["view"]["position"] == 0 and not state["playing"], "before its first step, and waits"
        window.close()


STARTING = [the_first_start_shows_what_lanes_do_once,
            a_large_last_session_starts_small_and_is_kept, one_click_runs_the_large_one_and_closing_ends_it]
