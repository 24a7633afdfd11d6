#!/usr/bin/env python3
"""No two types of a namespace share a name: the linker would take the functions of one for the other's, without
a word. Types inside another type or an unnamed namespace do not count.

Nor do two files of a folder give one name to different things in their unnamed namespaces: a release build compiles
them as one translation unit, where the name is refused, or silently means the other file's. And no file gives a type
or a constant of its own the name that a header of its folder, or one that its folder includes, gives to another: there
the file's own hides it from all files behind. Folders that are compiled together (together_folders in CMakeLists.txt) count as
one. With --self-test it shows that it can fail.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("kernels", "engine", "viz", "app", "cli", "bench", "tests")
# Folders of which a build has one: they define the same types, each for its platform.
TAKES_THE_PLACE_OF = {"engine/emulator/unwinding": "engine/emulator/jumping"}
ENDINGS = {".h", ".cpp", ".cu", ".cuh"}
# Where the .cpp files of a folder are compiled together. Tests are, a few at a time, where a program has many.
TOGETHER = ("engine", "viz", "app", "cli", "tests/base", "tests/brute_force", "tests/engine", "tests/lesson", "tests/listing", "tests/model", "tests/own",
            "tests/text", "tests/viz")
PARTS = re.compile(r"set\(together_folders\n(.*?)\)", re.S)  # of the main CMakeLists.txt: entries in quotes
DEFINITION = re.compile(r"^(?:enum class|enum struct|enum|struct|class) (?:alignas\(\w+\) )?(\w+)(?: final)?(?: : [^;]*)? \{")


NOT_A_NAME = r"(?!namespace|using|template|return|else|extern|static_assert|//|#|\}|  )"
NAME = re.compile(NOT_A_NAME + r"[\w:<>,&*\s\[\]]+?[\s&*](\w+)(?:\(|\[\]| =|\{| \{)")


def text_of(path):
    """Without what stands in raw strings, mostly programs of their own."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r'R"(\w*)\(.*?\)\1"', lambda raw: '""' + "\n" * raw[0].count("\n"), text, flags=re.S)


def definitions(path):
    """Name and line of each type that the whole program sees; the sources are formatted, so they begin their lines."""
    namespace, unnamed = "", False
    for number, line in enumerate(text_of(path).splitlines(), 1):
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
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if line in ("namespace {", "}  // namespace"):
            unnamed = line == "namespace {"
        elif unnamed and (match := NAME.match(line)):
            yield match[1], number
            if line.startswith("constexpr "):
                for name in re.findall(r", (k[A-Z]\w*) = ", line):
                    yield name, number


def units_of(root):
    """Folder -> its translation unit, where it shares one."""
    cmake = root / "CMakeLists.txt"
    parts = PARTS.search(cmake.read_text(encoding="utf-8")) if cmake.is_file() else None
    units = {}
    for together in re.findall(r'"([^"]+)"', parts[1]) if parts else []:
        for folder in together.split():
            units[root / folder] = root / together.split()[0]
    return units


def check_folders(root):
    """Names that two files of a translation unit keep to themselves; and how many names there are."""
    places = {}
    units = units_of(root)
    for path in sorted(p for folder in TOGETHER for p in (root / folder).rglob("*.cpp")):
        for name, number in unnamed_names(path):
            places.setdefault((units.get(path.parent, path.parent), name), {}).setdefault(path, number)
    twins = []
    for (_, name), files in sorted(places.items()):
        where = [f"{path.relative_to(root)}:{number}" for path, number in files.items()]
        if len(where) > 1:
            twins.append(f"{name} has a meaning of its own in {' and '.join(where)}, which are compiled together")
    return twins, len(places)


OWN_NAME = re.compile(r"(?:(?:enum class|struct|class) (?:alignas\(\w+\) )?(\w+)|using (\w+) =|constexpr [^=({]*?\b(k[A-Z]\w*)(?:\[\])?(?: =|\{))")


def own_name(line):
    """The type or constant that a line defines."""
    match = OWN_NAME.match(line.removeprefix("inline "))
    if not match or (match[1] and line.endswith(";")):  # a type that is defined elsewhere
        return None
    return match[1] or match[2] or match[3]


def names_of_header(path):
    """Types and constants that a header gives to all that include it."""
    return {name for line in text_of(path).splitlines() if (name := own_name(line))}


def seen_headers(paths, root):
    """The project's headers that these files include, whatever those include too."""
    seen, todo = set(), list(paths)
    while todo:
        for name in re.findall(r'^#include "([^"]+)"', text_of(todo.pop()), re.M):
            header = root / name
            if header.is_file() and header not in seen:
                seen.add(header)
                todo.append(header)
    return seen


def check_headers(root):
    """Types and constants of a file's own that hide a header's."""
    hidden = []
    folders = {}
    units = units_of(root)
    for path in sorted(p for folder in TOGETHER for p in (root / folder).rglob("*.cpp")):
        folders.setdefault(units.get(path.parent, path.parent), []).append(path)
    for paths in folders.values():
        headers = {name: header for header in seen_headers(paths, root) for name in names_of_header(header)}
        for path in paths:
            unnamed = False
            for number, line in enumerate(text_of(path).splitlines(), 1):
                if line in ("namespace {", "}  // namespace"):
                    unnamed = line == "namespace {"
                elif unnamed and (name := own_name(line)) in headers:
                    hidden.append(f"{path.relative_to(root)}:{number} hides {name} of {headers[name].relative_to(root)}")
    return hidden


def check(root):
    places = {}
    for folder in FOLDERS:
        for path in sorted(p for p in (root / folder).rglob("*") if p.suffix in ENDINGS):
            if path.parent.relative_to(root).as_posix() in TAKES_THE_PLACE_OF:
                continue
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
    for line in ('set(together_folders\n  "cli cli/words"\n  "app app/window")\n', ""):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "CMakeLists.txt").write_text(line)
            for name in ("cli/a.cpp", "cli/words/b.cpp", "app/c.cpp"):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text("namespace {\n\nstruct Row {\n\n}  // namespace\n")
            twins, _ = check_folders(root)
            assert len(twins) == (1 if line else 0), (line, twins)
    for own, hides in (("constexpr int kPiece = 1;", True), ("  constexpr int kPiece = 1;", False),
                       ("using Wider = int;", True), ("constexpr int kOther = 1;", False)):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "engine").mkdir()
            (root / "engine/a.h").write_text("inline constexpr int kPiece = 2;\ntemplate <class T>\nusing Wider = T;\n")
            (root / "engine/a.cpp").write_text('#include "engine/a.h"\n')
            (root / "engine/b.cpp").write_text(f"namespace {{\n\n{own}\n\n}}  // namespace\n")
            assert bool(check_headers(root)) == hides, own
    print(f"one definition: self-test passed, {len(cases)} cases of types, {4 * len(folders)} of names, 4 of headers, 2 of folders")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    twins, types = check(ROOT)
    shared, names = check_folders(ROOT)
    twins += shared + check_headers(ROOT)
    print("\n".join(twins) if twins else f"one definition: {types} types and {names} names of files, each of its own")
    return 1 if twins or types == 0 or names == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
