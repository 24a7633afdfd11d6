"""What a user does with mouse and keys, and what the window must show for it. Run by run.sh.

    window_test.py BINARY         all of it
    window_test.py BINARY PART    one of its parts, which can run side by side: launching, watching, fitting, learning, course and own,
                                  each in one window, one thing after another; restarts and staging, in windows that
                                  are started and ended; and course_in_all, which takes long
"""

import os
import sys

from driver import Display, Window
from course import COURSE, course_in_all
from ending import ENDING
from fitting import FITTING
from keeping import KEEPING, RESTARTING
from own import OWN
from own_alone import OWN_ALONE
from launching import AT_LAST, LAUNCHING
from learning import LEARNING
from staging import STAGING
from starting import STARTING
from watching import WATCHING


def attempt(test, *arguments):
    name = test.__name__.replace("_", " ")
    try:
        test(*arguments)
    except (AssertionError, KeyError) as error:
        print(f"FAILED  {name}: {error if str(error) else repr(error)}", flush=True)
        return False
    print(f"ok      {name}", flush=True)
    return True


def in_one_window(tests):
    def go(binary, display):
        window = Window(binary, display)
        return [attempt(test, window) for test in tests] + [attempt(window.close)]

    return go


def in_windows_of_their_own(binary, display):
    return [attempt(test, binary, display) for test in RESTARTING + STARTING + ENDING]


def on_stages(binary, display):
    return [attempt(test, binary, display) for test in STAGING]


def with_own_kernels(binary, display):
    return in_one_window(OWN)(binary, display) + [attempt(test, binary, display) for test in OWN_ALONE]


PARTS = {"launching": in_one_window(LAUNCHING + AT_LAST), "watching": in_one_window(WATCHING + KEEPING),
         "fitting": in_one_window(FITTING), "learning": in_one_window(LEARNING), "course": in_one_window(COURSE),
         "course_in_all": course_in_all(attempt), "own": with_own_kernels, "restarts": in_windows_of_their_own,
         "staging": on_stages}


def main():
    binary = os.path.abspath(sys.argv[1])
    parts = sys.argv[2:] or [part for part in PARTS if part != "course_in_all"]
    display = Display()
    try:
        good = [result for part in parts for result in PARTS[part](binary, display)]
    finally:
        display.close()
    print(f"{sum(good)} of {len(good)} good")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
