#!/usr/bin/env python3
"""Holds two builds to each other: runs both over every kernel and a broad set of launches, and prints where their
output differs. For refactorings, by hand:

    tests/same_output.py OLD_BINARY NEW_BINARY [--quick]

JSON is compared field by field: a field that only the new build has is counted, not a difference. Text, CSV and exit
codes must be equal. Exits with 1 where anything differs.
"""
import collections
import concurrent.futures
import json
import re
import subprocess
import sys

OF_MATRICES = ("matrix_product", "transpose")  # whose N is a width


def output_of(binary, arguments):
    done = subprocess.run([binary, *arguments], capture_output=True, text=True, errors="replace", timeout=600)
    now = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")   # when a table was made
    return done.returncode, now.sub("now", done.stdout), done.stderr


def launches_of(kernel):
    """Options of launches of one kernel: small and ragged sizes, every type and operator, wrong ones among them."""
    matrices = kernel["workload"] in OF_MATRICES
    sizes = ["0", "1", "33", "40x24x70"] if matrices else ["0", "1", "33", "1000", "2^14"]
    for size in sizes:
        yield ["--n", size]
    parameters = kernel["parameters"]
    for name, option in (("type", "--type"), ("op", "--op"), ("combine", "--combine")):
        for value in parameters.get(name, []):
            yield ["--n", "100" if not matrices else "20", option, value]
    for block in ("1", "8", "32", "64", "1024", "7"):
        yield ["--n", "700" if not matrices else "50", "--block", block, "--block-index", "0"]
    for factor in ("2", "5", "65"):
        yield ["--n", "5000" if not matrices else "60", "--coarse", factor, "--block", "64"]
    for tile in ("8", "32", "7"):
        yield ["--n", "65" if matrices else "100", "--tile", tile]
    for grid in ("3", "0"):
        yield ["--n", "900", "--grid", grid]
    yield ["--n", "1000", "--op", "min", "--type", "float64", "--input", "normal", "--seed", "5"]
    yield ["--n", "2x3"]
    yield ["--n", "-1"]


def commands(kernels, quick):
    yield ["list"]
    yield ["list", "--json"]
    for kernel in kernels:
        name = kernel["id"]
        for options in launches_of(kernel):
            yield ["trace", name, "--json", *options]
            if quick:
                continue
            no_block = [o for i, o in enumerate(options) if "--block-index" not in options[max(0, i - 1):i + 1]]
            yield ["run", name, "--json", *no_block]
            yield ["trace", name, *options]
        size = "33" if kernel["workload"] in OF_MATRICES else "3000"
        yield ["trace", name, "--csv", "--n", size]
        yield ["trace", name, "--additions", "--json", "--n", "64"]
        yield ["run", name, "--n", size]
        yield ["compare", name, kernels[3]["id"], "--n", "500"]
        yield ["compare", name, name, "--n", size, "--json"]
        yield ["compare", name, name, "--n", size, "--csv"]
        yield ["price", name, "--n", size, "--coarse", "2"]
        yield ["price", name, "--n", size, "--coarse", "2", "--json"]
        yield ["sweep", name, "--n", size, "--block", "32,64", "--coarse", "1,2", "--json"]
        yield ["sweep", name, "--n", size, "--block", "32,64", "--csv"]
        yield ["resources", name, "--json"]
    yield ["compare", "segmented", "coarsened", "convergent_shared", "--n", "2^12"]


def differences(old, new, path, found, added):
    if isinstance(old, dict) and isinstance(new, dict):
        for key in new.keys() - old.keys():
            added[f"{path}.{key}"] += 1
        for key in old:
            if key in new:
                differences(old[key], new[key], f"{path}.{key}", found, added)
            else:
                found.append(f"{path}.{key} is gone")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (a, b) in enumerate(zip(old, new)):
            differences(a, b, f"{path}[{index}]", found, added)
    elif old != new:
        found.append(f"{path}: {str(old)[:80]} -> {str(new)[:80]}")


def compare(old_binary, new_binary, arguments, added):
    old, new = output_of(old_binary, arguments), output_of(new_binary, arguments)
    if old == new:
        return []
    found = []
    if old[0] != new[0]:
        found.append(f"exit code {old[0]} -> {new[0]}")
    if old[2] != new[2]:
        found.append(f"standard error: {old[2].strip()[:200]!r} -> {new[2].strip()[:200]!r}")
    try:
        differences(json.loads(old[1]), json.loads(new[1]), "", found, added)
    except ValueError:
        if old[1] != new[1]:
            pairs = [(a, b) for a, b in zip(old[1].splitlines(), new[1].splitlines()) if a != b]
            found.append(f"text: {pairs[:2] or 'of another length'}")
    return found


def main():
    arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
    if len(arguments) != 2:
        sys.exit(__doc__)
    old, new = arguments
    kernels = json.loads(output_of(old, ["list", "--json"])[1])
    every = list(commands(kernels, "--quick" in sys.argv))
    added, wrong = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for command, found in zip(every, pool.map(lambda c: compare(old, new, c, added), every)):
            if not found:
                continue
            wrong += 1
            print(f"lanescope {' '.join(command)}\n    " + "\n    ".join(found[:4]))
    for path, times in sorted(added.items()):
        print(f"new field {path}: {times} times")
    print(f"{len(every)} commands, {wrong} with differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
