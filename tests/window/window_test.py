"""What a user does with mouse and keys, and what the window must show for it. Run by run.sh."""

import os
import random
import sys
import tempfile
import time

from driver import Display, Window

PANELS = ["header", "controls", "result", "sentence/A", "tree", "activity", "tabs", "steps", "transport"]


def dragged_slider_changes_the_trace(window):
    before = window.settled()
    assert before["picture"]["block_dim"] == before["request"]["block_dim"]
    window.drag("block_dim", 0.8, 0.5)
    after = window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] != before["picture"]["block_dim"],
                        "another blockDim")
    assert after["picture"]["masks_hash"] != before["picture"]["masks_hash"], "the lanes are the same as before"
    assert after["picture"]["block_dim"] == 32, after["picture"]
    window.drag("n_slider", 0.75, 0.4)
    window.wait(lambda s: s["up_to_date"] and s["picture"]["n"] < before["picture"]["n"], "a smaller N")


def undo_takes_back_a_whole_drag(window):
    before = window.settled()["picture"]["block_dim"]
    window.drag("block_dim", 0.5, 0.9)
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] > before, "a larger blockDim")
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] == before, "undo")
    window.key("ctrl+y")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] > before, "redo")


def a_click_chooses_the_kernel(window):
    hash_before = window.settled()["picture"]["masks_hash"]
    window.click("kernel/interleaved_shared")
    state = window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "interleaved_shared", "the kernel")
    assert state["picture"]["masks_hash"] != hash_before
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "the kernel")


def a_kernel_without_a_factor_greys_the_slider_out(window):
    window.drag("coarse_factor", 0.05, 0.9)
    assert window.settled()["request"]["coarse_factor"] == 1
    window.click("kernel/coarsened")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "coarsened", "the kernel")
    window.drag("coarse_factor", 0.05, 0.4)
    window.wait(lambda s: s["up_to_date"] and s["picture"]["coarse_factor"] > 1, "a factor")
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["coarse_factor"] == 1, "factor 1 again")


def grid_and_combining_are_choices_where_the_kernel_has_them(window):
    request = lambda state: state["request"]
    window.click("combine/host")
    window.wait(lambda s: s["up_to_date"] and request(s)["combining"] == "host", "the host combines")
    window.click("combine/last")
    window.drag("grid_dim", 0.05, 0.9)
    refused = request(window.settled())
    assert (refused["combining"], refused["grid_dim"]) == ("host", None), refused
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and request(s)["combining"] is None, "undo of combining")
    window.click("kernel/two_pass_blocked")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "two_pass_blocked", "the kernel")
    window.drag("grid_dim", 0.05, 0.3)
    window.wait(lambda s: s["up_to_date"] and (request(s)["grid_dim"] or 0) > 1, "a grid")
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and request(s)["grid_dim"] is None, "undo of the whole drag")
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "the kernel")


def keys_step(window):
    steps = window.settled()["picture"]["steps"]
    position = lambda wanted: lambda s: s["view"]["position"] == wanted
    window.key("Home")
    window.wait(position(0), "position 0")
    window.key("Right", "Right", "Right")
    window.wait(position(3), "position 3")
    window.key("Left")
    window.wait(position(2), "position 2")
    window.key("End")
    window.wait(position(steps), "the last step")
    window.key("Right")
    time.sleep(0.2)
    assert window.state()["view"]["position"] == steps


def play_advances_and_pause_stops(window):
    window.key("Home", "plus", "plus", "space")
    window.wait(lambda s: s["playing"], "playing")
    window.wait(lambda s: s["view"]["position"] >= 3, "three steps")
    window.key("space")
    stopped = window.wait(lambda s: not s["playing"], "pause")["view"]["position"]
    time.sleep(0.7)
    assert window.state()["view"]["position"] == stopped, "it went on after pause"
    window.key("minus", "minus")
    window.wait(lambda s: s["view"]["speed"] == 1, "speed 1")


def a_row_of_the_table_goes_to_its_step_and_lights_it(window):
    window.key("Home")
    window.move_to("steps/row/2")
    window.wait(lambda s: s["hover_step"] == 2, "the hovered step")
    window.click("steps/row/2")
    window.wait(lambda s: s["view"]["position"] == 3, "step 3")
    window.move_to("step_sentence")
    window.wait(lambda s: s["hover_step"] is None, "the end of hovering")


def the_activity_picture_knows_what_is_under_the_pointer(window):
    window.move_to("activity", 0.5, 0.6)
    window.wait(lambda s: s["hover_step"] is not None, "a step under the pointer")
    window.move_to("step_sentence")


def presets_and_variants_go_in_lock_step(window):
    window.click("presets")
    window.wait(lambda s: "preset/divergence" in s["marks"], "the menu")
    window.click("preset/divergence")
    kernels = lambda s: [r["kernel"] for r in s["view"]["variants"]["requests"]]
    window.wait(lambda s: s["up_to_date"] and kernels(s) == ["interleaved_shared", "convergent_shared"], "two variants")
    window.key("Home", "Right")
    window.wait(lambda s: s["view"]["position"] == 1, "the first frame")
    assert "activity/B" in window.state()["marks"], "no picture of the second variant"
    window.click("variant/B")
    window.wait(lambda s: s["view"]["variants"]["active"] == 1, "the second variant active")
    window.drag("block_dim", 0.95, 0.5)
    window.wait(lambda s: s["up_to_date"] and s["request"]["block_dim"] < 1024, "a smaller block")
    sizes = {r["block_dim"] for r in window.state()["view"]["variants"]["requests"]}
    assert len(sizes) == 1, f"linked variants differ: {sizes}"
    window.key("c")
    window.wait(lambda s: s["up_to_date"] and len(kernels(s)) == 3, "a third variant")
    window.key("l", "a")
    window.wait(lambda s: not s["view"]["variants"]["linked"] and s["view"]["alignment"] == "steps", "separate, by steps")
    window.click("remove/A")
    window.wait(lambda s: kernels(s)[0] == "convergent_shared", "the first variant gone")
    window.key("ctrl+z")
    window.wait(lambda s: len(kernels(s)) == 3, "undo of removing")
    window.key("Return")
    window.wait(lambda s: s["view"]["enlarged"] == "comparison", "the enlarged view")
    window.key("Escape", "l", "a")
    window.wait(lambda s: s["view"]["enlarged"] == "", "all views")
    for _ in range(2):
        window.click("remove/A")
        time.sleep(0.2)
    window.wait(lambda s: len(kernels(s)) == 1, "one variant")
    window.click("tab/steps")
    window.wait(lambda s: s["view"]["panel"] == "steps", "the steps")


def choices_are_drawn_in_the_pictures(window):
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "convergent_shared", "the kernel")
    window.drag("block_dim", 0.5, 0.8)
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] > 32, "several warps")
    for level in ("grid", "warp", "heat", "block"):
        window.click(f"activity/level/{level}")
        window.wait(lambda s: s["view"]["activity"] == level, f"the warps as {level}")
    window.click("tab/memory")
    window.key("Home", "Right", "Right")
    window.wait(lambda s: "memory/offer" in s["marks"], "a step that loads nothing, and where one does")
    window.click("memory/offer")
    window.wait(lambda s: s["view"]["position"] == 0 and "memory/offer" not in s["marks"], "the loads before the first step")
    window.click("tab/banks")
    window.key("Right", "Right")
    window.wait(lambda s: "banks/warp_after" in s["marks"], "the banks")
    window.click("banks/warp_after")
    window.wait(lambda s: s["view"]["selection"]["warp"] == 1, "the next warp")
    window.click("banks/lane/3")
    window.wait(lambda s: s["view"]["selection"]["lane"] == 3, "its fourth lane")
    window.key("Escape", "ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] == 32, "undo")
    window.click("tab/steps")


def dismiss(window):
    window.wait(lambda s: not s["notice"] or "dismiss" in s["marks"], "the notice")
    if window.state()["notice"]:
        window.click("dismiss")


def sessions_and_exports_are_files(window):
    path = os.path.join(window.folder, "lesson.lanescope-session")
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "convergent_shared", "the kernel")
    window.key("Home", "Right", "Right", "ctrl+s")
    window.wait(lambda s: "session_path" in s["marks"], "the menu of files")
    window.click("session_path")
    window.key("ctrl+a")
    window.type(path)
    window.click("save_session")
    window.wait(lambda s: "Saved" in s["notice"], "the saved session")
    assert os.path.exists(path), path
    window.key("End")
    window.click("kernel/segmented")
    window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "segmented", "another kernel")
    window.key("ctrl+o")
    window.wait(lambda s: "recent/0" in s["marks"], "the recent files")
    window.click("recent/0")
    window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "convergent_shared" and s["view"]["position"] == 2, "the session")
    for what, ending in (("export/tree.svg", ".svg"), ("export/steps.csv", ".csv"), ("export/activity.png", ".png"), ("export/window", ".png")):
        dismiss(window)
        window.key("ctrl+e")
        window.wait(lambda s: what in s["marks"], "the exports")
        window.click(what)
        state = window.wait(lambda s: "Wrote" in s["notice"], f"the export {what}")
        written = state["notice"].removeprefix("Wrote ").removesuffix(".")
        assert written.endswith(ending) and os.path.getsize(written) > 100, written
        os.remove(written)
    dismiss(window)


def a_sweep_zooms_pans_and_a_click_launches(window):
    sweep, request = lambda s: s["view"]["sweep"], lambda s: s["request"]
    window.click("kernel/segmented")
    window.click("tab/sweep")
    window.wait(lambda s: s["up_to_date"] and "sweep/block_dim" in s["marks"], "the choices in the picture")
    window.click("sweep/block_dim")
    window.wait(lambda s: sweep(s)["chart"] == "block_dim" and "sweep/segmented/512" in s["marks"], "the sweep of blockDim")
    window.click("sweep/bandwidth")
    window.wait(lambda s: sweep(s)["quantity"] == "bandwidth", "GB/s")
    position = window.state()["view"]["position"]
    window.move_to("sweep/segmented/512")
    for _ in range(4):
        window.xdotool("click", 4)
        time.sleep(0.1)
    zoomed = window.wait(lambda s: sweep(s)["zoom"] > 2, "a zoom")
    assert zoomed["view"]["position"] == position, "the wheel went through the steps too"
    window.drag("sweep", 0.4, 0.3)
    window.wait(lambda s: sweep(s)["center_x"] > sweep(zoomed)["center_x"], "a drag to the left shows what is at the right")
    assert request(window.state())["block_dim"] == request(zoomed)["block_dim"], "a drag is no click"
    window.move_to("sweep", 0.35, 0.8)
    window.xdotool("click", "--repeat", 2, "--delay", 80, 1)
    window.wait(lambda s: sweep(s)["zoom"] == 1, "all of it")
    window.click("sweep/segmented/512")
    window.wait(lambda s: s["up_to_date"] and request(s)["block_dim"] == 512, "the launch of the point")
    window.click("sweep/coarse_factor")
    window.click("sweep/time")
    window.click("tab/sms")
    window.wait(lambda s: s["view"]["panel"] == "sms" and "sms/sm/131" in s["marks"], "every SM")
    window.click("tab/timing")
    window.wait(lambda s: "timing/A/segmented" in s["marks"], "the variant's bar")
    window.key("ctrl+z")
    window.click("tab/steps")
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "the kernel")


def languages_go_round(window):
    """By key and by button; without the font the button is off, and the key says which package is missing."""
    language = lambda wanted: lambda s: s["view"]["language"] == wanted
    window.key("g")
    if not os.path.exists("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"):
        window.wait(lambda s: "fonts-noto-cjk" in s["notice"], "the package's name")
        return
    window.wait(language("zh-Hant"), "Traditional Chinese")
    check_layout(window.settled())
    window.click("language")
    window.wait(language("zh-Hans"), "Simplified Chinese")
    check_layout(window.settled())
    window.click("language")
    window.wait(language("en"), "English again")


def themes_help_and_escape(window):
    theme = window.state()["view"]["theme"]
    window.key("t")
    window.wait(lambda s: s["view"]["theme"] != theme, "the other theme")
    window.key("t", "p")
    window.wait(lambda s: s["view"]["theme"] == theme and s["view"]["projector"], "projector mode")
    check_layout(window.settled())
    window.key("p")
    window.wait(lambda s: not s["view"]["projector"], "no projector mode")
    window.key("F1")
    window.wait(lambda s: s["help_open"], "help")
    window.key("Escape")
    window.wait(lambda s: not s["help_open"], "no help")


def typed_sizes(window):
    for text, n in (("1000", 1000), ("2^16", 65536), ("1M", 1 << 20), ("0", 0)):
        window.click("n_entry")
        window.key("ctrl+a")
        window.xdotool("type", text)
        window.key("Return")
        window.wait(lambda s: s["up_to_date"] and s["picture"]["n"] == n, f"N = {text}")
    window.click("n_entry")
    window.key("ctrl+a")
    window.xdotool("type", "many")
    window.key("Return")
    time.sleep(0.3)
    assert window.state()["request"]["n"] == 0
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["n"] == 1 << 20, "undo of N")


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
        state = window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == kernel, kernel)
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


def scroll_to(window, kernel, most=40):
    """Turns the wheel over the list until the row is in sight."""
    for _ in range(most):
        marks = window.state()["marks"]
        if inside(marks[kernel], vertical(marks["kernels"])):
            return
        above = marks[kernel][1] < marks["kernels"][1]
        window.xdotool("mousemove", *window.point("kernels"), "click", 4 if above else 5)
        time.sleep(0.1)
    raise AssertionError(f"{kernel} cannot be scrolled into sight")


def vertical(rect):
    return rect[1], rect[1] + rect[3]


def inside(rect, bounds):
    """Whether a mark lies between two heights."""
    top, bottom = vertical(rect)
    return top >= bounds[0] - 1 and bottom <= bounds[1] + 1


def rapid_input_does_no_harm(window):
    random.seed(1)
    kernels = [m for m in window.state()["marks"] if m.startswith("kernel/")]
    for _ in range(25):
        window.xdotool("mousemove", *window.point(random.choice(kernels)), "click", 1)
        window.xdotool("mousemove", *window.point("block_dim", random.random()), "mousedown", 1)
        window.xdotool("mousemove", *window.point("block_dim", random.random()), "mouseup", 1)
        window.xdotool("key", random.choice(["space", "Left", "Right", "Home", "End", "t", "ctrl+z"]))
        window.xdotool("mousemove", *window.point("panel/tree", random.random()), "click", random.choice([4, 5]))
    window.settled()
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "the kernel")


def settings_survive_a_restart(binary, display):
    with tempfile.TemporaryDirectory() as config:
        window = Window(binary, display, config)
        window.click("kernel/segmented")
        window.drag("block_dim", 0.8, 0.6)
        window.key("t", "Home", "Right", "Right")
        window.xdotool("windowsize", window.id, 1300, 800)
        window.wait(lambda s: (s["width"], s["height"]) == (1300, 800), "the size")
        before = window.settled()
        window.close()
        window = Window(binary, display, config)
        after = window.settled()
        for key in ("variants", "theme", "position"):
            assert after["view"][key] == before["view"][key], (key, before["view"][key], after["view"][key])
        assert (after["width"], after["height"]) == (1300, 800)
        window.close()
        with open(os.path.join(config, "lanescope", "settings.json"), "w", encoding="utf-8") as file:
            file.write('{"view": {"version": 1, "request"')
        window = Window(binary, display, config)
        state = window.settled()
        assert "damaged" in state["notice"], state["notice"]
        assert state["request"]["kernel"] == "convergent_shared"
        window.close()


IN_ONE_WINDOW = [
    dragged_slider_changes_the_trace, undo_takes_back_a_whole_drag, a_click_chooses_the_kernel,
    a_kernel_without_a_factor_greys_the_slider_out, grid_and_combining_are_choices_where_the_kernel_has_them, keys_step, play_advances_and_pause_stops,
    a_row_of_the_table_goes_to_its_step_and_lights_it, the_activity_picture_knows_what_is_under_the_pointer,
    presets_and_variants_go_in_lock_step, choices_are_drawn_in_the_pictures,
    sessions_and_exports_are_files, a_sweep_zooms_pans_and_a_click_launches, languages_go_round,
    themes_help_and_escape, typed_sizes, resizing_keeps_the_layout,
    a_low_window_shows_the_whole_result_and_the_chosen_kernel, rapid_input_does_no_harm,
]


def attempt(test, *arguments):
    name = test.__name__.replace("_", " ")
    try:
        test(*arguments)
    except (AssertionError, KeyError) as error:
        print(f"FAILED  {name}: {error!r}", flush=True)
        return False
    print(f"ok      {name}", flush=True)
    return True


def main():
    binary = os.path.abspath(sys.argv[1])
    display = Display()
    try:
        window = Window(binary, display)
        good = [attempt(test, window) for test in IN_ONE_WINDOW]
        good.append(attempt(window.close))
        good.append(attempt(settings_survive_a_restart, binary, display))
    finally:
        display.close()
    print(f"{sum(good)} of {len(good)} good")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
