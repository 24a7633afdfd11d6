"""What the window shows of a real GPU: native runs and their times, compared, measured and kept as pictures. Run by
on_gpu.sh, which says what it needs."""

import os
import shutil
import sys

from driver import Display, Window
from fitting import scroll_to
from window_test import attempt

KERNELS = ["interleaved_shared", "segmented", "coarsened", "warp_shuffle", "vectorized", "convergent_shared"]
WAIT_SECONDS = 120  # the first launch of a kernel loads it


class Given:
    """The display that is there, where no other can be made."""
    name = os.environ.get("DISPLAY", "")

    def close(self):
        pass


def measured(state, variant=0):
    """That the run in the picture was the GPU's own, and right."""
    run = state["runs"][variant]
    assert (run["kind"], run["backend"]) == ("measured", "cuda"), run
    assert run["correct"], f"the result is wrong: {run}"
    assert run["time_us"] and 0 < run["time_us"] < 1e6, run
    return run


def told(run):
    print(f"        {run['kernel']}, N = {run['n']}: {run['time_us']:.2f} us, {run['kind']} on {run['device']}; "
          f"result {run['result']:.9g}, correct", flush=True)


def settled(window, kernel):
    state = window.wait(lambda s: s["up_to_date"] and not s["running"] and s["picture"]["kernel"] == kernel, kernel,
                        WAIT_SECONDS)
    assert not state["error"], state["error"]
    return state


class Shots:
    """Pictures of the whole window, taken by its own export."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        os.makedirs(self.folder, exist_ok=True)

    def take(self, window, name):
        window.key("ctrl+e")
        window.wait(lambda s: "export/window" in s["marks"], "the exports")
        window.click("export/window")
        state = window.wait(lambda s: s["notice"].startswith("Wrote ") and "dismiss" in s["marks"], "the picture")
        written = state["notice"].removeprefix("Wrote ").removesuffix(".")
        with open(written, "rb") as file:
            assert file.read(8) == b"\x89PNG\r\n\x1a\n", written
        assert os.path.getsize(written) > 10_000, f"{written} is empty"
        shutil.move(written, os.path.join(self.folder, name + ".png"))
        window.click("dismiss")
        window.wait(lambda s: not s["notice"], "no notice")


def kernels_run_natively(window, shots):
    for kernel in KERNELS:
        scroll_to(window, "kernel/" + kernel)
        window.click("kernel/" + kernel)
        told(measured(settled(window, kernel)))
    shots.take(window, "native")


def the_emulator_counts_what_the_gpu_counted(window, _):
    on_gpu = measured(settled(window, KERNELS[-1]))
    window.click("backend/emulator")
    state = window.wait(lambda s: s["up_to_date"] and s["runs"][0]["kind"] == "emulated", "the emulator's run")
    emulated = state["runs"][0]
    assert emulated["correct"] and emulated["time_us"] is None, emulated
    for what in ("steps", "masks_hash"):
        assert emulated[what] == on_gpu[what], (what, emulated, on_gpu)
    window.key("ctrl+z")
    window.wait(lambda s: s["up_to_date"] and s["runs"][0]["kind"] == "measured", "the GPU's run again")


def two_variants_are_compared(window, shots):
    window.click("presets")
    window.wait(lambda s: "preset/divergence" in s["marks"], "the menu")
    window.click("preset/divergence")
    state = window.wait(lambda s: s["up_to_date"] and not s["running"] and len(s["runs"]) == 2, "two runs",
                        WAIT_SECONDS)
    for variant in range(2):
        told(measured(state, variant))
    assert state["runs"][0]["result"] != 0 and state["runs"][0]["masks_hash"] != state["runs"][1]["masks_hash"]
    window.click("tab/comparison")
    window.wait(lambda s: s["view"]["panel"] == "comparison" and "comparison" in s["marks"], "the comparison")
    shots.take(window, "comparison")


def times_are_measured_by_a_click(window, shots):
    window.click("tab/timing")
    window.wait(lambda s: "timing/measure" in s["marks"], "measure here")
    before = window.state()["times_measured"]
    window.click("timing/measure")
    state = window.wait(lambda s: not s["measuring"] and s["times_measured"] > before, "times", WAIT_SECONDS)
    assert not state["notice"], state["notice"]
    print(f"        {state['times_measured'] - before} times measured", flush=True)
    shots.take(window, "timing")


def matrices_are_multiplied(window, shots):
    window.click("groups")
    window.wait(lambda s: "group/Matrix product" in s["marks"], "the menu")
    window.click("group/Matrix product")
    window.settled()
    for kernel in ("matmul_naive", "matmul_tiled"):
        scroll_to(window, "kernel/" + kernel)
        window.click("kernel/" + kernel)
        told(measured(settled(window, kernel)))
    shots.take(window, "matrices")


def main():
    binary, folder = sys.argv[1], sys.argv[2]
    display = Display() if shutil.which("Xvfb") else Given()
    try:
        window = Window(binary, display)
        shots = Shots(folder)
        tests = [kernels_run_natively, the_emulator_counts_what_the_gpu_counted, two_variants_are_compared,
                 times_are_measured_by_a_click, matrices_are_multiplied]
        good = [attempt(test, window, shots) for test in tests]
        good.append(attempt(window.close))
    finally:
        display.close()
    print(f"{sum(good)} of {len(good)} good")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
