#!/usr/bin/env python3
"""Holds who may include whom:

    kernels <- engine <- viz/model <- viz/kit <- viz/views <- viz/fonts <- viz/render, viz/panels <- app;
    cli sees engine, model, kit and views;
    viz/text, the words in several languages, is seen by all of viz, cli and app, and sees the engine's sentences

within engine which floor may include which, and which folders may see CUDA, OpenGL, Dear ImGui, and which one file CLI11. A scene reads
nothing but its arguments: what would tell it of this machine, its files, its clock or the recordings that come with the
program is neither included nor called in viz/kit and viz/views. With --self-test it shows that it can fail.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Folder -> the project folders that it may include, itself besides.
ARROWS = {
    "kernels": [],
    "engine": ["kernels"],
    "viz/text": ["engine"],
    "viz/model": ["kernels", "engine", "viz/text"],
    "viz/kit": ["kernels", "engine", "viz/text", "viz/model"],
    "viz/views": ["kernels", "engine", "viz/text", "viz/model", "viz/kit"],
    "viz/fonts": ["viz/kit", "viz/views"],
    "viz/render": ["kernels", "engine", "viz/text", "viz/model", "viz/kit", "viz/views", "viz/fonts"],
    "viz/panels": ["kernels", "engine", "viz/text", "viz/model", "viz/kit", "viz/views", "viz/fonts"],
    "cli": ["kernels", "engine", "viz/text", "viz/model", "viz/kit", "viz/views"],
    "app": ["kernels", "engine", "viz/text", "viz/model", "viz/kit", "viz/views", "viz/render", "viz/panels", "cli"],
}

# The floors of the engine, the lowest first: a folder, or the files of one name. Each may include what stands on floors below
# it; neighbours on one floor do not know each other.
FLOORS = [
    ["base"],
    ["workload"],
    ["request"],
    ["machine"],
    ["input"],
    ["trace"],
    ["json"],
    ["analysis", "emulator", "gpu_log", "listing"],
    ["counters", "cuda", "source"],
    ["run", "this_machine"],
    ["recording"],
    ["recorded"],
    ["program_run"],
    ["session"],
    ["bench", "check", "verify"],
    ["lesson"],
]

# Headers that only some folders may see: name, pattern, folders.
GUARDED = [
    ("CUDA", re.compile(r"^(cuda|cub/|thrust/|nvml|nvtx|device_launch|cooperative_groups|driver_types|vector_types)"
                        r"|\.cuh$"), ["engine/cuda", "engine/source/nvcc/launch_times.cu"]),
    ("Dear ImGui", re.compile(r"(^|/)im(gui|plot)"), ["viz/panels", "app"]),
    ("OpenGL", re.compile(r"^(glad/|GL/|GLES|EGL/|KHR/)"), ["viz/render", "app"]),
    ("GLFW", re.compile(r"^GLFW/"), ["app"]),
    ("cmark", re.compile(r"^cmark"), ["engine/lesson"]),
    ("CLI11", re.compile(r"^CLI/"), ["cli/words/arguments.cpp"]),
]

# Scenes are pure. What a machine and its recordings are comes with their input (viz/model/surroundings.h), which
# shown_view.cpp puts together out of a model.
PURE = ["viz/kit", "viz/views"]
IMPURE = ["viz/views/shown_view.h", "viz/views/shown_view.cpp"]
WORLD_HEADERS = re.compile(r"^engine/(cuda/|this_machine\.h|recorded/recorded_placement\.h|recording\.h|bench/(launch_resources|sweep)\.h)"
                           r"|^viz/model/(model|runner|session_file|kept_runs|first_launch|own_shape)\.h"
                           r"|^(chrono|cstdlib|ctime|filesystem|fstream|iostream|random|thread|time\.h|unistd\.h)$")
# Functions that ask. Those of one argument have a twin that is told the answer by another one.
WORLD_CALLS = re.compile(r"(?<![\w.>:])(?:(?:backend_status|choose_again|choose_launch_shape|counted_launches_near|cuda_device|known_backend"
                         r"|known_refusal|launch_resources|measured_resources|measured_sweep|recorded_compute_limits"
                         r"|recorded_counters|recorded_placement|recorded_read_limits|recorded_resources|recorded_roofline_limits"
                         r"|recorded_row|recorded_sweeps|refusal_here|spread_of|surroundings_here|tree_of)\s*\("
                         r"|(?:choose_grid|own_shape|time_of)\s*\([^(),]*\))")
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)

# Made by the build: texts of files, embedded.
GENERATED = {"kernel_texts.h": ["engine"], "cuda_texts.h": ["engine"], "device_texts.h": ["engine"], "program_texts.h": ["engine"], "sweep_texts.h": ["engine"], "bench_texts.h": ["engine"],
             "resource_texts.h": ["engine"],
             "recording_bytes.h": ["engine"],
             "counter_texts.h": ["engine"], "string_texts.h": ["viz/text"],
             "lesson_texts.h": ["engine"], "cjk_bytes.h": ["viz/text"], "font_bytes.h": ["viz/fonts"], "shader_texts.h": ["viz/render"]}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.M)


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def folder_of(path):
    return next((folder for folder in ARROWS if inside(path, folder)), None)


def floor_of(path):
    """Name and height of the floor of a file of the engine; None where it stands on none."""
    for height, floor in enumerate(FLOORS):
        for name in floor:
            if inside(path, f"engine/{name}") or path.startswith(f"engine/{name}."):
                return name, height
    return None


def is_pure(path):
    return any(inside(path, folder) for folder in PURE) and path not in IMPURE


def calls_of_the_world(path, text):
    """Line and name of each call by which a scene would ask for what its arguments do not say."""
    if not is_pure(path):
        return
    code = COMMENT_OR_TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for match in WORLD_CALLS.finditer(code):
        yield code.count("\n", 0, match.start()) + 1, match[0].split("(")[0].strip()


def refusal(path, quoted, angled):
    """Why the file may not include that, or None."""
    folder, target = folder_of(path), quoted or angled
    if is_pure(path) and WORLD_HEADERS.search(target):
        return "a scene reads nothing but its arguments"
    for name, pattern, allowed in GUARDED:
        own = quoted and folder_of(quoted) and not quoted.endswith(".cuh")   # a header of ours is no library's
        if pattern.search(target) and not own and target not in GENERATED and not any(inside(path, a) for a in allowed):
            return f"{name} belongs in {', '.join(allowed)}"
    if angled:
        return f"a header of the project is included with quotes" if folder_of(angled) else None
    if target in GENERATED:
        return None if folder in GENERATED[target] else f"{target} belongs in {', '.join(GENERATED[target])}"
    target_folder = folder_of(target)
    if target_folder is None:
        return "a header of the project is included by its path from the project's root"
    if target_folder != folder and target_folder not in ARROWS[folder]:
        return f"{folder} may include {', '.join(ARROWS[folder]) or 'only itself'}, not {target_folder}"
    return wrong_floor(path, target) if folder == target_folder == "engine" else None


def wrong_floor(path, target):
    """Why a file of the engine may not include another one, or None."""
    (name, height), (target_name, target_height) = floor_of(path) or (None, 0), floor_of(target) or (None, 0)
    if name is None or target_name is None:
        return f"{path if name is None else target} stands on no floor of the engine (FLOORS)"
    if name == target_name or target_height < height:
        return None
    below = [other for floor in FLOORS[:height] for other in floor]
    return f"engine/{name} may include {', '.join(below) or 'only itself'}, not {target_name}"


def check(root):
    """Every wrong include as a line of text, and the number of includes seen."""
    wrong, seen = [], 0
    for folder in ARROWS:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in {".h", ".cpp", ".cuh", ".cu"}:
                continue
            path, text = file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")
            for match in INCLUDE.finditer(text):
                seen += 1
                reason = refusal(path, match[1], match[2])
                if reason:
                    line = text.count("\n", 0, match.start(1 if match[1] else 2)) + 1
                    wrong.append(f"{path}:{line}: {match[0].strip()}: {reason}")
            for line, name in calls_of_the_world(path, text):
                wrong.append(f"{path}:{line}: {name}(): a scene reads nothing but its arguments")
    return wrong, seen


GOOD = [("kernels/reduction/a.h", '"kernels/vocabulary.h"'), ("engine/base/a.cpp", '"kernels/ladder.h"'),
        ("engine/cuda/a.cu", "<cuda_runtime.h>"), ("engine/cuda/a.cu", '"engine/cuda/check.cuh"'),
        ("engine/session.cpp", '"engine/cuda/cuda_backend.h"'), ("engine/base/b.cpp", '"kernel_texts.h"'),
        ("engine/listing/c.cpp", '"cuda_texts.h"'), ("viz/panels/a.cpp", "<imgui.h>"),
        ("viz/render/a.cpp", "<glad/gl.h>"), ("app/a.cpp", "<GLFW/glfw3.h>"), ("cli/a.cpp", '"viz/views/views.h"'),
        ("app/a.cpp", '"cli/cli.h"'), ("viz/views/a.cpp", "<vector>"),
        ("viz/kit/b.cpp", '"viz/text/language.h"'), ("viz/text/a.cpp", '"string_texts.h"'),
        ("viz/views/tree/a.cpp", '"viz/model/surroundings.h"'), ("viz/views/shown_view.h", '"viz/model/model.h"'),
        ("viz/model/a.cpp", '"engine/cuda/cuda_backend.h"'), ("viz/panels/a.cpp", "<chrono>"),
        ("engine/request/a.cpp", '"engine/workload/workload.h"'), ("engine/run.h", '"engine/counters/reasons.h"'),
        ("engine/bench/a.cpp", '"engine/session.h"'), ("engine/session.cpp", '"engine/session.h"'),
        ("cli/words/arguments.cpp", "<CLI/CLI.hpp>")]
BAD = [("kernels/reduction/a.h", '"engine/workload/ops.h"'), ("engine/base/a.h", '"viz/model/view_state.h"'),
       ("engine/base/a.h", '"cli/cli.h"'), ("viz/model/a.h", '"viz/kit/scene.h"'),
       ("viz/views/a.h", '"viz/render/renderer.h"'), ("viz/render/a.h", '"viz/panels/ui.h"'),
       ("viz/panels/a.h", '"viz/render/renderer.h"'), ("viz/panels/a.h", '"app/main_loop.h"'),
       ("cli/a.cpp", '"viz/render/renderer.h"'), ("cli/a.cpp", '"app/main_loop.h"'), ("cli/a.cpp", "<imgui.h>"),
       ("viz/views/a.cpp", "<imgui.h>"), ("viz/render/a.cpp", '"imgui.h"'), ("engine/base/a.cpp", "<cuda_runtime.h>"),
       ("engine/session.cpp", '"engine/cuda/check.cuh"'), ("viz/panels/a.cpp", "<glad/gl.h>"),
       ("engine/base/a.cpp", "<CLI/CLI.hpp>"), ("kernels/a.h", '"kernel_texts.h"'), ("cli/a.cpp", '"cli.h"'),
       ("cli/a.cpp", "<engine/session.h>"), ("engine/a.cpp", '"../viz/model/view_state.h"'),
       ("engine/base/a.cpp", '"viz/text/language.h"'), ("viz/text/a.cpp", '"viz/model/view_state.h"'),
       ("viz/views/a.cpp", '"engine/cuda/cuda_backend.h"'), ("viz/views/sms/a.cpp", '"engine/recorded/recorded_placement.h"'),
       ("viz/kit/a.h", '"engine/this_machine.h"'), ("viz/views/resources/a.cpp", '"engine/bench/launch_resources.h"'),
       ("viz/views/a.h", '"viz/model/model.h"'), ("viz/kit/a.cpp", "<chrono>"), ("viz/views/a.cpp", "<fstream>"),
       ("engine/workload/a.cpp", '"engine/request/request.h"'), ("engine/trace/a.h", '"engine/analysis/metrics.h"'),
       ("engine/analysis/a.cpp", '"engine/emulator/emulator.h"'), ("engine/analysis/a.h", '"engine/run.h"'),
       ("engine/session.cpp", '"engine/bench/bench.h"'), ("engine/base/a.h", '"engine/new_room/a.h"'),
       ("engine/new_room/a.h", '"engine/base/error.h"'),
       ("cli/run.cpp", "<CLI/CLI.hpp>")]
# Lines of code in a scene, and whether they ask for what is not an argument.
CALLS = [("  const auto& all = recorded_sweeps();", True), ("  if (cuda_device ().available) return;", True),
         ("  lanes = f(backend_status());", True), ("  choose_grid(request);", True), ("  return time_of(*run);", True),
         ("  const Surroundings& here = surroundings_here();", True),
         ("  choose_grid(request, device);", False), ("  return time_of(run, recorded);", False),
         ("  const auto& all = surroundings.recorded_sweeps();", False), ("  // recorded_sweeps() has them", False),
         ('  title(tr("recorded_row() of it"));', False), ("  draw_recorded_row(painter);", False)]


def self_test():
    for path, include in GOOD + BAD:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(f"// a comment\n#include {include}\n")
            wrong, seen = check(pathlib.Path(folder))
            assert seen == 1, (path, include)
            assert bool(wrong) == ((path, include) in BAD), (path, include, wrong)
            assert not wrong or wrong[0].startswith(f"{path}:2: "), wrong
    for line, asks in CALLS:
        text = f"/* a\ncomment */\n{line}\n"
        for path in ["viz/kit/a.cpp", "viz/views/tree/a.h"]:
            found = list(calls_of_the_world(path, text))
            assert [at for at, _ in found] == ([3] if asks else []), (path, line, found)
        for path in ["viz/views/shown_view.cpp", "viz/model/a.cpp", "viz/panels/a.cpp"]:
            assert not list(calls_of_the_world(path, text)), (path, line)
    caught = len(BAD) + sum(asks for _, asks in CALLS)
    print(f"include arrows: self-test passed, {caught} wrong lines caught, {len(GOOD) + len(CALLS) + len(BAD) - caught} right ones let through")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    wrong, seen = check(ROOT)
    print("\n".join(wrong) if wrong else f"include arrows: {seen} includes, all in the right direction")
    return 1 if wrong or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
