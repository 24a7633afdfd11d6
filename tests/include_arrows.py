#!/usr/bin/env python3
"""Holds who may include whom:

    kernels <- engine <- viz/model <- viz/kit <- viz/views <- viz/fonts <- viz/render, viz/panels <- app;
    cli sees engine, model, kit and views;
    viz/text, the words in several languages, is seen by all of viz, cli and app, and sees the engine's sentences

and which folders may see CUDA, OpenGL, Dear ImGui and CLI11. With --self-test it shows that it can fail.
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

# Headers that only some folders may see: name, pattern, folders.
GUARDED = [
    ("CUDA", re.compile(r"^(cuda|cub/|thrust/|nvml|nvtx|device_launch|cooperative_groups|driver_types|vector_types)"
                        r"|\.cuh$"), ["engine/cuda"]),
    ("Dear ImGui", re.compile(r"(^|/)im(gui|plot)"), ["viz/panels", "app"]),
    ("OpenGL", re.compile(r"^(glad/|GL/|GLES|EGL/|KHR/)"), ["viz/render", "app"]),
    ("GLFW", re.compile(r"^GLFW/"), ["app"]),
    ("CLI11", re.compile(r"^CLI/"), ["cli"]),
]

# Made by the build: texts of files, embedded.
GENERATED = {"kernel_texts.h": ["engine"], "cuda_texts.h": ["engine"], "sweep_texts.h": ["engine"], "bench_texts.h": ["engine"],
             "resource_texts.h": ["engine"],
             "recording_bytes.h": ["engine"],
             "counter_texts.h": ["engine"], "string_texts.h": ["viz/text"],
             "font_bytes.h": ["viz/fonts"], "shader_texts.h": ["viz/render"]}

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.M)


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def folder_of(path):
    return next((folder for folder in ARROWS if inside(path, folder)), None)


def refusal(path, quoted, angled):
    """Why the file may not include that, or None."""
    folder, target = folder_of(path), quoted or angled
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
    return None


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
    return wrong, seen


GOOD = [("kernels/reduction/a.h", '"kernels/vocabulary.h"'), ("engine/base/a.cpp", '"kernels/ladder.h"'),
        ("engine/cuda/a.cu", "<cuda_runtime.h>"), ("engine/cuda/a.cu", '"engine/cuda/check.cuh"'),
        ("engine/session.cpp", '"engine/cuda/cuda_backend.h"'), ("engine/base/b.cpp", '"kernel_texts.h"'),
        ("engine/listing/c.cpp", '"cuda_texts.h"'), ("viz/panels/a.cpp", "<imgui.h>"),
        ("viz/render/a.cpp", "<glad/gl.h>"), ("app/a.cpp", "<GLFW/glfw3.h>"), ("cli/a.cpp", '"viz/views/views.h"'),
        ("app/a.cpp", '"cli/cli.h"'), ("viz/views/a.cpp", "<vector>"),
        ("viz/kit/b.cpp", '"viz/text/language.h"'), ("viz/text/a.cpp", '"string_texts.h"')]
BAD = [("kernels/reduction/a.h", '"engine/request/ops.h"'), ("engine/base/a.h", '"viz/model/view_state.h"'),
       ("engine/base/a.h", '"cli/cli.h"'), ("viz/model/a.h", '"viz/kit/scene.h"'),
       ("viz/views/a.h", '"viz/render/renderer.h"'), ("viz/render/a.h", '"viz/panels/ui.h"'),
       ("viz/panels/a.h", '"viz/render/renderer.h"'), ("viz/panels/a.h", '"app/main_loop.h"'),
       ("cli/a.cpp", '"viz/render/renderer.h"'), ("cli/a.cpp", '"app/main_loop.h"'), ("cli/a.cpp", "<imgui.h>"),
       ("viz/views/a.cpp", "<imgui.h>"), ("viz/render/a.cpp", '"imgui.h"'), ("engine/base/a.cpp", "<cuda_runtime.h>"),
       ("engine/session.cpp", '"engine/cuda/check.cuh"'), ("viz/panels/a.cpp", "<glad/gl.h>"),
       ("engine/base/a.cpp", "<CLI/CLI.hpp>"), ("kernels/a.h", '"kernel_texts.h"'), ("cli/a.cpp", '"cli.h"'),
       ("cli/a.cpp", "<engine/session.h>"), ("engine/a.cpp", '"../viz/model/view_state.h"'),
       ("engine/base/a.cpp", '"viz/text/language.h"'), ("viz/text/a.cpp", '"viz/model/view_state.h"')]


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
    print(f"include arrows: self-test passed, {len(BAD)} wrong includes caught, {len(GOOD)} right ones let through")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    wrong, seen = check(ROOT)
    print("\n".join(wrong) if wrong else f"include arrows: {seen} includes, all in the right direction")
    return 1 if wrong or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
