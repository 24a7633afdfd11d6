#!/usr/bin/env python3
"""Random clicks, keys and drags on the real window: no crash, no assertion, no sanitizer report, no growth in memory.

usage: random_input.py LANESCOPE [SECONDS [SEED]]   (600 seconds, a new seed; the seed is printed)
"""

import os
import random
import sys
import time

from driver import Display, Window

KEYS = ["space", "Left", "Right", "Home", "End", "plus", "minus", "t", "p", "c", "l", "a", "1", "2", "Tab", "Return", "Escape", "ctrl+z",
        "ctrl+y", "question", "shift+Tab"]
LONG_SECONDS = 300         # memory is judged from here on
WARM_UP_SHARE = 0.2        # of the time, until caches and pools have their size
MOST_GROWTH_MB = 64        # after that: four runs of the largest N that the list of presets and sliders can reach differ by less


def resident_mb(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def calm(window):
    """Small again, so that memory can be compared: one variant of the default launch, in English, not projected."""
    window.key("Escape", "Escape")
    while window.state()["view"]["projector"]:
        window.key("Escape")
    # The first click may do no more than close what is open.
    for _ in range(3):
        window.click("presets")
        time.sleep(0.5)
        if "preset/coarsening_figure" in window.state()["marks"]:
            break
    window.wait(lambda s: "preset/coarsening_figure" in s["marks"], "the menu")
    window.click("preset/coarsening_figure")
    if window.state()["view"]["language"] != "en":
        window.click("language")
        window.click("language/en")
    window.settled()
    time.sleep(1)


def act(window, chance):
    """One thing that a hand might do."""
    marks = window.state()["marks"]
    kind = chance.random()
    if kind < 0.35:
        window.key(chance.choice(KEYS))
        return
    name = chance.choice([m for m in marks if m not in ("quit",) and not m.startswith("export") and "session" not in m])
    x, y, w, h = marks[name]
    at = lambda: (round(x + chance.random() * w), round(y + chance.random() * h))
    window.xdotool("mousemove", *at())
    if kind < 0.75:
        window.xdotool("click", chance.choice([1, 1, 1, 4, 5]))
    else:
        window.xdotool("mousedown", 1)
        for _ in range(4):
            window.xdotool("mousemove", *at())
        window.xdotool("mouseup", 1)


def main():
    binary = sys.argv[1]
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 600
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}, {seconds:.0f} s", flush=True)
    chance = random.Random(seed)
    display = Display()
    window = Window(binary, display)
    began, actions, base = time.monotonic(), 0, None
    try:
        while time.monotonic() - began < seconds:
            act(window, chance)
            actions += 1
            window.must_live(f"doing what a hand might, {actions} times")
            if base is None and time.monotonic() - began > WARM_UP_SHARE * seconds:
                calm(window)
                base = resident_mb(window.process.pid)
        calm(window)
        end = resident_mb(window.process.pid)
        print(f"{actions} actions; resident {base:.0f} MB after the warm-up, {end:.0f} MB at the end")
        # In seconds, caches, fonts and the allocator's pools have not come to their size.
        assert seconds < LONG_SECONDS or end - base < MOST_GROWTH_MB, "memory grew"
        window.close()
    finally:
        window.process.kill()  # nothing where it has been closed
        display.close()
    return 0


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main())
