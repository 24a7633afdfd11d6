"""Kernels of one's own: opened, typed, dropped on by another editor's saves, wrong and repaired."""

import os
import tempfile
import time

from driver import Window

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
    window.click("editor/text", 0.5, 0.1)
    window.key("ctrl+Home")
    window.type("oops ")
    state = window.wait(lambda s: s["own"]["errors"], "the error of what was typed")
    assert state["own"]["text"].startswith("oops // lanescope"), state["own"]["text"][:30]
    assert state["own"]["errors"][0]["line"] == 1, state["own"]["errors"]
    window.key("ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z")
    shows(window, GOOD, "the text before")
    with open(os.path.join(window.folder, "mine.cu"), encoding="utf-8") as file:
        assert file.read() == GOOD, "typing must not write the file"
    window.key("Escape")


def undo_goes_on_where_escape_left_the_text(window):
    window.click("editor/text", 0.5, 0.1)
    window.key("ctrl+Home")
    window.type("/*AB*/ ")
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
    window.click("editor/text", 0.5, 0.1)
    window.key("ctrl+Home")
    window.type("// saved by a key ")
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


def what_is_refused_is_told_and_not_called_right(binary, display):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "refused.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write("__global__ void k(float* out) { out[0] = 1; }\n"
                       "int main() {\n"
                       "  float* out;\n"
                       "  cudaMalloc(&out, 4);\n"
                       "  k<<<4, 2048>>>(out);\n"
                       "  cudaFree(out);\n"
                       "  cudaFree(out);\n"
                       "}\n")
        window = Window(binary, display)
        open_path(window, path)
        window.click("editor/kernel/main()")
        state = window.wait(lambda s: s["own"] and s["own"]["refused"], "what is refused")
        assert [words.split(":")[0] for words in state["own"]["refused"]] == ["k, line 5", "a free, line 7"], state["own"]
        window.wait(lambda s: all(f"editor/problem/{i}" in s["marks"] for i in range(3)), "the list of it")
        marks = window.settled()["marks"]
        assert "mistake/A" in marks, "its second line says nothing of it"
        silent = [mark for mark in marks if mark.startswith("nothing_more/")]
        assert silent and not any("activity" in mark for mark in silent), "no picture says why it is empty"
        window.close()


def a_text_in_no_file_survives_a_restart(binary, display):
    with tempfile.TemporaryDirectory() as config:
        window = Window(binary, display, config)
        window.key("ctrl+o")
        window.wait(lambda s: "new_kernel" in s["marks"], "the menu of files")
        window.click("new_kernel")
        window.wait(lambda s: s["own"] and s["up_to_date"] and s["runs"][0]["correct"], "the new kernel")
        window.click("editor/text", 0.5, 0.1)
        window.key("ctrl+Home")
        window.type("// mine ")
        text = window.wait(lambda s: s["own"]["text"].startswith("// mine ") and s["up_to_date"], "what was typed")["own"]["text"]
        window.key("Escape")
        window.close()
        window = Window(binary, display, config)
        state = window.wait(lambda s: s["own"] and s["up_to_date"], "the text of the last session")
        assert state["own"]["text"] == text and not state["own"]["asks"], state["own"]
        window.close()


def a_new_kernel_takes_no_place_without_a_word(binary, display):
    """Beside the variants of a preset where there is room; else it says whose place it took, and gives it back."""
    kernels = lambda s: [request["kernel"] for request in s["view"]["variants"]["requests"]]

    def opened(preset):
        window = Window(binary, display, arguments=("--preset", preset))
        window.wait(lambda s: "panel/question" in s["marks"], "the question")
        before = kernels(window.settled())
        window.key("ctrl+o")
        marks = window.wait(lambda s: "new_kernel" in s["marks"], "the menu of files")["marks"]
        assert marks["session_path"][1] < marks["own_kernels"][1] < marks["new_kernel"][1] < marks["in_a_browser"][1], \
            "the words above New kernel are its own"
        window.click("new_kernel")
        return window, before, window.wait(lambda s: s["own"] and s["up_to_date"], "the new kernel")

    window, before, state = opened("divergence")
    assert kernels(state) == before + ["new.cu:sum"] and "panel/question" in state["marks"], kernels(state)
    assert state["request"]["n"] == state["view"]["variants"]["requests"][0]["n"], "the same work"
    window.close()

    window, before, state = opened("coarsening")
    assert kernels(state) == before[:3] + ["new.cu:sum"], kernels(state)
    assert "D was coarsened" in state["notice"] and "panel/question" not in state["marks"], state["notice"]
    window.click("offer")
    window.wait(lambda s: kernels(s) == before and "panel/question" in s["marks"], "all as before")
    window.close()


def a_head_names_a_mistake_on_every_view(binary, display):
    """Of one of several variants in its head, also on the stage and with a view enlarged; of a single one in its second line.
    Where variants have columns the sentence is below the caption, and the pictures begin below it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "race.cu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(RACE)
        window = Window(binary, display, arguments=("--preset", "divergence"))
        window.settled()
        open_path(window, path)
        window.wait(lambda s: s["own"] and s["own"]["findings"] and "mistake/D" in s["marks"], "the word in its head")
        assert not any(mark in window.state()["marks"] for mark in ("mistake/A", "mistake/B", "mistake/C"))
        window.move_to("panel/header", 0.3)
        for key in ("F5", "Tab"):
            window.key(key)
            window.wait(lambda s: "mistake/D" in s["marks"] and "fault/D" in s["marks"] and s["still"],
                        f"the word and the sentence after {key}")
            state = window.state()["marks"]
            assert state["fault/D"][1] >= state["mistake/D"][1] + state["mistake/D"][3], state["fault/D"]
        window.close()
        window = Window(binary, display, arguments=(path,))
        window.wait(lambda s: "mistake/A" in s["marks"], "the mistake of a single kernel")
        window.close()


def what_is_typed_stays_in_its_own_text(binary, display):
    """Also where another text, or a kernel of the program, is chosen before the typing pauses."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("first.cu", "second.cu")]
        for path in paths:
            with open(path, "w", encoding="utf-8") as file:
                file.write(GOOD)
        window = Window(binary, display, arguments=(paths[0],))
        open_path(window, paths[1])
        window.wait(lambda s: s["own"] and s["own"]["path"] == paths[1] and s["up_to_date"], "the second file")
        window.settled()
        first = next(mark for mark in window.state()["marks"] if mark.startswith("kernel/first.cu"))
        at = window.point(first)
        window.click("editor/text", 0.5, 0.1)
        window.key("ctrl+Home")
        window.xdotool("type", "--delay", "0", "// of the second ")
        window.xdotool("mousemove", *at, "click", 1)
        state = window.wait(lambda s: s["own"] and s["own"]["path"] == paths[0] and s["up_to_date"], "the first file")
        assert state["own"]["text"] == GOOD, state["own"]["text"][:40]
        second = [mark for mark in state["marks"] if mark.startswith("kernel/second.cu")]
        assert len(second) == 1, second
        window.click(second[0])
        state = window.wait(lambda s: s["own"] and s["own"]["path"] == paths[1], "the second file again")
        assert state["own"]["text"] == "// of the second " + GOOD, state["own"]["text"][:40]
        window.close()
        for path in paths:
            with open(path, encoding="utf-8") as file:
                assert file.read() == GOOD, "typing must not write the file"


def code_from_a_session_asks_before_it_runs(binary, display):
    with tempfile.TemporaryDirectory() as folder:
        path, source = os.path.join(folder, "brought.lanescope-session"), os.path.join(folder, "mine.cu")
        with open(source, "w", encoding="utf-8") as file:
            file.write(GOOD)
        window = Window(binary, display, arguments=(source,))
        window.in_file_menu(path, "save_session")
        window.wait(lambda s: "Saved" in s["notice"], "the saved session")
        open_path(window, path)
        state = window.wait(lambda s: s["own"] and s["own"]["asks"], "the question")
        assert not state["up_to_date"] and state["runs"] == [None], state["runs"]
        window.click("editor/allow")
        state = window.wait(lambda s: s["up_to_date"] and not s["own"]["asks"], "the allowed kernel")
        assert state["runs"][0]["correct"] is True, state["runs"]
        window.close()


OWN_ALONE = [what_is_refused_is_told_and_not_called_right, a_head_names_a_mistake_on_every_view, what_is_typed_stays_in_its_own_text, a_new_kernel_takes_no_place_without_a_word, a_text_in_no_file_survives_a_restart, code_from_a_session_asks_before_it_runs]
OWN = [a_file_opens_and_runs, a_save_elsewhere_runs_again, an_error_keeps_the_picture_and_names_its_line,
       a_kernel_that_ends_early_says_where, an_endless_loop_leaves_the_window_alive, a_file_that_goes_is_missed,
       what_is_typed_runs, undo_goes_on_where_escape_left_the_text,
       enter_indents_as_the_line_above_and_load_asks, a_slider_launches_it_anew, what_it_is_called_with_can_be_typed,
       a_file_with_two_kernels_asks, a_kernel_of_the_ladder_becomes_a_text,
       ctrl_s_saves_the_text_and_no_session_takes_its_place, a_text_that_fails_first_has_no_picture_of_another]
