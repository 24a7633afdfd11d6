"""Lessons played by mouse and by keys, in three languages: right, wrong, and nonsense; progress kept; a broken file costs
nothing; a question before a class, presets as lessons, and results."""

import os
import tempfile

LONG_SECONDS = 120  # a question is marked once it is worked out, on a loaded machine, too


def marked(window, kind):
    """Once what is right is worked out."""
    window.wait(lambda s: f"lesson/{kind}" in s["marks"], f"'{kind}'", LONG_SECONDS)


def awaits(state):
    return "lesson/answer" in state["marks"]


def waits(window):
    """For a page whose question is not answered."""
    return window.wait(awaits, "a question")


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
    marked(window, "right")
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
    marked(window, "wrong")
    window.click("lesson/field")  # which takes nothing any more
    window.key("n")
    waits(window)
    # Without a click: there is nothing else that a digit could be meant for. Enter comes before the field has the keyboard.
    window.keys_at_once("0", "Return")
    marked(window, "right")


def hints_and_orders_and_what_was_wrong_comes_back(window):
    window.key("n", "h", "h")
    waits(window)
    window.click("lesson/field")
    window.type("8")
    window.click("lesson/answer")
    marked(window, "right")
    window.key("n")
    waits(window)
    window.wait(lambda s: "lesson/option/2" in s["marks"], "three options")
    window.key("2", "3", "1", "Return")
    marked(window, "right")
    window.key("n")
    waits(window)
    window.click("lesson/field")
    window.type("32")
    window.key("Return")
    marked(window, "right")


def a_curve_is_drawn_before_it_is_seen(window):
    window.click("lesson/list")
    window.click("lesson/list/08-coarsening")
    for _ in range(4):
        waits(window)
        window.key("n")
    window.wait(lambda s: "lesson/height/6" in s["marks"], "seven factors")
    answer(window, lambda w: (w.click("lesson/height/5", 0.5, 0.95), w.key("1")), "right")  # lowest where the recorded one is


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


# A page of each kind of question: lesson, page, and what is done for a wrong and for a right answer. A word is typed into
# the field, a number is a digit's key, and a tuple are widgets that are clicked.
KINDS = {
    "choice": ("03-packing", 4, [1], ("option/1",)),
    "number": ("01-tree", 1, ["14"], ["15"]),
    "lanes": ("02-warps", 1, ("member/0", "member/1"), ["0, 4, 8, 12, 16, 20, 24, 28"]),
    "sectors": ("04-memory", 1, ["0-31"], ("member/0", "member/1", "member/2", "member/3")),
    "banks": ("05-banks", 1, ("member/0", "member/31"), ["0-31"]),
    "order": ("06-barriers", 3, [1, 2, 3], ("option/2", "option/1", "option/0")),
    "curve": ("08-coarsening", 5, ("height/0",), ("height/5",)),
}


def open_list_of_lessons(window):
    """From wherever the panel is."""
    marks = window.state()["marks"]
    if "lesson/close" not in marks:
        window.key("F2")
    elif "lesson/list/01-tree" not in marks:
        window.click("lesson/list")
    window.wait(lambda s: "lesson/list/01-tree" in s["marks"], "the list of lessons")


def open_page(window, lesson, page):
    open_list_of_lessons(window)
    window.click(f"lesson/list/{lesson}")
    window.wait(lambda s: "lesson/next" in s["marks"], "a page")
    window.key(*["k"] * 8, *["n"] * (page - 1))
    on_page(window, page)
    window.settled()
    waits(window)


def on_page(window, page):
    """Keys are answered frame by frame: a click must not meet a page that is still being left."""
    window.wait(lambda s: f"lesson/page/{page}" in s["marks"], f"page {page}")


def answer(window, way, expected):
    """Enter may come before the answer is worked out: it is marked then."""
    way(window)
    window.key("Return")
    marked(window, expected)


def give(window, what):
    for part in what:
        if isinstance(part, int):
            window.key(str(part))
        elif isinstance(what, tuple):
            window.click("lesson/" + part, 0.5, 0.97 if part.startswith("height") else 0.5)
        else:
            window.click("lesson/field")
            window.key("ctrl+a")
            window.type(part)


def every_kind_in(language, key_presses):
    def test(window):
        window.key(*["g"] * key_presses)
        window.wait(lambda s: s["view"]["language"] == language, language)
        for kind, (lesson, page, wrong, right) in KINDS.items():
            open_page(window, lesson, page)
            if kind in ("choice", "order"):  # nothing chosen is no answer
                window.key("Return")
                waits(window)
            answer(window, lambda w, what=wrong: give(w, what), "wrong")
            there, back = ("k", "n") if page > 1 else ("n", "k")
            window.key(there)
            on_page(window, page - 1 if page > 1 else 2)
            window.key(back)
            on_page(window, page)
            waits(window)
            answer(window, lambda w, what=right: give(w, what), "right")

    test.__name__ = f"every_kind_of_question_in_{language}"
    return test


def buttons_stay_where_they_are(window):
    """However much a page says, and once its question is answered."""
    open_page(window, "02-warps", 1)
    places = {}
    for page in range(1, 6):
        on_page(window, page)
        marks = window.settled()["marks"]
        places[page] = (marks["lesson/back"], marks["lesson/next"])
        window.key("n")
    lesson, page, _, right = KINDS["number"]
    open_page(window, lesson, page)
    answer(window, lambda w: give(w, right), "right")
    marks = window.settled()["marks"]
    places["answered"] = (marks["lesson/back"], marks["lesson/next"])
    assert len({str(place) for place in places.values()}) == 1, places
    foot = marks["lesson/next"][1] + marks["lesson/next"][3]
    panel = marks["panel/lesson"]
    assert panel[1] + panel[3] - foot < 40, "they are at the end of the panel"


def what_covers_the_pictures_leaves_the_transport(window):
    """It is there, and tells neither steps nor launches."""
    open_page(window, "06-barriers", 1)
    marks = window.settled()["marks"]
    cover, transport = marks["panel/lesson_cover"], marks["panel/transport"]
    assert cover[1] + cover[3] <= transport[1], f"the cover {cover} lies over the transport {transport}"
    assert "step_count" in marks and "motion" in marks
    window.click("forward")
    window.click("scrub", 0.9)
    assert window.settled()["view"]["position"] == 0, "steps behind the cover"


def escape_closes_the_panel_after_the_selection(window):
    open_list_of_lessons(window)
    window.click("activity", 0.6, 0.6)
    window.wait(lambda s: s["view"]["selection"]["step"] is not None, "a selection")
    window.key("Escape")
    state = window.wait(lambda s: s["view"]["selection"]["step"] is None, "no selection")
    assert "lesson/close" in state["marks"], "both went at once"
    window.key("Escape")
    window.wait(lambda s: "lesson/close" not in s["marks"], "no panel")
    window.key("F2")
    window.wait(lambda s: "lesson/close" in s["marks"], "the panel again")


def back_to_english(window):
    window.key("g")
    window.wait(lambda s: s["view"]["language"] == "en", "English")


# The sum of each segment by one thread: any N, without a tree.
ANY_N = ("__global__ void segmented(const float* input, float* output, unsigned n) { if (threadIdx.x > 0) return; float sum = 0; "
         "for (unsigned i = 2 * blockIdx.x * blockDim.x, k = 0; k < 2 * blockDim.x; ++i, ++k) if (i < n) sum += input[i]; "
         "atomicAdd(output, sum); }")


def a_task_is_answered_with_code(window):
    window.click("lesson/list")
    window.click("lesson/list/07-blocks")
    window.wait(lambda s: "lesson/next" in s["marks"], "a page")
    window.key(*["k"] * 8, *["n"] * 5)
    on_page(window, 6)
    window.click("lesson/task/begin")
    window.wait(lambda s: s["own"] and s["up_to_date"] and not s["running"] and "editor/text" in s["marks"], "the kernel to begin with", 40)
    window.click("lesson/task/judge")
    window.wait(lambda s: "lesson/task/missing" in s["marks"], "what it lacks", 60)
    window.click("editor/text", 0.5, 0.1)
    window.key("ctrl+a")
    window.type(ANY_N)
    window.wait(lambda s: s["own"]["text"].strip() == ANY_N and s["up_to_date"] and not s["running"], "the typed kernel", 60)
    window.click("lesson/task/judge")
    window.wait(lambda s: "lesson/task/done" in s["marks"], "that it does it", 60)
    window.key("Escape")
    window.click("editor/close")
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"], "something before")
    window.click("lesson/list")


def spoil_the_text_of(window, lesson):
    """A letter before its title: what stands there then is no lesson."""
    open_page(window, lesson, 1)
    window.click("lesson/edit")
    window.wait(lambda s: "lesson/save" in s["marks"], "its text")
    window.type_at_the_start("x")
    window.wait(lambda s: "lesson/problem" in s["marks"], "why that is no lesson")


def leave_the_text(window):
    window.click("lesson/edit")
    window.wait(lambda s: "lesson/save" not in s["marks"], "the page alone")


def a_lesson_is_changed_and_saved(window):
    spoil_the_text_of(window, "02-warps")
    window.key("BackSpace")
    window.wait(lambda s: "lesson/problem" not in s["marks"], "that it is one again")
    window.key("Right", "Right")
    window.type("My own: ")
    window.click("lesson/path")
    window.key("ctrl+a")
    path = os.path.join(window.folder, "mine.md")
    window.type(path)
    window.click("lesson/save")
    window.wait(lambda s: "Saved" in s["notice"], "the saved lesson")
    with open(path, encoding="utf-8") as file:
        assert file.readline().startswith("# My own: "), "what was typed is saved"
    assert "lesson/page/1" in window.state()["marks"], "the page stays"
    leave_the_text(window)


def what_is_not_saved_is_not_lost(window):
    spoil_the_text_of(window, "03-packing")
    window.key("Escape")
    window.click("lesson/close")
    window.wait(lambda s: "lesson/close" not in s["marks"], "no lesson")
    open_page(window, "03-packing", 1)
    window.click("lesson/edit")
    window.wait(lambda s: "lesson/problem" in s["marks"], "what was typed, again")
    window.click("editor/text", 0.5, 0.1)
    window.key("ctrl+Home", "Delete")
    window.wait(lambda s: "lesson/problem" not in s["marks"], "that it is one again")
    leave_the_text(window)


def a_question_before_the_class(window):
    open_page(window, "06-barriers", 1)
    window.key("q")
    window.wait(lambda s: "class/waits" in s["marks"] and s["view"]["projector"], "the question alone, in large letters")
    assert "lesson/option/0" not in window.state()["marks"], "something else is in the window"
    window.click("class/more")
    window.key("Return")
    window.wait(lambda s: "class/answered" in s["marks"], "the answer", LONG_SECONDS)
    window.click("class/next")
    window.wait(lambda s: "class/waits" in s["marks"], "the next question")
    window.key("Escape")
    window.wait(lambda s: "lesson/next" in s["marks"] and not s["view"]["projector"], "the lesson beside the pictures")


def a_preset_is_a_lesson_of_one_page(window):
    window.click("lesson/list")
    window.click("lesson/list/coarsening")
    window.wait(lambda s: "lesson/option/3" in s["marks"], "four launches")
    window.key("4", "3", "2", "1", "Return")
    marked(window, "right")
    state = window.wait(lambda s: s["up_to_date"] and s["view"]["position"] == s["frames"], "the last step")
    assert state["frames"] < 1000, state["frames"]


def results_are_written_with_the_name_that_was_typed(window):
    window.click("lesson/student")
    window.type("Ada")
    window.key("Return")
    for ending in (".csv", ".json"):
        window.click("lesson/results" + ending)
        path = window.wait(lambda s: "lanescope-results-coarsening" in s["notice"] and ending in s["notice"],
                           "where they are")["notice"].split()[-1].rstrip(".")
        with open(os.path.join(window.folder, os.path.basename(path)), encoding="utf-8") as file:
            text = file.read()
        assert "Ada" in text and "right" in text, text


LEARNING = [a_lesson_opens_from_the_list, clicked_lanes_are_marked_and_the_picture_follows,
            numbers_are_typed_and_nonsense_does_not_count, hints_and_orders_and_what_was_wrong_comes_back,
            a_curve_is_drawn_before_it_is_seen, a_broken_file_costs_nothing, every_kind_in("en", 0),
            every_kind_in("zh-Hant", 1), every_kind_in("zh-Hans", 1), back_to_english, buttons_stay_where_they_are,
            what_covers_the_pictures_leaves_the_transport, escape_closes_the_panel_after_the_selection, a_task_is_answered_with_code,
            a_lesson_is_changed_and_saved, what_is_not_saved_is_not_lost, a_question_before_the_class,
            a_preset_is_a_lesson_of_one_page, results_are_written_with_the_name_that_was_typed, on_the_stage_and_closed_again]
