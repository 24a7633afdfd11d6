"""How the program ends: by itself where it was only measured, and by a crash, of which everything is kept."""

import os
import shutil
import signal
import subprocess

from driver import Window
from post_mortem import allow_core

BENCH_SECONDS = 120


def the_bench_ends_whatever_it_measures(binary, display):
    for preset in ("tiling", "divergence"):
        environment = dict(os.environ, DISPLAY=display.name, LIBGL_ALWAYS_SOFTWARE="1", LANESCOPE_FRAME_TIMES="3")
        done = subprocess.run([binary, "--preset", preset], env=environment, capture_output=True, text=True,
                              timeout=BENCH_SECONDS, check=True, preexec_fn=allow_core)
        slides = next(line for line in done.stdout.splitlines() if line.startswith("slider to picture"))
        assert slides.endswith("(40)"), (preset, slides)


def a_window_that_dies_leaves_its_folder_core_and_stacks(binary, display):
    window = Window(binary, display)
    window.process.send_signal(signal.SIGSEGV)
    window.process.wait()
    try:
        window.settled()
        raise SystemError("a dead window was taken for a living one")
    except AssertionError as error:
        report = str(error)
    assert "by signal SIGSEGV" in report or "with code" in report, report  # a sanitizer makes a code of it
    assert window.folder in report and os.path.exists(os.path.join(window.folder, "post_mortem.txt")), report
    if "core: none" not in report and shutil.which("gdb"):
        assert "Thread 1 " in report and "Thread 2 " in report and "#0 " in report, report
    else:
        assert "gdb is not installed" in report or "There is no core" in report, report
    try:
        window.key("Home")
        raise SystemError("a key went to a dead window")
    except AssertionError as error:
        assert len(str(error)) < 400, f"all of it is told twice: {error}"
    shutil.rmtree(window.folder)


def a_window_that_hangs_is_made_to_show_where(binary, display):
    window = Window(binary, display)
    try:
        window.end_with_stacks("it was not asked to")
        raise SystemError("it lives on")
    except AssertionError as error:
        assert "SIGABRT" in str(error) or "with code" in str(error), error
    shutil.rmtree(window.folder)


ENDING = [
    the_bench_ends_whatever_it_measures, a_window_that_dies_leaves_its_folder_core_and_stacks,
    a_window_that_hangs_is_made_to_show_where,
]
