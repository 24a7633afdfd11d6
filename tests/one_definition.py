#!/usr/bin/env python3
"""No two types of a namespace share a name: the linker would take the functions of one for the other's, without
a word. Types inside another type or an unnamed namespace do not count.

Nor do two files of a folder give one name to different things in their unnamed namespaces: a release build compiles
them as one translation unit, where the name is refused, or silently means the other file's. With --self-test it shows
that it can fail.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("kernels", "engine", "viz", "app", "cli", "bench", "tests")
ENDINGS = {".h", ".cpp", ".cu", ".cuh"}
TOGETHER = ("engine", "viz", "app", "cli")  # where the .cpp files of a folder are compiled together
DEFINITION = re.compile(r"^(?:enum class|enum struct|enum|struct|class) (?:alignas\(\w+\) )?(\w+)(?: final)?(?: : [^;]*)? \{")


NOT_A_NAME = r"(?!namespace|using|template|return|else|extern|static_assert|//|#|\}|  )"
NAME = re.compile(NOT_A_NAME + r"[\w:<>,&*\s\[\]]+?[\s&*](\w+)(?:\(|\[\]| =|\{| \{)")


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


def unnamed_names(path):
    """What a file keeps to itself: functions, constants and types of its unnamed namespaces, and their lines."""
    unnamed = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line in ("namespace {", "}  // namespace"):
            unnamed = line == "namespace {"
        elif unnamed and (match := NAME.match(line)):
            yield match[1], number
            if line.startswith("constexpr "):
                for name in re.findall(r", (k[A-Z]\w*) = ", line):
                    yield name, number


def check_folders(root):
    """Names that two files of a folder keep to themselves; and how many names there are."""
    places = {}
    for path in sorted(p for folder in TOGETHER for p in (root / folder).rglob("*.cpp")):
        for name, number in unnamed_names(path):
            places.setdefault((path.parent, name), {}).setdefault(path, number)
    twins = []
    for (_, name), files in sorted(places.items()):
        where = [f"{path.relative_to(root)}:{number}" for path, number in files.items()]
        if len(where) > 1:
            twins.append(f"{name} has a meaning of its own in {' and '.join(where)}, which are compiled together")
    return twins, len(places)


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
    folders = {("cli/a.cpp", "cli/b.cpp"): True, ("cli/a.cpp", "app/b.cpp"): False, ("cli/a.cpp", "cli/words/b.cpp"): False}
    for line in ("int rows(const Run& run) {", "constexpr float kPad = 8;", "struct Row {", "constexpr Row kRows[] = {"):
        for files, is_twin in folders.items():
            with tempfile.TemporaryDirectory() as folder:
                for name in files:
                    file = pathlib.Path(folder) / name
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_text(f"namespace {{\n\n{line}\n\n}}  // namespace\n")
                twins, _ = check_folders(pathlib.Path(folder))
                assert bool(twins) == is_twin, (line, files, twins)
    print(f"one definition: self-test passed, {len(cases)} cases of types, {4 * len(folders)} of names")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    twins, types = check(ROOT)
    shared, names = check_folders(ROOT)
    twins += shared
    print("\n".join(twins) if twins else f"one definition: {types} types and {names} names of files, each of its own")
    return 1 if twins or types == 0 or names == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
