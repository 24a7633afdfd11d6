"""Whatever the size of the window, every part of it finds its place."""

import shutil
import subprocess
import time

from driver import inside, vertical

PANELS = ["header", "controls", "result", "sentence/A", "tree", "activity", "tabs", "steps", "transport"]


def check_layout(state):
    marks, width, height = state["marks"], state["width"], state["height"]
    rects = {name: marks["panel/" + name] for name in PANELS}
    for name, (x, y, w, h) in rects.items():
        assert w >= 8 and h >= 8, f"{name} has no room: {w} x {h}"
        assert x >= 0 and y >= 0 and x + w <= width + 1 and y + h <= height + 1, f"{name} leaves the window"
    names = list(rects)
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            ax, ay, aw, ah = rects[a]
            bx, by, bw, bh = rects[b]
            apart = ax + aw <= bx + 1 or bx + bw <= ax + 1 or ay + ah <= by + 1 or by + bh <= ay + 1
            assert apart, f"{a} and {b} overlap"


def scroll_to(window, kernel, most=40):
    """Turns the wheel over the list until the row is in sight."""
    for _ in range(most):
        marks = window.state()["marks"]
        if inside(marks[kernel], vertical(marks["kernels"])):
            return
        above = marks[kernel][1] < marks["kernels"][1]
        window.xdotool("mousemove", *window.point("kernels"), "click", 4 if above else 5)
        window.is_seen()
    raise AssertionError(f"{kernel} cannot be scrolled into sight")


def typed_sizes(window):
    for text, n in (("1000", 1000), ("2^16", 65536), ("1M", 1 << 20), ("0", 0)):
        window.click("n_slider/entry")
        window.key("ctrl+a")
        window.xdotool("type", text)
        window.key("Return")
        window.wait(lambda s: s["up_to_date"] and s["picture"]["n"] == n, f"N = {text}")
    window.click("n_slider/entry")
    window.key("ctrl+a")
    window.xdotool("type", "many")
    window.key("Return")
    time.sleep(0.3)
    assert window.state()["request"]["n"] == 0
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["n"] == 1 << 20, "undo of N")


def resizing_keeps_the_layout(window):
    for width, height in ((1280, 720), (900, 600), (1690, 990), (1600, 900)):
        window.xdotool("windowsize", window.id, width, height)
        check_layout(window.wait(lambda s: (s["width"], s["height"]) == (width, height), f"{width} x {height}"))
    window.drag("splitter_controls", 0.5, 8)
    check_layout(window.settled())


def a_low_window_shows_the_whole_result_and_the_chosen_kernel(window):
    window.xdotool("windowsize", window.id, 1280, 720)
    for kernel in ("warp_shuffle", "sequential", "convergent_shared"):
        window.wait(lambda s: (s["width"], s["height"]) == (1280, 720), "1280 x 720")
        scroll_to(window, "kernel/" + kernel)
        window.click("kernel/" + kernel)
        state = window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == kernel and "result_error" in s["marks"],
                            f"{kernel} and its result")
        marks = state["marks"]
        rows = [m for m in marks if m.startswith("kernel/") and inside(marks[m], vertical(marks["kernels"]))]
        assert len(rows) >= 8, f"only {rows}"
        assert inside(marks["result_error"], vertical(marks["panel/result"])), "the error is cut"
        for mark in ("run", "backend/emulator", "type/point3", "op/farthest"):
            panel = "panel/result" if mark == "run" else "panel/controls"
            assert inside(marks[mark], vertical(marks[panel])), f"{mark} is cut"
    window.key("ctrl+z", "ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "warp_shuffle", "undo of two choices")
    time.sleep(0.2)
    marks = window.state()["marks"]
    assert inside(marks["kernel/warp_shuffle"], vertical(marks["kernels"])), "the chosen kernel is out of sight"
    window.key("ctrl+y", "ctrl+y")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "redo")
    window.xdotool("windowsize", window.id, 1600, 900)
    window.wait(lambda s: (s["width"], s["height"]) == (1600, 900), "1600 x 900")


SMALLEST = (1000, 600)
IN_HEADER = ["presets", "add_variant", "badge", "files", "lessons", "language", "theme", "stage", "help"]
IN_TRANSPORT = ["first", "back", "play", "forward", "last", "scrub"]


def check_bar(marks, names, width):
    """Widgets of a bar stand side by side."""
    end = 0
    for x, y, w, h in sorted(marks[name] for name in names):
        assert x >= end - 1, f"{names} overlap at {x}"
        end = x + w
    assert end <= width + 1, f"{names} leave the window"


def check_columns(state):
    marks, height = state["marks"], state["height"]
    for variant in range(len(state["view"]["variants"]["requests"])):
        letter = "ABCD"[variant]
        rects = [marks["panel/sentence/" + letter]] + [marks["panel/" + (view if variant == 0 else f"{view}/{letter}")] for view in ("tree", "activity")]
        end = 0
        for x, y, w, h in rects:
            assert y >= end - 1 and h >= 60 and w >= 120, f"variant {letter}: {rects}"
            end = y + h
        assert end <= height, f"variant {letter} leaves the window: {rects}"


def check_help(window):
    """Its button is inside, however much there is to read."""
    window.key("F1")
    x, y, w, h = window.wait(lambda s: s["help_open"] and "close_help" in s["marks"], "help")["marks"]["close_help"]
    state = window.settled()
    assert x >= 0 and y >= 0 and x + w <= state["width"] and y + h <= state["height"], (x, y, w, h)
    window.click("close_help")
    window.wait(lambda s: not s["help_open"], "no help")


def the_smallest_window_has_room_for_everything(window):
    """Of one variant and of four, on the stage, too."""
    window.xdotool("windowsize", window.id, *SMALLEST)
    window.wait(lambda s: (s["width"], s["height"]) == SMALLEST, "the smallest window")
    check_layout(window.settled())
    window.click("presets")
    window.wait(lambda s: "preset/coarsening" in s["marks"], "the menu")
    window.click("preset/coarsening")
    window.wait(lambda s: s["up_to_date"] and len(s["view"]["variants"]["requests"]) == 4 and "activity/D" in s["marks"], "four variants")
    time.sleep(0.2)
    state = window.settled()
    check_columns(state)
    check_bar(state["marks"], IN_HEADER, state["width"])
    check_bar(state["marks"], IN_TRANSPORT, state["width"])
    check_help(window)
    window.key("p")
    window.wait(lambda s: s["view"]["projector"] and "panel/header" not in s["marks"], "the stage")
    check_columns(window.settled())
    check_help(window)
    window.key("p")
    window.wait(lambda s: not s["view"]["projector"], "no stage")
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and len(s["view"]["variants"]["requests"]) == 1, "one variant")
    window.xdotool("windowsize", window.id, 1600, 900)
    window.wait(lambda s: (s["width"], s["height"]) == (1600, 900), "1600 x 900")
    window.show_view("steps")


def the_window_cannot_be_made_too_small(window):
    """What it tells the window manager; there is none on this display."""
    if not shutil.which("xprop"):
        return
    hints = subprocess.run(["xprop", "-id", window.id, "WM_NORMAL_HINTS"], env=window.environment, capture_output=True, text=True, check=True).stdout
    assert "minimum size: {} by {}".format(*SMALLEST) in hints, hints


def low_window(window):
    window.xdotool("windowsize", window.id, 1280, 720)
    window.wait(lambda s: (s["width"], s["height"]) == (1280, 720), "1280 x 720")


def what_is_typed_beside_a_field_enlarges_nothing(window):
    n = window.settled()["request"]["n"]
    x, y, _, h = window.rect("n_slider/entry")
    window.xdotool("mousemove", round(x - 30), round(y + h / 2))
    window.is_seen()
    for button in ("mousedown", "mouseup"):
        window.xdotool(button, 1)
        window.is_seen()
    window.key("2", "1", "Return")
    state = window.settled()
    assert not state["view"]["enlarged"] and state["request"]["n"] == n, "digits became shortcuts"
    window.move_to("tree")
    window.key("1")
    window.wait(lambda s: s["view"]["enlarged"] == "tree", "the tree alone")
    window.key("Escape")
    window.wait(lambda s: not s["view"]["enlarged"], "all pictures")


def numbers_stay_where_they_are_with_and_without_times(window):
    """Which a GPU took for sums and not for products."""
    low_window(window)
    places = []
    for op in ("sum", "product"):
        window.click("op/" + op)
        marks = window.settled()["marks"]
        places.append([marks[mark] for mark in ("n_slider/entry", "block_dim/entry", "op/min")])
        for slider in ("n_slider", "block_dim") if op == "sum" else ():
            assert marks[slider + "/times"][1] >= vertical(marks[slider + "/entry"])[1], "the line of times runs through the field"
    assert places[0] == places[1], places
    window.click("op/sum")
    window.settled()


def tabs_stay_where_they_are(window):
    """Whichever group opens; and in a row that is too short for a group, whichever of its tabs in sight is clicked."""
    low_window(window)
    at = {}
    for group in ("costs", "reasons", "events", "costs"):
        if "tab_group/" + group in window.settled()["marks"]:
            window.click("tab_group/" + group)
        for mark, rect in window.settled()["marks"].items():
            if mark.startswith("tab_group/"):
                assert at.setdefault(mark, rect) == rect, f"{mark} moved from {at[mark]} to {rect}"
    assert len(at) == 3, at
    window.click("tab_group/events")
    window.key("F2")
    state = window.wait(lambda s: s["up_to_date"] and ("tabs_after" in s["marks"] or "tabs_before" in s["marks"]), "too little room for all")
    before = {m: r for m, r in state["marks"].items() if m.startswith("tab/")}
    for mark in reversed(before):
        window.click(mark)
        after = {m: r for m, r in window.settled()["marks"].items() if m.startswith("tab/")}
        assert after == before, f"{mark}: {before} became {after}"
    window.key("F2")
    window.settled()


def a_long_refusal_has_two_lines_and_old_pictures_keep_their_words(window):
    low_window(window)
    for mark, text in (("n_slider/entry", "32"), ("block_dim/entry", "16")):
        window.click(mark)
        window.key("ctrl+a")
        window.type(text)
        window.key("Return")
        window.settled()
    scroll_to(window, "kernel/shared_tree")
    window.click("kernel/shared_tree")
    window.settled()
    window.key("c")
    window.wait(lambda s: s["up_to_date"] and len(s["view"]["variants"]["requests"]) == 2, "two variants")
    window.click("n_slider/entry")
    window.key("ctrl+a")
    window.type("4096")
    window.key("Return")
    marks = window.wait(lambda s: "message" in s["marks"] and "old/activity" in s["marks"], "why it is refused")["marks"]
    panel, message = marks["panel/sentence/A"], marks["message"]
    assert message[3] >= 36 and message[1] + message[3] <= panel[1] + panel[3], f"one line of {message}"
    old, picture = marks["old/activity"], marks["activity"]
    beside_title = old[1] < picture[1] + 40
    behind_legend = old[0] > picture[0] + picture[2] / 2 and inside(old, vertical(picture))
    assert beside_title or behind_legend, f"{old} lies over the legend of {picture}"


def questions_of_presets_are_told_whole(window):
    window.xdotool("windowsize", window.id, 1280, 720)
    window.wait(lambda s: s["width"] == 1280, "1280 x 720")
    window.click("presets")
    marks = window.wait(lambda s: "preset/many_warps" in s["marks"], "the presets")["marks"]
    assert marks["preset/first_look"][3] > marks["preset/many_warps"][3] + 10, "a long question has two lines"
    window.key("Escape")
    window.wait(lambda s: "preset/many_warps" not in s["marks"], "the menu closes")


FITTING = [
    typed_sizes, resizing_keeps_the_layout, the_smallest_window_has_room_for_everything, the_window_cannot_be_made_too_small, a_low_window_shows_the_whole_result_and_the_chosen_kernel,
    what_is_typed_beside_a_field_enlarges_nothing, numbers_stay_where_they_are_with_and_without_times, tabs_stay_where_they_are,
    a_long_refusal_has_two_lines_and_old_pictures_keep_their_words, questions_of_presets_are_told_whole,
]
