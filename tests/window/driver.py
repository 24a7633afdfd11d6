"""A virtual display and a window on it, moved by xdotool and read through LANESCOPE_STATE_FILE."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

from post_mortem import allow_core, post_mortem

TIMEOUT_SECONDS = 60
STILL_SECONDS = 5  # for a widget to come to rest
FRAMES_AT_REST = 3
ASK_AGAIN_SECONDS = 3
UNSEEN_SECONDS = 0.25  # where a key or a move changes nothing, no frame may follow


def vertical(rect):
    return rect[1], rect[1] + rect[3]


def inside(rect, bounds):
    """Whether a mark lies between two heights."""
    top, bottom = vertical(rect)
    return top >= bounds[0] - 1 and bottom <= bounds[1] + 1


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


def settings_in(config):
    return os.path.join(config, "lanescope", "settings.json")


def keep_settings(config, settings):
    """As if the last session had left them."""
    os.mkdir(os.path.join(config, "lanescope"))
    with open(settings_in(config), "w", encoding="utf-8") as file:
        json.dump(settings, file)


class Window:
    """One start of the program. `config` survives from start to start where it is given. What is left of one that
    dies or hangs stays in its folder; see post_mortem.py."""

    def __init__(self, binary, display, config=None, arguments=(), environment=None):
        self.binary = os.path.abspath(binary)
        self.folder = tempfile.mkdtemp(prefix="lanescope-window-")
        self.state_file = os.path.join(self.folder, "state.json")
        if config is None:
            keep_settings(self.folder, {"view": {"version": 2}})  # one launch of 2^20 elements
        self.environment = dict(os.environ, DISPLAY=display.name, LIBGL_ALWAYS_SOFTWARE="1",
                                XDG_CONFIG_HOME=config or self.folder, LANESCOPE_STATE_FILE=self.state_file,
                                **(environment or {}))
        self.environment.pop("WAYLAND_DISPLAY", None)
        with open(os.path.join(self.folder, "output.txt"), "wb") as output:
            self.process = subprocess.Popen([self.binary, *arguments], env=self.environment, cwd=self.folder,
                                            stdout=output, stderr=subprocess.STDOUT, preexec_fn=allow_core)
        self.told = False
        self.known, self.read = {}, None
        self.wait(lambda s: s.get("up_to_date"), "the first run")
        self.id = self.xdotool("search", "--pid", str(self.process.pid), "--name", "Lanescope").split()[-1]
        self.xdotool("windowfocus", self.id)
        self.xdotool("windowmove", self.id, "0", "0")
        time.sleep(0.2)

    def xdotool(self, *arguments):
        self.must_live(f"xdotool {arguments[0]}")  # to a window that is gone xdotool writes without a word
        try:
            return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, check=True,
                                  capture_output=True, text=True).stdout
        except subprocess.CalledProcessError as error:
            self.must_live(f"xdotool {arguments[0]}")
            raise AssertionError(f"xdotool {' '.join(map(str, arguments))}: {error.stderr.strip()}") from None

    def must_live(self, doing):
        """Raises where the program has ended; the first time with everything that is known of its end."""
        if self.process.poll() is None:
            return
        if self.told:
            raise AssertionError(f"the program is gone while {doing}")
        self.told = True
        raise AssertionError(f"while {doing}: {post_mortem(self.binary, self.folder, self.process.returncode)}")

    def end_with_stacks(self, why):
        """Of a program that hangs: it is made to leave a core, which shows where each thread is."""
        self.process.send_signal(signal.SIGABRT)
        try:
            self.process.wait(TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.must_live(why)

    def state(self):
        """What the last frame wrote, in a new file; it is read once."""
        try:
            with open(self.state_file, encoding="utf-8") as file:
                about = os.fstat(file.fileno())
                written = about.st_ino, about.st_mtime_ns
                if written != self.read:
                    self.known, self.read = json.load(file), written
                return self.known
        except FileNotFoundError:
            return {}

    def wait(self, condition, what, seconds=TIMEOUT_SECONDS):
        """The first state that meets the condition."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.must_live(f"waiting for {what}")
            state = self.state()
            try:
                if condition(state):
                    return state
            except KeyError:
                pass
            time.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}; the window shows {self.summary()}")

    def is_seen(self):
        """Waits for a frame that began after what was done: the first that is drawn may have begun before."""
        drawn, end = self.state().get("drawn", 0), time.monotonic() + UNSEEN_SECONDS
        while self.state().get("drawn", 0) < drawn + 2 and time.monotonic() < end:
            time.sleep(0.005)

    def settled(self):
        return self.wait(lambda s: s["up_to_date"] and not s["running"], "the run")

    def summary(self):
        state = self.state()
        return {key: state.get(key) for key in ("picture", "playing", "error", "notice", "up_to_date", "running")} | {
            "position": state.get("view", {}).get("position")}

    def rect(self, mark):
        """Where a widget is, once it is where it was some frames ago, or nothing moves any more: what was clicked may
        still be rearranging the window."""
        before = self.wait(lambda s: s["marks"][mark], f"the widget {mark}")
        end = time.monotonic() + STILL_SECONDS
        while not before["still"] and time.monotonic() < end:
            drawn = before["drawn"] + FRAMES_AT_REST
            state = self.wait(lambda s: (s["drawn"] >= drawn or s["still"]) and s["marks"][mark], f"the widget {mark}")
            if state["marks"][mark] == before["marks"][mark]:
                return state["marks"][mark]
            before = state
        return before["marks"][mark]

    def point(self, mark, across=0.5, down=0.5, at_once=False):
        x, y, w, h = self.state()["marks"][mark] if at_once else self.rect(mark)
        return round(x + across * w), round(y + down * h)

    def move_to(self, mark, across=0.5, down=0.5):
        self.xdotool("mousemove", *self.point(mark, across, down))
        self.is_seen()

    def click(self, mark, across=0.5, down=0.5):
        """Held as long as a finger does: a frame must see the button down."""
        self.move_to(mark, across, down)
        self.xdotool("mousedown", 1)
        self.is_seen()
        self.xdotool("mouseup", 1)
        self.is_seen()

    def show_view(self, name):
        """Its tab may stand in a group that is closed."""
        tab = "tab/" + name
        closed = [mark for mark in self.settled()["marks"] if mark.startswith("tab_group/")]
        for group in closed:
            if tab in self.state()["marks"]:
                break
            self.click(group)
            self.wait(lambda s: group not in s["marks"], "the views of a group")
        self.click(tab)

    def in_file_menu(self, path, button):
        """Types a path into the menu of files, and clicks one of its buttons."""
        self.key("ctrl+o")
        self.wait(lambda s: "session_path" in s["marks"], "the menu of files")
        self.click("session_path")
        self.key("ctrl+a")
        self.type(path)
        self.click(button)

    def drag(self, mark, start, end, steps=12):
        """From one fraction of the widget's width to another, with the button held."""
        self.move_to(mark, start)
        self.xdotool("mousedown", 1)
        self.is_seen()
        for i in range(1, steps + 1):
            self.xdotool("mousemove", *self.point(mark, start + (end - start) * i / steps))
            self.is_seen()
        self.xdotool("mouseup", 1)
        self.is_seen()

    def type(self, text):
        self.xdotool("type", "--delay", "30", text)
        self.is_seen()

    def type_at_the_start(self, text):
        """Of what stands in the editor."""
        self.click("editor/text", 0.5, 0.1)
        self.key("ctrl+Home")
        self.type(text)

    def key(self, *names):
        """Down and up within one frame: the window must not lose one."""
        for name in names:
            self.xdotool("key", name)
            self.is_seen()

    def keys_at_once(self, *names):
        """As fast as X takes them: no frame is waited for."""
        self.xdotool("key", "--delay", "0", *names)
        self.is_seen()

    def close(self):
        """Closes as a user does, so that settings are kept. Asks again, as a user would: a key that comes while
        nothing has the focus is lost, and a field that is being typed in takes it."""
        end = time.monotonic() + TIMEOUT_SECONDS
        asked = 0
        while self.process.poll() is None and time.monotonic() < end:
            try:
                if asked > 0:
                    self.xdotool("windowfocus", self.id)
                    self.key("Escape")
                self.key("ctrl+q")
            except AssertionError:
                self.told = False  # the window went while it was asked
            asked += 1
            try:
                self.process.wait(ASK_AGAIN_SECONDS)
            except subprocess.TimeoutExpired:
                pass
        if self.process.poll() is None:
            self.end_with_stacks(f"it did not close, though asked {asked} times")
        if self.process.returncode != 0:
            self.must_live("closing")
        shutil.rmtree(self.folder, ignore_errors=True)
