"""The stage, as a lecturer uses it: its bar, its heads, its views."""

import contextlib
import time

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


def launches_and_the_slider_have_room_of_their_own(binary, _):
    """The bar's parts stand one behind another also where a run has many launches."""
    for size in (*SIZES, (1024, 768)):
        with stage_of(binary, "radix_sort", size) as window:
            ask_for_bar(window)
            marks = window.settled()["marks"]
            parts = [marks[mark] for mark in ("last", "launch/earlier", "launch/later", "scrub", "step_count") if mark in marks]
            assert len(parts) == 5, f"a part is missing at {size}"
            for (x, _, w, _), (after, *_) in zip(parts, parts[1:]):
                assert x + w <= after + 1, f"parts of the bar lie on each other at {size}"
            assert marks["scrub"][2] >= 100, f"the slider is too short to be used at {size}"


def kernels(state):
    return [request["kernel"] for request in state["view"]["variants"]["requests"]]


def check_popup(state, letter):
    """All of the launch is in the window, and no row lies over another one."""
    marks, end = state["marks"], 0
    for mark in ("kernel_of_launch", "n_slider/entry", "n_slider", "block_dim/entry", "block_dim", "coarse_factor/entry", "coarse_factor",
                 "grid_dim", "combine/atomic", "block_after", "op/sum", "type/int32"):
        x, y, w, h = marks[mark]
        assert 0 <= x and x + w <= state["width"] and y + h <= state["height"], f"{mark} of {letter} leaves the window"
        assert y >= end - 12, f"{mark} of {letter} lies over the row above"  # a track's times rise into the row above
        end = y + h


def a_head_on_the_stage_has_the_whole_launch(binary, _):
    """Kernel, operator and type, too, also with four variants; a turn of the wheel that scrolls changes nothing."""
    with stage_of(binary, "coarsening") as window:
        for letter in "AD":
            window.click("variant/" + letter)
            state = window.wait(lambda s: "kernel_of_launch" in s["marks"] and s["still"], f"the launch of {letter}")
            assert state["view"]["variants"]["active"] == "ABCD".index(letter)
            check_popup(window.settled(), letter)
            window.key("Escape")
            window.wait(lambda s: "kernel_of_launch" not in s["marks"], "no launch")
        places = window.settled()["marks"]
        window.click("variant/D")
        window.click("kernel_of_launch")
        window.wait(lambda s: "kernel/convergent_shared" in s["marks"], "the kernels")
        window.click("kernel/convergent_shared")
        window.wait(lambda s: kernels(s) == ["coarsened"] * 3 + ["convergent_shared"], "another kernel in D alone")
        window.wait(lambda s: "kernels" not in s["marks"] and "op/max" in s["marks"], "the launch, without the list")
        window.click("op/max")
        window.wait(lambda s: all(r["op"] == "max" for r in s["view"]["variants"]["requests"][3:]), "another operator")
        window.key("Escape")
        marks = window.wait(lambda s: "kernel_of_launch" not in s["marks"] and "question/back" in s["marks"], "no launch")["marks"]
        for mark in ("panel/question", "panel/tree", "panel/activity"):
            assert marks[mark] == places[mark], f"{mark} has moved, as the launch is no longer the question's"
        window.xdotool("windowsize", window.id, 1280, 620)
        window.wait(lambda s: s["height"] == 620, "a low window")
        window.click("variant/A")
        window.wait(lambda s: "n_slider" in s["marks"], "the launch")
        n = window.settled()["request"]["n"]
        popup = window.state()["marks"]
        scrolls = popup["type/int32"][1] + popup["type/int32"][3] > 620
        window.move_to("n_slider")
        window.xdotool("click", 5)
        after = window.settled()
        assert (after["request"]["n"] == n) == scrolls, "the wheel scrolls and changes N at once"


def a_button_shows_the_view_that_answers(binary, _):
    """And the pictures again; Enter does the same."""
    with stage_of(binary, "bank_conflicts") as window:
        for show in (lambda: window.click("question/answer"), lambda: window.key("Return")):
            for wanted in ("banks", ""):
                show()
                state = window.wait(lambda s: s["view"]["enlarged"] == wanted and "question/answer" in s["marks"], f"'{wanted}' enlarged")
                button, question = (vertical(state["marks"][mark]) for mark in ("question/answer", "question"))
                assert button[0] >= 8 and button[1] <= question[1], "the button is not on the line of the question"


def tab_goes_through_enlarged_views(binary, _):
    with stage_of(binary, "bank_conflicts") as window:
        enlarged = lambda wanted: lambda s: s["view"]["enlarged"] == wanted
        window.key("Tab")
        marks = window.wait(lambda s: enlarged("tree")(s) and "enlarged_name" in s["marks"], "the tree, and its name")["marks"]
        top, bottom = vertical(marks["enlarged_name"])
        assert bottom <= marks["caption/A"][1] and top >= 0, "the name covers what is told of the step, or a picture"
        window.wait(lambda s: "enlarged_name" not in s["marks"], "the name goes by itself", 4)
        window.key("Tab", "Tab")
        window.wait(enlarged(window.state()["tabs"][0]), "the first tab, enlarged")
        window.key("shift+Tab")
        marks = window.wait(enlarged("activity"), "the warps again")["marks"]
        assert "close_enlarged" not in marks, "the button of the question leads back, and one is enough"
        window.click("question/answer")
        window.wait(enlarged(""), "all pictures")
        window.key("shift+Tab")
        window.wait(enlarged(window.state()["tabs"][-1]), "from the end")
        window.key("Tab")
        window.wait(enlarged(""), "the pictures come after the last view")
        window.key("Escape")
        window.wait(lambda s: not s["view"]["projector"], "no stage")
        window.key("1", "Tab")
        window.wait(enlarged("activity"), "the next view where one is enlarged")
        window.click("close_enlarged")
        window.wait(lambda s: enlarged("")(s) and "tab/steps" in s["marks"], "all panels")


def a_clicker_leads_on(binary, _):
    """After the last step PageDown says what comes, and one more shows it; a key that is held down does not."""
    with stage_of(binary, "bank_conflicts") as window:
        window.key("End")
        end = window.wait(lambda s: s["view"]["position"] == s["frames"], "the last step")
        window.key(*["Next"] * 6)
        told = window.wait(lambda s: "stage_end" in s["marks"], "what comes")
        assert kernels(told) == kernels(end), "a key that is held down has left the preset"
        x, y, w, h = told["marks"]["stage_end"]
        assert y >= vertical(told["marks"]["panel/activity"])[1] - 1, "what comes covers a picture"
        window.key("Prior")
        window.wait(lambda s: s["view"]["position"] == s["frames"] - 1 and "stage_end" not in s["marks"], "a step back")
        window.key("Next", "Next")
        window.wait(lambda s: "stage_end" in s["marks"], "what comes, again")
        time.sleep(0.6)
        window.key("Next")
        window.wait(lambda s: kernels(s) == ["coarsened"] * 4 and s["view"]["position"] == 0 and "stage_end" not in s["marks"],
                    "the next preset, before its first step")


def what_was_drawn_goes_with_its_picture(binary, _):
    """While the pointer draws that is told; another view or preset has no strokes of this one."""
    with stage_of(binary, "bank_conflicts") as window:
        assert "pen" not in window.state()["marks"]
        window.key("d")
        window.wait(lambda s: "pen" in s["marks"], "that the pointer draws")
        window.xdotool("mousemove", 300, 300, "mousedown", 1, "mousemove", 400, 340, "mousemove", 500, 300, "mouseup", 1)
        window.wait(lambda s: "strokes" in s["marks"], "a stroke")
        window.key("Right")
        assert "strokes" in window.settled()["marks"], "a step has taken it away"
        window.key("Tab")
        window.wait(lambda s: s["view"]["enlarged"] == "tree" and "strokes" not in s["marks"], "another view, without it")
        window.key("d")
        window.wait(lambda s: "pen" not in s["marks"], "the pointer again")


def a_rung_says_whose_place_it_takes(binary, display):
    """And the question stays with the variants that are left."""
    window = Window(binary, display, arguments=["--preset", "coarsening"])
    window.show_view("ladder")
    window.click("enlarge")
    window.wait(lambda s: s["view"]["enlarged"] == "ladder", "the ladder")
    window.click("ladder/vectorized")
    state = window.wait(lambda s: kernels(s) == ["coarsened"] * 3 + ["vectorized"] and s["up_to_date"], "it in the place of D")
    assert state["notice"] == "D was coarsened; vectorized took its place.", state["notice"]
    assert "question" in state["marks"] and "question/back" in state["marks"], "the question is gone"
    window.click("offer")
    state = window.wait(lambda s: kernels(s) == ["coarsened"] * 4 and s["up_to_date"], "undo")
    assert state["notice"] == "", state["notice"]
    window.close()


def a_click_finds_what_was_there(binary, display):
    """Tabs stay where they are when a view opens, and a tip goes with a click or a key."""
    window = Window(binary, display, arguments=["--preset", "first_look"])
    window.key("End")
    window.wait(lambda s: s["view"]["position"] == 6, "the last step")
    before = window.settled()["marks"]
    window.click("tab/source")
    state = window.wait(lambda s: not s["view"]["folded"] and s["view"]["panel"] == "source", "the source")
    for mark in ("enlarge", "tab/source", "tab/steps"):
        assert window.settled()["marks"][mark] == before[mark], f"{mark} has moved"
    window.move_to("kernel/segmented", 0.2)
    state = window.wait(lambda s: "tip" in s["marks"], "the kernel's tip", 3)
    tip, row = state["marks"]["tip"], state["marks"]["kernel/segmented"]
    assert tip[0] >= row[0] + row[2], "the tip covers the kernels below"
    window.key("F5")
    window.wait(lambda s: s["view"]["projector"] and "tip" not in s["marks"], "the stage, without the tip")
    window.key("F5")
    window.wait(lambda s: not s["view"]["projector"], "no stage")
    window.move_to("kernel/segmented", 0.3)
    window.wait(lambda s: "tip" in s["marks"], "the tip, as the pointer has moved", 3)
    window.click("kernel/segmented")
    window.wait(lambda s: "tip" not in s["marks"] and s["request"]["kernel"] == "segmented", "the kernel, without its tip")
    window.close()


def a_panel_beside_four_variants_leaves_room_for_some(binary, _):
    """Pictures stay as wide as they need, nothing of the bar lies over something else, and the others are a click away."""
    with stage_of(binary, "coarsening") as window:
        window.key("F2")
        window.wait(lambda s: "panel/lesson" in s["marks"], "the lessons")
        window.xdotool("mousemove", 300, window.state()["height"] - 4)
        state = window.wait(lambda s: "play" in s["marks"] and s["still"], "the bar")
        marks, end = state["marks"], 0
        for mark in ("first", "back", "play", "forward", "last", "scrub", "step_count"):
            assert marks[mark][0] >= end - 1, f"{mark} lies over what is beside it"
            end = marks[mark][0] + marks[mark][2]
        assert end <= marks["panel/lesson"][0], "the bar ends beside the lessons"
        pictures = [marks[m] for m in marks if m in ("panel/tree", "panel/tree/B", "panel/tree/C", "panel/tree/D")]
        assert pictures and all(w >= 280 for _, _, w, _ in pictures), pictures
        window.xdotool("mousemove", 300, 200)
        window.click("other_variants")
        window.wait(lambda s: s["view"]["variants"]["active"] == 2 and "panel/tree/C" in s["marks"] and "panel/tree" not in s["marks"],
                    "the third variant")
        window.key("F2")
        window.wait(lambda s: all("panel/tree" + v in s["marks"] for v in ("", "/B", "/C", "/D")), "all four")


def captions_have_one_size(binary, _):
    """In all columns, and from step to step."""
    for preset in ("divergence", "coarsening"):
        with stage_of(binary, preset) as window:
            letters = "ABCD"[:len(kernels(window.state()))]
            sizes = set()
            for position in range(8):
                state = window.wait(lambda s: s["view"]["position"] == position and s["still"], "the step")
                sizes.add(tuple(state["marks"]["caption/" + letter][3] for letter in letters))
                window.key("Right")
            assert len(sizes) == 1 and len(set(sizes.pop())) == 1, f"{preset}: captions of several sizes"


def a_lesson_on_the_stage_hides_nothing_that_is_needed(binary, _):
    """Its buttons are whole and inside, however long the page, and the mark is in sight as soon as it is given; the hint at the
    lower edge leaves the page alone."""
    for size in ((1600, 900), SIZES[0]):
        with stage_of(binary, "divergence", size) as window:
            window.key("F2")
            marks = window.wait(lambda s: "lesson/list/06-barriers" in s["marks"] and s["still"], "the lessons")["marks"]
            if "stage_hint" in marks:  # for eight seconds
                assert marks["stage_hint"][0] + marks["stage_hint"][2] <= marks["panel/lesson"][0], "the hint covers the lessons"
            window.click("lesson/list/06-barriers")
            marks = window.wait(lambda s: "lesson/answer" in s["marks"] and s["still"], "the question")["marks"]
            for stage in (False, True):  # and where the page was opened before the stage
                x, y, w, h = marks["lesson/option/2"]
                assert y + h <= marks["lesson/answer"][1], f"a choice is out of sight at {size}"
                window.key("F5")
                marks = window.wait(lambda s: s["view"]["projector"] == stage and s["still"] and "lesson/answer" in s["marks"],
                                    "the other layout")["marks"]
            for mark in ("list", "close", "class", "edit", "answer", "back", "hint", "pictures", "next"):
                x, y, w, h = marks["lesson/" + mark]
                assert x + w <= size[0] - 4 and y + h <= size[1], f"{mark} is cut at {size}"
            end = marks["lesson/answer"][1]
            window.key("3")
            window.click("lesson/answer")
            _, bottom = vertical(window.wait(lambda s: "lesson/right" in s["marks"] and s["still"], "the mark")["marks"]["lesson/right"])
            assert bottom <= end, f"the mark is out of sight at {size}"


def the_first_hint_covers_nothing(binary, _):
    """It has the place of the clocks, so pictures are as high with it as without, and a click that ends it does what it was
    aimed at."""
    with stage_of(binary, "coarsening") as window:
        marks = window.wait(lambda s: "stage_hint" in s["marks"] and s["still"], "the hint")["marks"]
        top, _ = vertical(marks["stage_hint"])
        for mark, rect in marks.items():
            if mark.startswith("panel/"):
                assert vertical(rect)[1] <= top, f"the hint covers {mark}"
        window.click("heads/level/warp")
        window.wait(lambda s: s["view"]["activity"] == "warp", "what was clicked")
        after = window.wait(lambda s: "stage_hint" not in s["marks"] and "panel/clock" in s["marks"], "the clocks")["marks"]
        for mark in ("panel/tree", "panel/activity/D"):
            assert after[mark] == marks[mark], f"the hint made {mark} another size"


STAGING = [the_first_hint_covers_nothing, launches_and_the_slider_have_room_of_their_own,
           a_lesson_on_the_stage_hides_nothing_that_is_needed,
           captions_have_one_size, a_panel_beside_four_variants_leaves_room_for_some, a_rung_says_whose_place_it_takes,
           a_click_finds_what_was_there, the_bar_on_the_stage_takes_the_mouse, a_head_on_the_stage_has_the_whole_launch,
           a_button_shows_the_view_that_answers, tab_goes_through_enlarged_views, a_clicker_leads_on,
           what_was_drawn_goes_with_its_picture]
