"""The stage, as a lecturer uses it: its bar, its heads, its views."""

import contextlib

from driver import Display, Window, vertical

SIZES = ((1280, 720), (1920, 1080))


@contextlib.contextmanager
def stage_of(binary, preset, size=SIZES[0]):
    """A window on a display of its own that is as large."""
    display = Display(*size)
    window = Window(binary, display, arguments=["--preset", preset])
    try:
        window.xdotool("windowsize", window.id, *size)
        window.wait(lambda s: (s["width"], s["height"]) == size, "the size")
        window.move_to("panel/header", 0.3)
        window.key("F5", "Home")
        window.wait(lambda s: s["view"]["projector"] and s["view"]["position"] == 0, "the stage, before the first step")
        window.settled()
        yield window
        window.close()
    finally:
        display.close()


def ask_for_bar(window):
    state = window.state()
    window.xdotool("mousemove", round(state["width"] / 2), state["height"] - 4)
    window.wait(lambda s: "play" in s["marks"], "the bar at the lower edge")


def use_bar(window, what):
    """Each of its parts does what it is for, and nothing below it is hit."""
    ask_for_bar(window)
    before = window.settled()
    top, _ = vertical(before["marks"]["panel/transport"])
    for mark, rect in before["marks"].items():
        if mark.startswith(("panel/tree", "panel/activity", "panel/clock", "panel/banks")):
            assert rect[1] + rect[3] <= top + 1, f"{what}: the bar hides the end of {mark}"
    window.click("forward")
    window.wait(lambda s: s["view"]["position"] == 1, f"{what}: a step")
    window.click("play")
    window.wait(lambda s: s["playing"], f"{what}: playing")
    window.click("play")
    window.wait(lambda s: not s["playing"], f"{what}: a pause")
    window.click("speed/2×")
    window.wait(lambda s: s["view"]["speed"] == 2, f"{what}: twice as fast")
    window.click("speed/1×")
    window.wait(lambda s: s["view"]["speed"] == 1, f"{what}: as fast as before")
    window.drag("scrub", 0.1, 0.99)
    after = window.wait(lambda s: s["view"]["position"] == s["frames"], f"{what}: the last step")
    window.click("first")
    window.wait(lambda s: s["view"]["position"] == 0, f"{what}: back before the first step")
    for choice in ("cost", "activity", "variants"):
        assert after["view"][choice] == before["view"][choice], f"{what}: a click on the bar changed {choice}"


def the_bar_on_the_stage_takes_the_mouse(binary, _):
    """Of two, three and four variants, as pictures and with a view enlarged."""
    for size in SIZES:
        for preset in ("bank_conflicts", "divergence", "coarsening"):
            with stage_of(binary, preset, size) as window:
                use_bar(window, f"{preset} {size}")
                window.xdotool("mousemove", 40, 300)
                window.wait(lambda s: "play" not in s["marks"], "the pictures alone")
                window.key("1")
                window.wait(lambda s: s["view"]["enlarged"] == "tree", "the tree, enlarged")
                use_bar(window, f"{preset} {size}, enlarged")


STAGING = [the_bar_on_the_stage_takes_the_mouse]
