#!/usr/bin/env python3
"""No two types of a namespace share a name: the linker would take the functions of one for the other's, without
a word. Types inside another type or an unnamed namespace do not count. With --self-test it shows that it can fail.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("kernels", "engine", "viz", "app", "cli", "bench", "tests")
ENDINGS = {".h", ".cpp", ".cu", ".cuh"}
DEFINITION = re.compile(r"^(?:enum class|enum struct|enum|struct|class) (?:alignas\(\w+\) )?(\w+)(?: final)?(?: : [^;]*)? \{")


def definitions(path):
    """Name and line of each type that the whole program sees; the sources are formatted, so they begin their lines."""
    namespace, unnamed = "", False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line == "namespace {":
            unnamed = True
        elif line == "}  // namespace":
            unnamed = False
        elif match := re.match(r"namespace ([\w:]+) \{", line):
            namespace = match[1]
        elif not unnamed and (match := DEFINITION.match(line)):
            yield f"{namespace}::{match[1]}", number


def check(root):
    places = {}
    for folder in FOLDERS:
        for path in sorted(p for p in (root / folder).rglob("*") if p.suffix in ENDINGS):
            for name, number in definitions(path):
                places.setdefault(name, []).append(f"{path.relative_to(root)}:{number}")
    twins = {name: where for name, where in places.items() if len(where) > 1}
    return [f"{name} is defined in {' and '.join(where)}" for name, where in sorted(twins.items())], len(places)


def self_test():
    cases = {"struct Choice {\n": True, "class Choice final : public Base {\n": True, "enum class Choice : char {\n": True,
             "struct Choice;\n": False, "  struct Choice {\n": False,
             "namespace other {\nstruct Choice {\n};\n}\n": False,
             "namespace {\n\nstruct Choice {\n};\n\n}  // namespace\n": False}
    for text, is_twin in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("viz/a.h", "struct Choice {\n};\n"), ("cli/b.cpp", text)):
                file = pathlib.Path(folder) / name
                file.parent.mkdir(parents=True)
                file.write_text(content)
            twins, _ = check(pathlib.Path(folder))
            assert bool(twins) == is_twin, (text, twins)
    print(f"one definition: self-test passed, {len(cases)} cases")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    twins, seen = check(ROOT)
    print("\n".join(twins) if twins else f"one definition: {seen} types, each of its own name")
    return 1 if twins or seen == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
