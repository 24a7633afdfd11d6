"""What lasts: sessions, exports, settings."""

import os
import tempfile

from driver import Window, settings_in


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


def what_is_said_to_the_user_is_not_on_a_picture(window):
    """Nor is it kept: a sentence about a file goes when a later one is good."""
    window.key("Home")
    pictures = []
    for _ in range(2):  # the second time "Wrote ..." stands in the window
        window.key("ctrl+e")
        window.wait(lambda s: "export/window" in s["marks"], "the exports")
        window.click("export/window")
        state = window.wait(lambda s: "Wrote" in s["notice"] and s["notice"] not in pictures, "the export")
        pictures.append(state["notice"])
    paths = [notice.removeprefix("Wrote ").removesuffix(".") for notice in pictures]
    contents = []
    for path in paths:
        with open(path, "rb") as file:
            contents.append(file.read())
        os.remove(path)
    assert contents[0] == contents[1], "the sentence is on the picture"
    dismiss(window)


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
        for key in ("variants", "theme"):
            assert after["view"][key] == before["view"][key], (key, before["view"][key], after["view"][key])
        assert before["view"]["position"] == 2 and after["view"]["position"] == 0, "it begins before the first step"
        assert (after["width"], after["height"]) == (1300, 800)
        window.close()
        with open(settings_in(config), "w", encoding="utf-8") as file:
            file.write('{"view": {"version": 1, "request"')
        window = Window(binary, display, config)
        state = window.settled()
        assert "damaged" in state["notice"], state["notice"]
        assert state["request"]["kernel"] == "interleaved_global", "that of a first start"
        window.close()


def a_folder_that_cannot_keep_settings_is_told(binary, display):
    """Also to root, to whom no folder is forbidden: what should be one is a file."""
    with tempfile.NamedTemporaryFile() as no_folder:
        window = Window(binary, display, no_folder.name)
        state = window.wait(lambda s: s["notice"] and "dismiss" in s["marks"], "the notice")
        assert state["notice"].startswith("Settings are not saved: " + no_folder.name), state["notice"]
        dismiss(window)
        window.click("kernel/segmented")
        window.wait(lambda s: s["up_to_date"] and s["picture"]["kernel"] == "segmented", "the kernel")
        assert not window.state()["notice"], "it is told again and again"
        window.close()


def what_slow_file_work_has_to_say_is_drawn_without_another_event(window):
    """A disk that takes its time: the file comes through a pipe. Nobody touches the mouse meanwhile."""
    path = os.path.join(window.folder, "slow.csv")
    rows = 3_000_000
    with open(path, "w", encoding="ascii") as file:
        file.write("1.25\n" * rows + "no number\n")
    window.in_file_menu(path, "open_session")
    state = window.wait(lambda s: s["notice"] and "dismiss" in s["marks"], "the notice")
    assert f"line {rows + 1}" in state["notice"] or str(rows + 1) in state["notice"], state["notice"]
    dismiss(window)


KEEPING = [
    sessions_and_exports_are_files, what_slow_file_work_has_to_say_is_drawn_without_another_event,
    what_is_said_to_the_user_is_not_on_a_picture,
]

RESTARTING = [
    settings_survive_a_restart, a_folder_that_cannot_keep_settings_is_told,
]
