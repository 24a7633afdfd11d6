"""Kernels of one's own: opened, typed, dropped on by another editor's saves, wrong and repaired."""

import os
import time

GOOD = """// lanescope: --as reduction --n 4096
__global__ void sum(const float* in, float* out, int n) {
  __shared__ float partial[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0.0f;
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) partial[threadIdx.x] += partial[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}
"""
RACE = GOOD.replace("    __syncthreads();\n", "")
BROKEN = GOOD.replace("partial[0];", "partial[0]")
OUTSIDE = GOOD.replace("partial[threadIdx.x] = i < n ? in[i] : 0.0f;", "partial[threadIdx.x] = in[i + n];")
WRONG = GOOD.replace("stride > 0", "stride > 1")
ENDLESS = GOOD.replace("stride /= 2", "stride /= 1")
TWO = GOOD + GOOD.replace("sum(", "sum_again(").replace("// lanescope: --as reduction --n 4096\n", "")


def write(window, name, text):
    path = os.path.join(window.folder, name)
    with open(path + "~", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(path + "~", path)  # as editors do
    return path


def open_path(window, path):
    window.in_file_menu(path, "open_session")


def shows(window, text, what, seconds=20):
    return window.wait(lambda s: s["own"] and s["own"]["text"] == text and s["up_to_date"] and not s["running"], what, seconds)


def a_file_opens_and_runs(window):
    path = write(window, "mine.cu", GOOD)
    open_path(window, path)
    state = shows(window, GOOD, "the kernel of the file")
    assert state["request"]["kernel"] == "mine.cu:sum", state["request"]
    assert state["request"]["n"] == 4096 and state["runs"][0]["correct"] is True, state["runs"]
    assert state["own"]["findings"] == [] and not state["own"]["old"], state["own"]
    assert state["frames"] > 0 and state["picture"]["steps"] > 0
    assert "editor/text" in state["marks"]


def the_line_of_the_step_is_marked(window):
    window.key("Escape", "Home", "Right", "Right", "Right")  # two loads, and the first step of the tree
    window.wait(lambda s: s["view"]["position"] == 3 and "editor/step_line/8" in s["marks"], "the line of the sum")
    lines = [mark for mark in window.state()["marks"] if mark.startswith("editor/step_line/")]
    assert lines == ["editor/step_line/8"], lines
    window.key("Home")
    window.wait(lambda s: not any(mark.startswith("editor/step_line/") for mark in s["marks"]), "no line before the first step")


def a_save_elsewhere_runs_again(window):
    before = window.state()["picture"]["masks_hash"]
    write(window, "mine.cu", RACE)
    began = time.monotonic()
    state = shows(window, RACE, "the text that another editor saved")
    took = time.monotonic() - began
    races = [f for f in state["own"]["findings"] if f["kind"] == "race"]
    assert races and set(races[0]["lines"]) <= {5, 7}, state["own"]["findings"]
    assert state["picture"]["masks_hash"] == before or state["picture"]["steps"] > 0
    print(f"        from the save to the picture: {took:.2f} s")
    assert took < 5, took


def an_error_keeps_the_picture_and_names_its_line(window):
    write(window, "mine.cu", BROKEN)
    state = window.wait(lambda s: s["own"]["errors"], "the compiler's error")
    assert state["own"]["errors"][0]["line"] == 10, state["own"]["errors"]
    assert "result_missing" in state["marks"] and "result_error" not in state["marks"], "a text that gives none is called correct"
    assert state["own"]["old"] and state["picture"]["steps"] > 0
    write(window, "mine.cu", GOOD)
    state = shows(window, GOOD, "the repaired text")
    assert not state["own"]["errors"] and not state["own"]["old"] and not state["error"], state["own"]


def a_kernel_that_ends_early_says_where(window):
    write(window, "mine.cu", OUTSIDE)
    state = shows(window, OUTSIDE, "the index that is outside")
    assert [f["kind"] for f in state["own"]["findings"]] == ["bounds"], state["own"]
    assert state["own"]["findings"][0]["lines"] == [5]
    silent = [mark for mark in state["marks"] if mark.startswith("nothing_more/")]
    assert any("activity" in mark for mark in silent) and not any("tree" in mark for mark in silent), silent
    window.click("tab_group/events") if "tab_group/events" in window.state()["marks"] else None
    write(window, "mine.cu", GOOD)
    shows(window, GOOD, "the repaired text")


def an_endless_loop_leaves_the_window_alive(window):
    write(window, "mine.cu", ENDLESS)
    window.wait(lambda s: s["own"]["text"] == ENDLESS, "the endless text")
    window.key("t")
    window.wait(lambda s: s["view"]["theme"] == "light", "the other theme, while it runs")
    window.key("t")
    state = window.wait(lambda s: s["own"]["findings"] and s["up_to_date"], "the finding of the endless loop", 40)
    assert state["own"]["findings"][0]["kind"] == "endless", state["own"]
    write(window, "mine.cu", GOOD)
    shows(window, GOOD, "the repaired text")


def a_file_that_goes_is_missed(window):
    path = os.path.join(window.folder, "mine.cu")
    os.remove(path)
    state = window.wait(lambda s: "no such file" in s["error"], "that the file is gone")
    assert state["own"]["old"] and state["picture"]["steps"] > 0
    write(window, "mine.cu", GOOD)
    window.wait(lambda s: not s["error"] and not s["own"]["old"], "the file that is back")


def what_is_typed_runs(window):
    state = window.state()
    window.type_at_the_start("oops ")
    state = window.wait(lambda s: s["own"]["errors"], "the error of what was typed")
    assert state["own"]["text"].startswith("oops // lanescope"), state["own"]["text"][:30]
    assert state["own"]["errors"][0]["line"] == 1, state["own"]["errors"]
    window.key("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    shows(window, GOOD, "the text before")
    with open(os.path.join(window.folder, "mine.cu"), encoding="utf-8") as file:
        assert file.read() == GOOD, "typing must not write the file"
    window.key("Escape")


def undo_goes_on_where_escape_left_the_text(window):
    window.type_at_the_start("/*AB*/ ")
    window.wait(lambda s: s["own"]["text"] == "/*AB*/ " + GOOD, "what was typed")
    window.key("Escape")
    window.click("editor/text", 0.5, 0.1)
    for _ in range(7):  # pieces, as a slow machine may make of it
        if window.state()["own"]["text"] == GOOD:
            break
        window.key("ctrl+z")
        time.sleep(0.5)
    shows(window, GOOD, "the text before")
    window.key("Escape")


def enter_indents_as_the_line_above_and_load_asks(window):
    window.click("editor/text", 0.5, 0.1)
    window.key("ctrl+End")
    window.type("\n  // {")
    window.key("Return")
    window.type("x")
    window.wait(lambda s: s["own"]["text"].endswith("\n  // {\n    x"), "a line that is indented")
    window.key("Escape")
    window.click("editor/load")
    state = window.wait(lambda s: "editor/keep" in s["marks"], "the question")
    assert state["own"]["text"].endswith("x"), "it asks first"
    window.click("editor/keep")
    window.wait(lambda s: "editor/replace" not in s["marks"], "the text that stays")
    window.click("editor/load")
    window.click("editor/replace")
    shows(window, GOOD, "the file's text")


def a_slider_launches_it_anew(window):
    window.drag("block_dim", 0.72, 0.55)
    state = window.settled()
    assert state["request"]["block_dim"] < 256 and state["runs"][0]["correct"] is True, state["request"]
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["request"]["block_dim"] == 256, "the launch before")


def what_it_is_called_with_can_be_typed(window):
    before = window.state()["request"]["own"].get("arguments", [])
    window.click("editor/arguments")
    window.key("ctrl+a")
    window.type("in,out,4095")
    window.key("Return")
    state = window.wait(lambda s: s["up_to_date"] and s["request"]["own"].get("arguments") == ["in", "out", "4095"], "its words")
    assert state["runs"][0]["correct"] is False, "an element is left out"
    window.key("Escape", "ctrl+z")
    state = window.wait(lambda s: s["up_to_date"] and s["request"]["own"].get("arguments", []) == before, "those before")
    assert state["runs"][0]["correct"] is True, state["runs"]


def line_numbers_stay_where_the_text_scrolls_sideways(window):
    window.type_at_the_start("// " + 90 * "long ")
    marks = window.wait(lambda s: s["own"]["text"].startswith("// long") and s["up_to_date"], "a long line")["marks"]
    assert marks["editor/gutter"][0] == marks["editor/text"][0], (marks["editor/gutter"], marks["editor/text"])
    window.key("Escape")
    window.click("editor/load")
    window.click("editor/replace")
    shows(window, GOOD, "the file's text")


def function_keys_work_while_somebody_types(window):
    window.click("editor/text", 0.5, 0.1)
    window.key("F5")
    window.wait(lambda s: s["view"]["projector"], "the stage")
    window.key("F5")
    window.wait(lambda s: not s["view"]["projector"], "the window as before")
    window.click("editor/text", 0.5, 0.1)
    window.key("F1")
    window.wait(lambda s: s["help_open"], "the help")
    window.key("Escape")
    window.wait(lambda s: not s["help_open"], "the end of the help")


def a_file_that_is_opened_again_keeps_what_was_typed(window):
    path = os.path.join(window.folder, "mine.cu")
    window.type_at_the_start("// typed ")
    window.key("Escape")
    window.wait(lambda s: s["own"]["text"] == "// typed " + GOOD, "what was typed")
    open_path(window, path)
    window.wait(lambda s: "mine.cu has another text on the disk than here" in s["notice"], "that the disk has another text")
    assert window.settled()["own"]["text"] == "// typed " + GOOD, "what was typed is gone"
    window.click("kernel/segmented")
    window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "segmented", "another kernel")
    open_path(window, path)
    shows(window, "// typed " + GOOD, "what was typed, again")
    window.click("editor/load")
    window.click("editor/replace")
    shows(window, GOOD, "the file's text")


def a_file_with_two_kernels_asks(window):
    open_path(window, write(window, "two.cu", TWO))
    window.wait(lambda s: "editor/kernel/sum_again" in s["marks"], "the question which kernel is meant")
    window.click("editor/kernel/sum_again")
    state = shows(window, TWO, "the second kernel")
    assert state["request"]["kernel"] == "two.cu:sum_again", state["request"]


def a_kernel_of_the_ladder_becomes_a_text(window):
    window.click("kernel/segmented")
    window.wait(lambda s: s["up_to_date"] and s["request"]["kernel"] == "segmented", "a kernel of the ladder")
    before = window.settled()["runs"][0]["result"]
    window.click("edit/segmented")
    state = window.wait(lambda s: s["own"] and s["up_to_date"] and not s["running"], "its text")
    assert state["request"]["kernel"] == "my_segmented.cu:segmented", state["request"]
    assert state["own"]["findings"] == [] and not state["own"]["errors"], state["own"]
    assert state["runs"][0]["result"] == before, (state["runs"], before)
    window.type("// l")  # which would be a command elsewhere
    window.wait(lambda s: s["own"]["text"].startswith("// l"), "that its text has the keyboard")
    window.key("Escape")
    path = os.path.join(window.folder, "copied.cu")
    window.click("editor/path")
    window.key("ctrl+a")
    window.type(path)
    window.click("editor/save")
    state = window.wait(lambda s: "Saved" in s["notice"], "the saved text")
    assert state["own"]["path"] == path
    with open(path, encoding="utf-8") as file:
        assert file.read() == state["own"]["text"]


def ctrl_s_saves_the_text_and_no_session_takes_its_place(window):
    path = os.path.join(window.folder, "copied.cu")
    if window.state()["notice"]:
        window.click("dismiss")
        window.wait(lambda s: not s["notice"], "no notice")
    window.type_at_the_start("// saved by ")
    window.key("ctrl+s")
    window.wait(lambda s: "Saved" in s["notice"], "the notice, which comes while somebody types")
    window.type("a key ")
    window.key("ctrl+s")
    window.wait(lambda s: s["own"]["text"].startswith("// saved by a key ") and s["own"]["path"] == path, "the text")

    def text_on_disk():
        with open(path, encoding="utf-8") as file:
            return file.read()

    window.wait(lambda s: text_on_disk() == s["own"]["text"], "the text in its file")
    text = text_on_disk()
    window.key("Escape")
    window.in_file_menu(path, "save_session")
    window.wait(lambda s: "it is no session" in s["notice"], "that it is no session")
    assert text_on_disk() == text


def a_text_that_fails_first_has_no_picture_of_another(window):
    path = write(window, "never.cu", BROKEN)
    open_path(window, path)
    state = window.wait(lambda s: s["own"] and s["own"]["path"] == path and s["own"]["errors"], "its error")
    assert state["runs"] == [None] and not state["own"]["old"], state["runs"]
    assert len([mark for mark in state["marks"] if mark.startswith("why_nothing/")]) == 1, "every picture repeats the error"
    write(window, "never.cu", WRONG)
    state = window.wait(lambda s: s["own"]["errors"] == [] and s["up_to_date"] and s["runs"][0], "the mended text")
    assert state["runs"][0]["correct"] is False, state["runs"]


OWN = [a_file_opens_and_runs, the_line_of_the_step_is_marked, a_save_elsewhere_runs_again, an_error_keeps_the_picture_and_names_its_line,
       a_kernel_that_ends_early_says_where, an_endless_loop_leaves_the_window_alive, a_file_that_goes_is_missed,
       what_is_typed_runs, undo_goes_on_where_escape_left_the_text,
       enter_indents_as_the_line_above_and_load_asks, line_numbers_stay_where_the_text_scrolls_sideways, function_keys_work_while_somebody_types, a_slider_launches_it_anew, what_it_is_called_with_can_be_typed,
       a_file_that_is_opened_again_keeps_what_was_typed, a_file_with_two_kernels_asks, a_kernel_of_the_ladder_becomes_a_text,
       ctrl_s_saves_the_text_and_no_session_takes_its_place, a_text_that_fails_first_has_no_picture_of_another]
