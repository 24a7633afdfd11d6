"""Starts after a session that ended with launches too large to run unasked."""

import contextlib
import json
import os
import tempfile

from driver import Window

KERNELS = ("interleaved_shared", "convergent_shared", "segmented", "coarsened")


@contextlib.contextmanager
def config_of(n):
    """A folder of settings: four variants of N elements."""
    with tempfile.TemporaryDirectory() as config:
        os.mkdir(os.path.join(config, "lanescope"))
        requests = [{"kernel": kernel, "n": n, "block_dim": 256, "backend": "emulator"} for kernel in KERNELS]
        with open(settings_in(config), "w", encoding="utf-8") as file:
            json.dump({"view": {"version": 2, "variants": {"requests": requests, "active": 1, "linked": True}}}, file)
        yield config


def settings_in(config):
    return os.path.join(config, "lanescope", "settings.json")


def sizes_of(variants):
    return [request["n"] for request in variants["requests"]]


def a_large_last_session_starts_small_and_is_kept(binary, display):
    with config_of(1 << 31) as config:
        window = Window(binary, display, config)
        state = window.settled()
        assert sizes_of(state["view"]["variants"]) == [1 << 20] * 4, state["view"]["variants"]
        assert [request["kernel"] for request in state["view"]["variants"]["requests"]] == list(KERNELS)
        assert "2^31" in state["notice"] and "offer" in state["marks"], state["notice"]
        window.key("Home", "Right")
        window.close()
        with open(settings_in(config), encoding="utf-8") as file:
            assert sizes_of(json.load(file)["view"]["variants"]) == [1 << 31] * 4, "what was on offer is forgotten"


def one_click_runs_the_large_one_and_closing_ends_it(binary, display):
    with config_of(1 << 29) as config:
        window = Window(binary, display, config)
        window.settled()
        window.click("offer")
        state = window.wait(lambda s: s["running"] and sizes_of(s["view"]["variants"]) == [1 << 29] * 4, "the large launches")
        assert state["notice"] == "", state["notice"]
        theme = state["view"]["theme"]
        window.key("t")
        state = window.wait(lambda s: s["view"]["theme"] != theme, "a frame while it runs")
        assert state["running"], "the run was too quick to be in the way"
        window.close()


STARTING = [a_large_last_session_starts_small_and_is_kept, one_click_runs_the_large_one_and_closing_ends_it]
