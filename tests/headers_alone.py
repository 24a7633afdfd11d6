#!/usr/bin/env python3
"""Each header includes what it names: types and constants of the project and names of the standard library stand in a header that
it includes, itself or through others. So does each source with types, constants and functions of the project: many are compiled
in one translation unit, where a neighbour's includes would do. A second's work; that each header also compiles alone, the target
all_verify_interface_header_sets finds out. With --self-test it shows that it can fail.
"""
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = ("kernels", "engine", "viz", "app", "cli", "tests")

# Standard header -> the names of it that headers use. A name in none of them asks to be put here.
STANDARD = {
    "algorithm": "min max find equal any_of count_if lower_bound binary_search stable_sort sort clamp",
    "array": "array", "barrier": "barrier",
    "atomic": "atomic atomic_ref atomic_thread_fence memory_order_relaxed memory_order_acquire memory_order_seq_cst",
    "bit": "popcount countr_zero", "chrono": "chrono", "cmath": "abs sqrt frexp fma isnan",
    "concepts": "same_as integral unsigned_integral convertible_to", "condition_variable": "condition_variable",
    "deque": "deque", "cstdarg": "va_list", "cstddef": "size_t byte ptrdiff_t max_align_t",
    "cstdint": "uint8_t uint16_t uint32_t uint64_t uintptr_t int8_t int16_t int32_t int64_t", "cstdio": "fprintf", "cstdlib": "free abort",
    "exception": "exception exception_ptr rethrow_exception", "filesystem": "filesystem", "fstream": "ifstream ofstream",
    "functional": "function invoke less reference_wrapper", "future": "future future_status async launch", "initializer_list": "initializer_list",
    "iterator": "size random_access_iterator_tag", "limits": "numeric_limits", "map": "map", "memory": "shared_ptr unique_ptr make_unique make_shared",
    "mutex": "mutex unique_lock lock_guard", "numeric": "iota accumulate", "new": "bad_alloc", "optional": "optional nullopt", "random": "mt19937", "set": "set multiset", "span": "span",
    "stdexcept": "runtime_error out_of_range", "string": "string to_string", "string_view": "string_view",
    "system_error": "error_code", "thread": "thread this_thread", "tuple": "tuple",
    "type_traits": "is_same_v is_integral_v is_floating_point_v is_base_of_v conditional_t common_type_t type_identity_t",
    "unordered_map": "unordered_map unordered_multimap", "utility": "as_const move pair swap exchange in_place_type forward",
    "variant": "variant visit get", "vector": "vector",
}
# What the standard says that another header brings.
BRINGS = {"string": ["string_view", "cstddef", "initializer_list", "iterator"], "string_view": ["cstddef", "iterator"],
          "vector": ["cstddef", "initializer_list", "iterator"],
          "map": ["utility"], "future": ["system_error"], "filesystem": ["system_error"], "algorithm": ["utility"],
          "memory": ["cstddef"], "array": ["cstddef", "iterator"], "span": ["cstddef", "iterator"], "optional": ["utility"], "functional": ["utility"],
          "stdexcept": ["exception"], "new": ["exception", "cstddef"], "tuple": ["utility"]}
HEADERS_OF = {}
for header, names in STANDARD.items():
    for name in names.split():
        HEADERS_OF.setdefault(name, set()).add(header)

INCLUDE = re.compile(r'^#include (?:"([^"]+)"|<([^>]+)>)', re.M)
# A type or constant where it is defined or declared, also inside another, and parameters of templates.
DEFINED = re.compile(r"\b(?:struct|class|enum|union|typename|concept|using|namespace)(?:\.\.\.)?\s+(?:alignas\(\w+\)\s+)?([A-Z]\w*)|"
                     r"\b[a-z_]\w*(?:<[^<>]*>)?\s([A-Z]\w*)\s*(?:,\s[A-Za-z]|>\s*$)|"
                     r"\b(k[A-Z]\w*)(?:\[\w*\])?\s*(?:=|\{|,|>\n)", re.M)
USED = re.compile(r"(?<!::)(?<!\w)(?<!\.)(?<!->)(k?[A-Z]\w*[a-z]\w*)\b")


def code_of(path):
    """Without comments and without what stands in quotes."""
    text = path.read_text(encoding="utf-8")
    includes = INCLUDE.findall(text)
    text = re.sub(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', " ", text, flags=re.S)
    return text, [own for own, _ in includes if own], {standard for _, standard in includes if standard}


def definitions(code):
    return {next(filter(None, groups)) for groups in DEFINED.findall(code)}


def check(root):
    headers = {p.relative_to(root).as_posix(): code_of(p)
               for folder in FOLDERS for p in sorted((root / folder).rglob("*.h"))}
    defined = {name: definitions(code) for name, (code, _, _) in headers.items()}
    anywhere = {}
    for header, names in defined.items():
        for name in names:
            anywhere.setdefault(name, header)
    missing = []
    for header, (code, _, _) in headers.items():
        seen, todo, standard = set(), [header], set()
        while todo:
            at = todo.pop()
            if at in seen or at not in headers:
                continue
            seen.add(at)
            todo += headers[at][1]
            standard |= headers[at][2]
        standard |= {other for name in standard for other in BRINGS.get(name, [])}
        known = set().union(*(defined[other] for other in seen))
        for name in sorted(set(USED.findall(code)) - known):
            if name in anywhere:
                missing.append(f"{header} names {name}, which stands in {anywhere[name]}, and does not include it")
        for name in sorted(set(re.findall(r"\bstd::(\w+)", code))):
            if name not in HEADERS_OF:
                missing.append(f"{header} names std::{name}, of which tests/headers_alone.py has no header")
            elif not HEADERS_OF[name] & standard:
                missing.append(f"{header} names std::{name} without <{'> or <'.join(sorted(HEADERS_OF[name]))}>")
    return missing, len(headers)


# A function in a header, and what makes a name a file's own: a lambda, a variable or parameter, an enumerator.
FUNCTION = re.compile(r"^(?:inline |constexpr |static |extern )*(?:[\w:]+(?:<[^()]*>)?[&*\s]+)+([a-z_]\w*)\(", re.M)
CALLED = re.compile(r"(?<![\w.>:])([a-z_]\w*)\(")
OWN = r"\bauto&?\s+{0}\b|[\w>&*]\s+[&*]*{0}\s*[;,)({{]|\(\*{0}\)|\b{0}\s*(?:=[^=]|\[)"
NO_FUNCTIONS = {"return", "decltype", "if", "for", "while", "sizeof", "switch"}


def check_sources(root):
    headers = {p.relative_to(root).as_posix(): code_of(p) for folder in FOLDERS
               for kind in ("*.h", "*.cuh") for p in sorted((root / folder).rglob(kind))}
    where = {}
    for header, (code, _, _) in headers.items():
        for name in definitions(code) | set(FUNCTION.findall(code)) - NO_FUNCTIONS:
            where.setdefault(name, set()).add(header)
    missing, sources = [], [p for folder in FOLDERS if folder != "tests" for p in sorted((root / folder).rglob("*.cpp"))]
    for path in sources:
        code, todo, _ = code_of(path)
        seen = set()
        while todo:
            at = todo.pop()
            if at not in seen and at in headers:
                seen.add(at)
                todo += headers[at][1]
        text = code + "".join(headers[at][0] for at in seen)
        for name in sorted(set(USED.findall(code)) | set(CALLED.findall(code))):
            if name in where and not where[name] & seen and name not in definitions(code) and \
                    not re.search(OWN.format(name), text):
                missing.append(f"{path.relative_to(root).as_posix()} names {name}, which stands in {sorted(where[name])[0]}, "
                               "and does not include it")
    return missing, len(sources)


def self_test():
    other = "#pragma once\n#include <vector>\nstruct Row {\n};\ninline constexpr int kRows = 2;\nenum class Kind { a };\n"
    cases = {'#include "viz/other.h"\nRow row();\n': False, "Row row();\n": True, "struct Row;\nRow* row();\n": False,
             "int rows[kRows];\n": True, "// a Row\nint row();\n": False, "template <class Row>\nRow row();\n": False,
             '#include "viz/other.h"\nstd::vector<int> rows();\n': False, "std::vector<int> rows();\n": True,
             "void row(Kind kind);\n": True, '#include "viz/between.h"\nKind kind();\n': False, "std::nothing row();\n": True,
             "#include <string>\nstd::size_t rows();\n": False, "int row(const char* name = \"Row\");\n": False}
    for text, is_missing in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "viz").mkdir()
            (root / "viz/other.h").write_text(other)
            (root / "viz/between.h").write_text('#include "viz/other.h"\n')
            (root / "viz/it.h").write_text(text)
            missing, _ = check(root)
            assert bool(missing) == is_missing, (text, missing)
    other = "#pragma once\nstruct Row {\n};\nint rows_of(const Row& row);\n"
    sources = {'#include "viz/other.h"\nint n = rows_of({});\n': False, "int n = rows_of({});\n": True, "void f(Row*);\n": True,
               "int f() { const auto rows_of = [](int n) { return n; }; return rows_of(1); }\n": False,
               "int n = it.rows_of(1);\n": False}
    for text, is_missing in sources.items():
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "viz").mkdir()
            (root / "viz/other.h").write_text(other)
            (root / "viz/it.cpp").write_text(text)
            missing, _ = check_sources(root)
            assert bool(missing) == is_missing, (text, missing)
    print(f"headers: self-test passed, {len(cases) + len(sources)} cases")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    missing, headers = check(ROOT)
    more, sources = check_sources(ROOT)
    missing += more
    print("\n".join(missing) if missing else f"headers: {headers}, and sources: {sources}, each includes what it names")
    return 1 if missing or headers == 0 or sources == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
