"""What is kept of a window that died: its folder, its core, and the stacks of all its threads."""

import os
import resource
import shutil
import signal
import subprocess

STACKS_SECONDS = 120
LAST_LINES = 40


def allow_core():
    """For the child, before it starts: a dead process leaves its memory in the folder that it ran in."""
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))


def find_core(folder):
    """The core file in the folder, whatever the system calls it; empty where it keeps none there."""
    cores = [name for name in os.listdir(folder) if name == "core" or name.startswith("core.")]
    return os.path.join(folder, sorted(cores)[0]) if cores else ""


def stacks_of(binary, core):
    """The stack of every thread, as gdb reads it from the core."""
    command = ["gdb", "-batch", "-nx", "-ex", "info threads", "-ex", "thread apply all backtrace 64", binary, core]
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=STACKS_SECONDS,
                              stdin=subprocess.DEVNULL).stdout
    except subprocess.TimeoutExpired:
        return "gdb did not come to an end."


def without_gdb(core):
    return f"gdb is not installed; where it is: gdb -batch -ex 'thread apply all backtrace' LANESCOPE {core}"


def without_core(code):
    """What the system may know where it keeps no core in the folder."""
    try:
        with open("/proc/sys/kernel/core_pattern", encoding="utf-8") as file:
            pattern = file.read().strip()
    except OSError:
        pattern = "unknown"
    words = [f"There is no core in the folder (the system's pattern is '{pattern}')."]
    for command in (["coredumpctl", "--no-pager", "-1", "info"], ["dmesg"]):
        if code < 0 and shutil.which(command[0]):
            said = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=STACKS_SECONDS)
            words += [f"{command[0]} says:"] + [line for line in said.stdout.splitlines()
                                               if command[0] != "dmesg" or "lanescope" in line][-LAST_LINES:]
    return "\n".join(words)


def cause(code):
    try:
        return f"by signal {signal.Signals(-code).name}" if code < 0 else f"with code {code}"
    except ValueError:
        return f"by signal {-code}"


def post_mortem(binary, folder, code):
    """A report on a process that ended, which is also written into the folder."""
    core = find_core(folder)
    if not core:
        stacks = without_core(code)
    else:
        stacks = stacks_of(binary, core) if shutil.which("gdb") else without_gdb(core)
    output = ""
    path = os.path.join(folder, "output.txt")
    if os.path.exists(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            output = "".join(file.readlines()[-LAST_LINES:])
    report = "\n".join([f"the program ended {cause(code)}; kept: {folder}", f"core: {core or 'none'}", "its last words:",
                        output.rstrip() or "(none)", "stacks:", stacks.rstrip()])
    with open(os.path.join(folder, "post_mortem.txt"), "w", encoding="utf-8") as file:
        file.write(report + "\n")
    return report
