"""What a user does with mouse and keys, and what the window must show for it. Run by run.sh."""

import os
import sys

from driver import Display, Window
from ending import ENDING
from fitting import FITTING
from keeping import KEEPING, RESTARTING
from launching import AT_LAST, LAUNCHING
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


def main():
    binary = os.path.abspath(sys.argv[1])
    display = Display()
    try:
        window = Window(binary, display)
        good = [attempt(test, window) for test in LAUNCHING + WATCHING + KEEPING + FITTING + AT_LAST]
        good.append(attempt(window.close))
        good += [attempt(test, binary, display) for test in RESTARTING + STARTING + ENDING]
    finally:
        display.close()
    print(f"{sum(good)} of {len(good)} good")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
