#!/usr/bin/env python3
"""Holds the emulator in WebAssembly to the native one: every kernel, over small and ragged launches.

    tests/web/same_traces.py NATIVE_BINARY build/web/lanescope.js [--quick]

The JSON of `trace --result` (masks, totals, result) and the text of a refusal must be equal, byte for byte; the first launch of
each kernel is also traced without. Pictures of views as SVG must be equal, too. Exits with 1 where anything differs. --quick: a few launches of each kernel.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

OF_MATRICES = ("matrix_product", "transpose")  # whose N is a width


def output_of(words):
    done = subprocess.run([*words, "--backend", "emulator"], capture_output=True, timeout=600)
    return done.returncode, done.stdout, done.stderr


def launches_of(kernel):
    """Options of launches of one kernel: all types, operators and shapes."""
    matrices = kernel["workload"] in OF_MATRICES
    small = "50" if matrices else "700"
    yield ["--n", "128" if matrices else "2^16"]
    for size in ["1", "33", "40x24x70"] if matrices else ["1", "33", "1000", "9999"]:
        yield ["--n", size]
    for name, option in (("type", "--type"), ("op", "--op"), ("combine", "--combine")):
        for value in kernel["parameters"].get(name, []):
            yield ["--n", small, option, value]
    for block in ("1", "8", "32", "1024"):
        yield ["--n", small, "--block", block]
    for factor in ("2", "5"):
        yield ["--n", "60" if matrices else "5000", "--coarse", factor, "--block", "64"]
    yield ["--n", small, "--tile", "8"]
    yield ["--n", "900", "--grid", "3", "--block-index", "1"]
    yield ["--n", small, "--type", "float64", "--input", "normal", "--seed", "5"]


VIEWS = {"tree": "segmented", "activity": "interleaved_shared", "elements": "scan_kogge_stone", "memory": "two_pass_blocked",
         "banks": "interleaved_shared", "steps": "convergent_shared", "grid": "single_pass_last_block", "source": "warp_shuffle",
         "tiles": "matmul_tiled", "comparison": "coarsened"}


def pictures(native, web):
    """How many pictures of views there are, and the names of those that differ."""
    different = []
    with tempfile.TemporaryDirectory() as folder:
        for view, kernel in VIEWS.items():
            made = []
            for name, program in (("native", [native]), ("web", ["node", web])):
                path = pathlib.Path(folder) / f"{name}.svg"
                path.unlink(missing_ok=True)
                words = ["render", view, kernel, "--n", "64" if view == "tiles" else "1000", "--step", "2", "-o", str(path)]
                done = subprocess.run([*program, *words], capture_output=True, timeout=600)
                made.append(path.read_bytes() if path.exists() else done.stderr)
            if made[0] != made[1] or not made[0].startswith(b"<svg"):
                different.append(view)
                print("differs: picture of", view, made[1][:200])
    return len(VIEWS), different


def main():
    native, web = sys.argv[1], sys.argv[2]
    quick = "--quick" in sys.argv
    kernels = json.loads(subprocess.run([native, "list", "--json"], capture_output=True, check=True).stdout)
    asked = []
    for kernel in kernels:
        launches = list(launches_of(kernel))
        for options in launches[:3] if quick else launches:
            asked.append(["trace", kernel["id"], "--json", "--result", *options])
        asked.append(["trace", kernel["id"], "--json", *launches[0]])

    def pair(words):
        return words, output_of([native, *words]), output_of(["node", web, *words])

    traces = refusals = different = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for words, here, there in pool.map(pair, asked):
            traces += here[0] == 0
            refusals += here[0] != 0
            if here != there:
                different += 1
                print("differs:", " ".join(words), here[0], there[0], there[2].decode(errors="replace")[-300:])
    print(f"{len(kernels)} kernels, {traces} traces and {refusals} refusals, {different} differ")
    views, other = pictures(native, web)
    print(f"{views} pictures, {len(other)} differ")
    return 1 if different or other or traces < 2 * len(kernels) else 0


if __name__ == "__main__":
    sys.exit(main())
