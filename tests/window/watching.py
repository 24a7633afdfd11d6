"""Steps, playing, pictures and what is under the pointer."""

import os
import time

from fitting import check_layout
from keeping import dismiss


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


def choices_are_drawn_in_the_pictures(window):
    window.click("kernel/convergent_shared")
    state = window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "convergent_shared", "the kernel")
    before = state["picture"]["block_dim"]
    window.drag("block_dim", 0.5, 0.9)
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] > 32 and s["picture"]["block_dim"] != before,
                "several warps")
    for level in ("grid", "warp", "heat", "block"):
        window.click(f"activity/level/{level}")
        window.wait(lambda s: s["view"]["activity"] == level, f"the warps as {level}")
    for kind in ("global_sectors", "barriers", "warp_steps"):
        window.click(f"clock/cost/{kind}")
        window.wait(lambda s: s["view"]["cost"] == kind, f"the clock in {kind}")
    window.click("tab/memory")
    window.key("Home", "Right", "Right", "Right")  # two loads, and the first step
    window.wait(lambda s: "memory/offer" in s["marks"], "a step that loads nothing, and where one does")
    window.click("memory/offer")
    window.wait(lambda s: s["view"]["position"] == 2 and "memory/offer" not in s["marks"], "the load before the first step")
    window.click("tab/banks")
    window.key("Right", "Right")
    window.wait(lambda s: "banks/warp_after" in s["marks"], "the banks")
    window.click("banks/warp_after")
    window.wait(lambda s: s["view"]["selection"]["warp"] == 1, "the next warp")
    window.click("banks/lane/3")
    window.wait(lambda s: s["view"]["selection"]["lane"] == 3, "its fourth lane")
    window.key("Escape", "ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["block_dim"] == before, "undo")
    window.click("tab/steps")


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


def the_wheel_scrolls_what_has_a_scroll_bar(window):
    """And takes steps over what has none."""
    window.xdotool("windowsize", window.id, 1280, 720)
    window.wait(lambda s: (s["width"], s["height"]) == (1280, 720), "1280 x 720")
    window.key("Home", "Right")
    window.wait(lambda s: s["view"]["position"] == 1, "step 1")
    window.click("tab/source")
    window.move_to("source")
    lines = lambda state: {mark for mark in state["marks"] if mark.startswith("source/line/")}
    seen = before = lines(window.wait(lambda s: lines(s), "the listing"))
    for _ in range(40):
        window.xdotool("click", 5)
        time.sleep(0.1)
        seen = seen | lines(window.state())
    assert window.state()["view"]["position"] == 1, "the wheel took steps"
    assert len(seen) > len(before), "the wheel showed no other line"
    window.key("Right")
    window.wait(lambda s: s["view"]["position"] == 2 and lines(s) != seen, "step 2")
    window.click("tab/steps")
    window.move_to("steps")
    window.xdotool("click", 5)
    window.wait(lambda s: s["view"]["position"] == 3, "a step by the wheel")
    window.xdotool("windowsize", window.id, 1600, 900)
    window.wait(lambda s: (s["width"], s["height"]) == (1600, 900), "1600 x 900")


def the_stage_shows_pictures_alone(window):
    """Keys, the transport at the lower edge, the launch behind the variant's head, the curtain and the pen."""
    window.move_to("tree")
    window.key("F5")
    window.wait(lambda s: s["view"]["projector"] and "panel/header" not in s["marks"] and "panel/controls" not in s["marks"], "the stage")
    state = window.settled()
    assert "play" not in state["marks"], "the transport is in the way"
    position = state["view"]["position"]
    window.key("Prior")
    window.wait(lambda s: s["view"]["position"] == position - 1, "a step back by PageUp")
    window.key("Next")
    window.wait(lambda s: s["view"]["position"] == position, "a step by PageDown")
    window.xdotool("mousemove", "--window", window.id, 800, state["height"] - 40)
    time.sleep(0.3)
    assert "play" not in window.state()["marks"], "the transport comes where the cost clock is pointed at"
    window.xdotool("mousemove", "--window", window.id, 800, state["height"] - 4)
    window.wait(lambda s: "play" in s["marks"], "the transport")
    window.click("variant/A")
    window.wait(lambda s: "block_dim" in s["marks"], "the launch")
    window.key("Escape")
    window.wait(lambda s: "block_dim" not in s["marks"], "no launch")
    window.key("b")
    window.wait(lambda s: "panel/curtain" in s["marks"], "the curtain")
    window.key("Next")
    window.wait(lambda s: "panel/curtain" not in s["marks"] and s["view"]["position"] == position, "any key lifts it")
    window.key("d")
    window.wait(lambda s: "panel/pen" in s["marks"], "the pen")
    window.key("Escape")
    window.wait(lambda s: "panel/pen" not in s["marks"] and s["view"]["projector"], "no pen")
    window.key("Escape")
    window.wait(lambda s: not s["view"]["projector"] and "panel/header" in s["marks"], "no stage")
    check_layout(window.settled())


def themes_help_and_escape(window):
    theme = window.state()["view"]["theme"]
    window.key("t")
    window.wait(lambda s: s["view"]["theme"] != theme, "the other theme")
    window.key("t")
    window.wait(lambda s: s["view"]["theme"] == theme, "the first theme")
    window.key("F1")
    window.wait(lambda s: s["help_open"], "help")
    window.key("Escape")
    window.wait(lambda s: not s["help_open"], "no help")


def choose_in_menu(window, button, entry):
    window.click(button)
    window.wait(lambda s: entry in s["marks"], "the menu")
    window.click(entry)
    window.wait(lambda s: entry not in s["marks"], "the menu's end")


def a_click_beside_a_menu_does_what_is_under_it(window):
    """One click leads from menu to menu; on the menu's own button it closes the menu."""
    window.click("presets")
    window.wait(lambda s: "preset/divergence" in s["marks"], "the presets")
    window.click("files")
    window.wait(lambda s: "export/window" in s["marks"] and "preset/divergence" not in s["marks"], "the files instead")
    window.click("files")
    window.wait(lambda s: "export/window" not in s["marks"], "no menu")
    time.sleep(0.3)
    assert "export/window" not in window.settled()["marks"], "the menu came back"


def languages_go_round(window):
    """By key and by the list; without the font the button is off, and the key says which package is missing."""
    language = lambda wanted: lambda s: s["view"]["language"] == wanted
    window.key("g")
    if not os.path.exists("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"):
        window.wait(lambda s: "fonts-noto-cjk" in s["notice"], "the package's name")
        dismiss(window)
        return
    window.wait(language("zh-Hant"), "Traditional Chinese")
    check_layout(window.settled())
    choose_in_menu(window, "language", "language/zh-Hans")
    window.wait(language("zh-Hans"), "Simplified Chinese")
    check_layout(window.settled())
    choose_in_menu(window, "language", "language/en")
    window.wait(language("en"), "English again")


WATCHING = [
    keys_step, play_advances_and_pause_stops, a_row_of_the_table_goes_to_its_step_and_lights_it,
    the_activity_picture_knows_what_is_under_the_pointer, choices_are_drawn_in_the_pictures,
    a_sweep_zooms_pans_and_a_click_launches, the_wheel_scrolls_what_has_a_scroll_bar, the_stage_shows_pictures_alone, themes_help_and_escape,
    a_click_beside_a_menu_does_what_is_under_it, languages_go_round,
]
