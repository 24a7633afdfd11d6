"""A lesson played by mouse and by keys: right, wrong, and nonsense; progress kept; a broken file costs nothing."""

import os
import tempfile


def answered(kind):
    return lambda s: f"lesson/{kind}" in s["marks"]


def waits(window):
    """For a page whose question is not answered."""
    return window.wait(lambda s: "lesson/answer" in s["marks"], "a question")


def a_lesson_opens_from_the_list(window):
    window.key("F2")
    window.wait(lambda s: "lesson/list/02-warps" in s["marks"], "the list of lessons")
    window.click("lesson/list/02-warps")
    state = window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "interleaved_shared", "what the page shows")
    assert state["picture"]["block_dim"] == 1024 and state["view"]["position"] == 0, "the picture tells the answer"


def clicked_lanes_are_marked_and_the_picture_follows(window):
    for lane in (0, 4, 8, 13):
        window.click(f"lesson/member/{lane}")
    window.key("BackSpace")
    for lane in (12, 16, 20, 24, 28):
        window.click(f"lesson/member/{lane}")
    window.key("Return")
    window.wait(answered("right"), "the mark")
    window.wait(lambda s: s["view"]["position"] == 5, "the step that the question is about")
    window.key("Home")
    window.wait(lambda s: s["view"]["position"] == 0, "the pictures moved away")
    window.key("r")
    window.wait(lambda s: s["view"]["position"] == 5, "the page's pictures again")


def numbers_are_typed_and_nonsense_does_not_count(window):
    window.key("n")
    waits(window)
    window.click("lesson/field")
    window.type("abc")
    window.key("Return")
    waits(window)
    window.key("ctrl+a")
    window.type("0")
    window.key("Return")
    window.wait(answered("wrong"), "a wrong answer")
    window.key("n")
    waits(window)
    window.click("lesson/field")
    window.type("0")
    window.key("Return")
    window.wait(answered("right"), "a right answer")


def hints_and_orders_and_what_was_wrong_comes_back(window):
    window.key("n", "h", "h")
    waits(window)
    window.click("lesson/field")
    window.type("8")
    window.click("lesson/answer")
    window.wait(answered("right"), "a right answer")
    window.key("n")
    waits(window)
    window.wait(lambda s: "lesson/option/2" in s["marks"], "three options")
    window.key("2", "3", "1", "Return")
    window.wait(answered("right"), "the order")
    window.key("n")
    waits(window)
    window.click("lesson/field")
    window.type("32")
    window.key("Return")
    window.wait(answered("right"), "the question that was wrong, again")


def a_curve_is_drawn_before_it_is_seen(window):
    window.click("lesson/list")
    window.click("lesson/list/08-coarsening")
    for _ in range(4):
        waits(window)
        window.key("n")
    window.wait(lambda s: "lesson/height/6" in s["marks"], "seven factors")
    window.click("lesson/height/5", 0.5, 0.95)
    window.key("1", "Return")
    window.wait(answered("right"), "the lowest point where the recorded one is")


def a_broken_file_costs_nothing(window):
    with tempfile.NamedTemporaryFile("w", suffix=".md", delete=False) as file:
        file.write("# T\n\n## P\n\n- no lesson\n")
    window.click("files")
    window.click("session_path")
    window.key("ctrl+a")
    window.type(file.name)
    window.click("open_session")
    state = window.wait(lambda s: "cannot be shown" in s["notice"], "why it is no lesson")
    assert ":5:1:" in state["notice"], state["notice"]
    assert "lesson/next" in state["marks"], "the lesson was closed"
    os.unlink(file.name)


def on_the_stage_and_closed_again(window):
    window.key("F5")
    window.wait(lambda s: s["view"]["projector"] and "lesson/next" in s["marks"], "the lesson on the stage")
    window.key("k", "Escape")
    window.wait(lambda s: not s["view"]["projector"], "off the stage")
    window.click("lesson/close")
    window.wait(lambda s: "lesson/close" not in s["marks"], "no lesson")


LEARNING = [a_lesson_opens_from_the_list, clicked_lanes_are_marked_and_the_picture_follows,
            numbers_are_typed_and_nonsense_does_not_count, hints_and_orders_and_what_was_wrong_comes_back,
            a_curve_is_drawn_before_it_is_seen, a_broken_file_costs_nothing, on_the_stage_and_closed_again]
