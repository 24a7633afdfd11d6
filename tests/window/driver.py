"""A virtual display and a window on it, moved by xdotool and read through LANESCOPE_STATE_FILE."""

import json
import os
import shutil
import subprocess
import tempfile
import time

TIMEOUT_SECONDS = 60


class Display:
    """An X server of its own, so that nothing on the user's screen moves."""

    def __init__(self, width=1700, height=1000):
        read_end, write_end = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write_end), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[write_end], stderr=subprocess.DEVNULL)
        os.close(write_end)
        with os.fdopen(read_end) as pipe:
            self.name = ":" + pipe.readline().strip()

    def close(self):
        self.server.terminate()
        self.server.wait()


class Window:
    """One start of the program. `config` survives from start to start where it is given."""

    def __init__(self, binary, display, config=None, arguments=()):
        self.folder = tempfile.mkdtemp(prefix="lanescope-window-")
        self.state_file = os.path.join(self.folder, "state.json")
        self.environment = dict(os.environ, DISPLAY=display.name, LIBGL_ALWAYS_SOFTWARE="1",
                                XDG_CONFIG_HOME=config or self.folder, LANESCOPE_STATE_FILE=self.state_file)
        self.environment.pop("WAYLAND_DISPLAY", None)
        self.process = subprocess.Popen([os.path.abspath(binary), *arguments], env=self.environment, cwd=self.folder)
        self.wait(lambda s: s.get("up_to_date"), "the first run")
        self.id = self.xdotool("search", "--pid", str(self.process.pid), "--name", "Lanescope").split()[-1]
        self.xdotool("windowfocus", self.id)
        self.xdotool("windowmove", self.id, "0", "0")
        time.sleep(0.2)

    def xdotool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                              capture_output=True, text=True).stdout

    def state(self):
        try:
            with open(self.state_file, encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    def wait(self, condition, what):
        """The first state that meets the condition."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the program ended (code {self.process.returncode}) while waiting for {what}")
            state = self.state()
            try:
                if condition(state):
                    return state
            except KeyError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}; the window shows {self.summary()}")

    def settled(self):
        return self.wait(lambda s: s["up_to_date"] and not s["running"], "the run")

    def summary(self):
        state = self.state()
        return {key: state.get(key) for key in ("picture", "playing", "error", "notice", "up_to_date", "running")} | {
            "position": state.get("view", {}).get("position")}

    def point(self, mark, across=0.5, down=0.5):
        x, y, w, h = self.state()["marks"][mark]
        return round(x + across * w), round(y + down * h)

    def move_to(self, mark, across=0.5, down=0.5):
        self.xdotool("mousemove", *self.point(mark, across, down))
        time.sleep(0.1)

    def click(self, mark, across=0.5, down=0.5):
        self.move_to(mark, across, down)
        self.xdotool("mousedown", 1)
        time.sleep(0.06)
        self.xdotool("mouseup", 1)
        time.sleep(0.1)

    def drag(self, mark, start, end, steps=12):
        """From one fraction of the widget's width to another, with the button held."""
        self.move_to(mark, start)
        self.xdotool("mousedown", 1)
        time.sleep(0.06)
        for i in range(1, steps + 1):
            self.xdotool("mousemove", *self.point(mark, start + (end - start) * i / steps))
            time.sleep(0.03)
        self.xdotool("mouseup", 1)
        time.sleep(0.1)

    def type(self, text):
        self.xdotool("type", "--delay", "30", text)
        time.sleep(0.1)

    def key(self, *names):
        """Held as long as a finger does: a frame must see the key down."""
        for name in names:
            self.xdotool("keydown", name)
            time.sleep(0.05)
            self.xdotool("keyup", name)
            time.sleep(0.03)

    def close(self):
        """Closes as a user does, so that settings are kept."""
        if self.process.poll() is None:
            self.key("ctrl+q")
        try:
            code = self.process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("the window did not close") from None
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)
        assert code == 0, f"the program ended with code {code}"
