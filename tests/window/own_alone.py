"""Kernels of one's own, each in a window of its own: what is refused, what a session brings, what survives."""

import os
import tempfile

from driver import Window
from own import GOOD, RACE, open_path


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
        window.type_at_the_start("// mine ")
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
        count = len(window.settled()["view"]["variants"]["requests"])
        open_path(window, path)
        window.wait(lambda s: s["own"] and "shown alone" in s["notice"] and "mistake/A" in s["marks"], "the kernel alone")
        window.click("offer")
        window.wait(lambda s: len(s["view"]["variants"]["requests"]) == count and s["still"], "the preset again")
        window.click("remove/" + "ABCD"[count - 1])
        window.wait(lambda s: len(s["view"]["variants"]["requests"]) == count - 1 and s["still"], "variants of one's own choice")
        open_path(window, path)
        head, fault = (word + "/" + "ABCD"[count - 1] for word in ("mistake", "fault"))
        window.wait(lambda s: s["own"] and s["own"]["findings"] and head in s["marks"], "the word in its head")
        assert not any(f"mistake/{letter}" in window.state()["marks"] for letter in "ABCD"[:count - 1])
        window.move_to("panel/header", 0.3)
        for key in ("F5", "Tab"):
            window.key(key)
            window.wait(lambda s: head in s["marks"] and fault in s["marks"] and s["still"],
                        f"the word and the sentence after {key}")
            state = window.state()["marks"]
            assert state[fault][1] >= state[head][1] + state[head][3], state[fault]
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
