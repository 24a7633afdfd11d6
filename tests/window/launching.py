"""Another launch, by sliders, choices, presets and undo."""

import random
import time

from driver import inside, vertical


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


def a_slider_takes_typing_wheel_and_keys(window):
    start = window.settled()["request"]
    before = start["block_dim"]
    block_dim = lambda s: s["up_to_date"] and s["picture"]["block_dim"]
    window.move_to("block_dim", 0.5, 0.9)
    window.xdotool("click", 4)
    window.wait(lambda s: block_dim(s) == 2 * before, "a notch of the wheel")
    window.key("Down", "Down")
    window.wait(lambda s: block_dim(s) == before // 2, "the key Down, twice")
    window.key("Up")
    window.wait(lambda s: block_dim(s) == before, "the key Up")
    window.click("block_dim/entry")
    window.key("ctrl+a")
    window.type("64")
    window.key("Return")
    window.wait(lambda s: block_dim(s) == 64, "a blockDim that was typed")
    window.click("block_dim/entry")
    window.key("ctrl+a")
    window.type("2000")
    window.key("Return")
    told = window.wait(lambda s: s["marks"]["tip"], "what is wrong with it")["marks"]["tip"]
    window.move_to("block_dim", 0.5, 0.9)
    time.sleep(1.2)
    assert window.settled()["marks"]["tip"] == told, "two tips at a time"
    assert window.settled()["picture"]["block_dim"] == 64, "a block of 2000 threads"
    window.key("Escape")
    window.wait(lambda s: s["marks"].get("tip") != told, "Escape takes the refused value back")
    for _ in range(5):
        window.key("ctrl+z")
    window.wait(lambda s: block_dim(s) == before, "undo")
    window.xdotool("keydown", "shift")
    window.drag("n_slider", 0.75, 0.43)
    window.xdotool("keyup", "shift")
    n = window.settled()["request"]["n"]
    assert n & (n - 1) != 0, f"Shift gives values between powers of two, not {n}"
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["n"] == start["n"], "undo of N")


def a_click_chooses_the_kernel(window):
    hash_before = window.settled()["picture"]["masks_hash"]
    window.click("kernel/interleaved_shared")
    state = window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "interleaved_shared", "the kernel")
    assert state["picture"]["masks_hash"] != hash_before
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "the kernel")
    window.wait(lambda s: not s["running"], "the end of the runs")


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
    window.click("combine/last block")
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
    window.wait(lambda s: not s["running"], "the end of the runs")


def presets_and_variants_go_in_lock_step(window):
    window.click("presets")
    window.wait(lambda s: "preset/divergence" in s["marks"], "the menu")
    window.click("preset/divergence")
    kernels = lambda s: [r["kernel"] for r in s["view"]["variants"]["requests"]]
    window.wait(lambda s: s["up_to_date"] and kernels(s) == ["interleaved_shared", "strided_index_shared", "convergent_shared"],
                "three variants")
    state = window.state()["view"]
    assert state["position"] == 0, f"opened at {state['position']}, not before its first step"
    window.key("space")
    window.wait(lambda s: not s["playing"] and 1 < s["view"]["position"] < 11, "where most lanes wait, and no further", 30)
    window.click("presets")
    marks = window.wait(lambda s: "preset_in_view" in s["marks"], "the menu")["marks"]
    assert marks["preset_in_view"] == marks["preset/divergence"], "another preset is marked as the one in view"
    window.key("Escape")
    window.wait(lambda s: "preset_in_view" not in s["marks"], "no menu")
    assert "question" in window.state()["marks"], "the preset asks nothing"
    window.key("Home", "Right")
    window.wait(lambda s: s["view"]["position"] == 1, "the first frame")
    assert "activity/B" in window.state()["marks"], "no picture of the second variant"
    window.click("variant/B")
    window.wait(lambda s: s["view"]["variants"]["active"] == 1, "the second variant active")
    window.key("l")
    window.wait(lambda s: s["view"]["variants"]["linked"], "linked variants")
    window.drag("block_dim", 0.95, 0.5)
    window.wait(lambda s: s["up_to_date"] and s["request"]["block_dim"] < 1024, "a smaller block")
    marks = window.state()["marks"]
    assert "question" in marks and "question/back" in marks, "the question is gone with the first change, or has no way back"
    window.click("question/back")
    window.wait(lambda s: s["up_to_date"] and "question" in s["marks"] and "question/back" not in s["marks"],
                "the launches of the question")
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["request"]["block_dim"] < 1024 and s["view"]["variants"]["linked"]
                and "question/back" in s["marks"], "the smaller block")
    sizes = {r["block_dim"] for r in window.state()["view"]["variants"]["requests"]}
    assert len(sizes) == 1, f"linked variants differ: {sizes}"
    window.key("c")
    window.wait(lambda s: s["up_to_date"] and len(kernels(s)) == 4, "a fourth variant")
    window.key("l", "a")
    window.wait(lambda s: not s["view"]["variants"]["linked"] and s["view"]["alignment"] == "steps", "separate, by steps")
    window.click("remove/A")
    window.wait(lambda s: kernels(s)[0] == "strided_index_shared", "the first variant gone")
    window.key("ctrl+z")
    window.wait(lambda s: len(kernels(s)) == 4, "undo of removing")
    window.key("Return")
    window.wait(lambda s: s["view"]["enlarged"] == "comparison", "the enlarged view")
    window.key("Escape", "l", "a")
    window.wait(lambda s: s["view"]["enlarged"] == "", "all views")
    for _ in range(3):
        window.click("remove/A")
        time.sleep(0.2)
    window.wait(lambda s: len(kernels(s)) == 1, "one variant")
    window.click("tab/steps")
    window.wait(lambda s: s["view"]["panel"] == "steps", "the steps")


def every_preset_opens_by_mouse_and_every_panel_by_key(window):
    window.click("presets")
    marks = window.wait(lambda s: "preset/divergence" in s["marks"], "the menu")["marks"]
    window.key("Escape")
    window.wait(lambda s: "preset/divergence" not in s["marks"], "no menu")
    names = [mark for mark in marks if mark.startswith("preset/")]
    assert len(names) >= 10, names
    for name in names:
        window.click("presets")
        window.wait(lambda s: name in s["marks"], "the menu")
        window.click(name)
        window.wait(lambda s: name not in s["marks"], "the menu's end")
        # The results of the largest matrices take longer than their pictures.
        state = window.wait(lambda s: s["up_to_date"], "its pictures")
        assert len(state["view"]["variants"]["requests"]) >= 2 and not state["error"], (name, state["error"])
        window.key("Home", "Right")
        window.wait(lambda s: s["view"]["position"] == 1, "the first step")
        if state["view"]["folded"]:
            window.key("v")
            window.wait(lambda s: not s["view"]["folded"], "the view below")
        seen, panels = set(), set(state["tabs"])
        assert len(panels) >= 8, panels
        while seen != panels:
            panel = window.state()["view"]["panel"]
            assert panel not in seen, f"{name}: Tab comes back to {panel} without {panels - seen}"
            window.wait(lambda s: panel in s["marks"], f"a picture of {panel}")
            seen.add(panel)
            window.key("Tab")
            window.wait(lambda s: s["view"]["panel"] != panel, "the next panel")


def every_panel_opens_by_mouse(window):
    panels = [mark for mark in window.state()["marks"] if mark.startswith("tab/")]
    for panel in panels:
        window.click(panel)
        name = panel.removeprefix("tab/")
        window.wait(lambda s: s["view"]["panel"] == name and name in s["marks"], f"a picture of {name}")
        for across, down in ((0.3, 0.4), (0.5, 0.6), (0.7, 0.8)):
            window.move_to(name, across, down)
    window.click("tab/steps")


def tabs_of(state):
    return {mark for mark in state["marks"] if mark.startswith("tab/")}


def narrow_windows_reach_all_tabs_by_their_groups(window):
    window.xdotool("windowsize", window.id, 1000, 600)
    window.wait(lambda s: (s["width"], s["height"]) == (1000, 600), "the size")
    seen = tabs_of(window.wait(lambda s: "tab_group/reasons" in s["marks"], "groups that are closed"))
    for group in ("costs", "reasons", "events"):
        window.click("tab_group/" + group)
        state = window.wait(lambda s: "tab_group/" + group not in s["marks"], f"the views of {group}")
        assert group != "reasons" or state["view"]["panel"] == "comparison", "Why does not begin with what sets launches apart"
        seen |= tabs_of(state)
        if "tabs_after" in state["marks"]:
            window.click("tabs_after")
            seen |= tabs_of(window.wait(lambda s: "tabs_after" not in s["marks"], "the last views of the group"))
    window.xdotool("windowsize", window.id, 1600, 900)
    state = window.wait(lambda s: (s["width"], s["height"]) == (1600, 900), "the size")
    state = window.wait(lambda s: not any(m.startswith("tab_group/") for m in s["marks"]), "all tabs")
    assert seen == tabs_of(state), seen
    window.click("tab/steps")


def type_n(window, text):
    window.click("n_slider/entry")
    window.key("ctrl+a")
    window.type(text)
    window.key("Return")


def a_size_that_one_block_cannot_have_closes_nothing(window):
    before = window.state()["view"]["variants"]
    window.click("kernel/segmented")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "segmented", "segmented")
    for text, n in (("512", 512), ("2^20", 1 << 20)):
        type_n(window, text)
        window.wait(lambda s: s["request"]["n"] == n, text)
        if n == 512:
            window.click("kernel/shared_tree")
            window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "shared_tree", "one block")
    state = window.wait(lambda s: "runs as one block" in s["error"], "why that is too much")
    assert state["request"]["kernel"] == "shared_tree" and len(state["view"]["variants"]["requests"]) == len(before["requests"]), state["request"]
    window.key("ctrl+z")
    window.wait(lambda s: s["request"]["n"] == 512, "back")
    type_n(window, "2^20")
    window.click("kernel/segmented")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "segmented" and s["request"]["n"] == 1 << 20, "as before")


def rapid_input_does_no_harm(window):
    random.seed(1)
    for _ in range(25):
        marks = window.state()["marks"]
        kernels = [m for m in marks if m.startswith("kernel/") and inside(marks[m], vertical(marks["kernels"]))]
        window.xdotool("mousemove", *window.point(random.choice(kernels), at_once=True), "click", 1)
        window.xdotool("mousemove", *window.point("block_dim", random.random(), at_once=True), "mousedown", 1)
        window.xdotool("mousemove", *window.point("block_dim", random.random(), at_once=True), "mouseup", 1)
        window.xdotool("key", random.choice(["space", "Left", "Right", "Home", "End", "t", "ctrl+z"]))
        tree = next(mark for mark in ("panel/tree", "panel/activity") if mark in window.state()["marks"])
        window.xdotool("mousemove", *window.point(tree, random.random(), at_once=True), "click", random.choice([4, 5]))
    # Where widgets have moved under the pointer, N may be anything now, also what this machine has no memory for, or what
    # it computes for minutes: the next launch ends that.
    window.click("n_slider/entry")
    window.key("ctrl+a")
    window.type("2^20")
    window.key("Return")
    window.wait(lambda s: s["request"]["n"] == 1 << 20, "N")
    window.click("kernel/convergent_shared")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "convergent_shared", "the kernel")
    window.wait(lambda s: not s["running"], "the end of the runs")


def every_kind_of_problem_is_chosen_by_mouse(window):
    window.click("groups")
    marks = window.wait(lambda s: "group/Reduction" in s["marks"], "the menu")["marks"]
    groups = [mark for mark in marks if mark.startswith("group/")]
    assert len(groups) >= 3, groups
    window.key("Escape")
    window.wait(lambda s: "group/Reduction" not in s["marks"], "no menu")
    for group in groups:
        window.click("groups")
        window.wait(lambda s: group in s["marks"], "the menu")
        window.click(group)
        window.wait(lambda s: group not in s["marks"], "the menu's end")
        state = window.settled()
        assert not state["error"], state["error"]
        for kernel in [mark for mark in state["marks"] if mark.startswith("kernel/")][1:4]:
            window.click(kernel)
            chosen = kernel.removeprefix("kernel/")
            state = window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == chosen, f"a picture of {chosen}")
            assert not state["error"], state["error"]


def a_matrix_product_is_launched_and_gone_through_by_phase(window):
    window.click("groups")
    window.wait(lambda s: "group/Matrix product" in s["marks"], "the menu")
    window.click("group/Matrix product")
    window.settled()
    window.click("kernel/matmul_coarsened")
    window.settled()
    assert "panel/tiles" in window.state()["marks"] and "panel/tree" not in window.state()["marks"]
    window.click("n_slider/entry")
    window.key("ctrl+a")
    window.type("48x40x70")
    window.key("Return")
    window.wait(lambda s: s["up_to_date"] and s["request"].get("matrices") is not None, "three sizes")
    window.click("tile_width", 0.02)
    window.wait(lambda s: s["up_to_date"] and s["request"]["tile_width"] == 8, "tiles of 8")
    window.key("Home")
    window.wait(lambda s: s["view"]["position"] == 0, "the beginning")
    window.click("tiles/phase_after")
    # Two tiles are loaded, then eight rounds; the next phase begins with the load of its own.
    window.wait(lambda s: s["view"]["position"] == (2 + 8) + 1, "the second phase")
    window.key("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    window.wait(lambda s: s["up_to_date"] and "panel/tree" in s["marks"], "the reduction again")


def every_launch_of_many_is_reached(window):
    """Where not all boxes of launches have room, they come in pages that stay while one of them is chosen."""
    window.click("groups")
    window.wait(lambda s: "group/Sort" in s["marks"], "the menu")
    window.click("group/Sort")
    window.settled()
    window.click("kernel/radix_sort_bit")
    window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "radix_sort_bit", "the sort")
    launch = lambda s: s["view"]["variants"].get("launch", 1)
    names = lambda s: [m.split("/")[1] for m in s["marks"] if m.startswith("launch/")]
    boxes = lambda s: sorted(int(name) for name in names(s) if name.isdigit())
    window.key(*["bracketleft"] * 3)
    state = window.settled()
    first = boxes(state)
    assert 3 <= len(first) < 96 and "launch/later" in state["marks"], f"boxes {first}"
    window.click(f"launch/{first[1]}")
    state = window.wait(lambda s: launch(s) == first[1], "another launch")
    assert boxes(state) == first, "boxes have moved under the pointer"
    later = state["marks"]["launch/later"]
    window.click("launch/later")
    state = window.wait(lambda s: launch(s) == first[-1] + 1, "the next page")
    assert first[-1] + 1 in boxes(state) and state["marks"]["launch/later"] == later, "the way on has moved"
    window.click("launch/earlier")
    window.wait(lambda s: launch(s) == first[0], "the page before")
    window.key("ctrl+z", "ctrl+z", "ctrl+z")
    window.click("groups")
    window.click("group/Reduction")
    window.wait(lambda s: s["up_to_date"] and "panel/tree" in s["marks"], "a reduction")


LAUNCHING = [
    dragged_slider_changes_the_trace, undo_takes_back_a_whole_drag, a_slider_takes_typing_wheel_and_keys,
    a_click_chooses_the_kernel,
    a_kernel_without_a_factor_greys_the_slider_out, grid_and_combining_are_choices_where_the_kernel_has_them,
    a_size_that_one_block_cannot_have_closes_nothing, presets_and_variants_go_in_lock_step, every_panel_opens_by_mouse,
    narrow_windows_reach_all_tabs_by_their_groups, a_matrix_product_is_launched_and_gone_through_by_phase,
    every_launch_of_many_is_reached,
]

# They leave any launch and view behind.
AT_LAST = [
    rapid_input_does_no_harm, every_preset_opens_by_mouse_and_every_panel_by_key,
    every_kind_of_problem_is_chosen_by_mouse
]
