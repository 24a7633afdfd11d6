#!/usr/bin/env python3
"""Holds the translations of the program's words, a file a language in viz/text/, to the sources:

    every literal that viz/ and app/ hand to tr(), tr_later() or tr_format() is in each of them, and so are both numbers of
    every noun that counted() counts there; so is every pattern that engine/, viz/ or app/ makes a Sentence of, which is a
    literal or a constant marked by pattern(); so are every kernel's title, source and lesson,
    and every workload's title; every key is some literal of
    the sources; each translation has the places of the English text.

With --self-test it shows that it can fail.
"""
import json
import pathlib
import re
import string
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "viz/text"

LITERAL = r'"(?:[^"\\\n]|\\.)*"'
LITERALS = re.compile(LITERAL + r"(?:\s*" + LITERAL + r")*")
TRANSLATED = re.compile(r"\btr(?:_later|_format)?\(\s*(" + LITERALS.pattern + ")")
COUNTED = re.compile(r"\bcounted\((?:[^()\"]|\((?:[^()]|\([^()]*\))*\))*,\s*\"([\w -]+)\"\)")
SAID = re.compile(r"\b(?:Sentence(?:\s+\w+)?|pattern)\(\s*(" + LITERALS.pattern + ")")
# What is no literal: a copy, a declaration and a constant are none either, and are let through by their looks.
SAID_OTHERWISE = re.compile(r"\bSentence\((?!\s*(?:\"|k[A-Z]|const |fmt::|\)))([^;\n]*)")
CONSTANT = re.compile(r"\b(k[A-Z]\w*) =\s*(pattern)?")
# Lessons are made from the comments on top of a kernel's file.
LESSON = re.compile(r"^// (?:Lesson|Watch): *(.*(?:\n//         ?.*)*)", re.M)
KERNEL_FACT = re.compile(r"\.(?:title|source) =\s*(" + LITERALS.pattern + ")")


def text_of(literals):
    joined = "".join(part[1:-1] for part in re.findall(LITERAL, literals))
    return re.sub(r"\\(.)", lambda escape: {"n": "\n", "t": "\t"}.get(escape[1], escape[1]), joined)


def wanted_of(source):
    wanted = {text_of(match[1]) for match in TRANSLATED.finditer(source)}
    for match in COUNTED.finditer(source):
        wanted |= {"{} " + match[1], "{} " + match[1] + "s"}
    return wanted


def said_in(source):
    """The patterns of the engine's sentences."""
    return {text_of(match[1]) for match in SAID.finditer(source)}


def marked_in(source):
    """Constants that are patterns."""
    return {match[1] for match in CONSTANT.finditer(source) if match[2]}


def unmarked_in(source, marked):
    """Sentences whose pattern cannot be found."""
    constants = {match[1] for match in re.finditer(r"\bSentence\(\s*(k[A-Z]\w*)", source)}
    return sorted(constants - marked) + [match[1].strip() for match in SAID_OTHERWISE.finditer(source)]


def lessons_in(source):
    return {re.sub(r"\s*\n//\s*", " ", match[1]).strip() for match in LESSON.finditer(source)}


def told_of(kernel):
    """What the window tells of a kernel, from its file."""
    return lessons_in(kernel) | {text_of(match[1]) for match in KERNEL_FACT.finditer(kernel)}


def known_of(source):
    """Whatever may be a key: literals, counted nouns, and lessons."""
    code = re.sub(r"^\s*//.*$", "", source, flags=re.M)
    known = {text_of(match[0]) for match in LITERALS.finditer(code)}
    known |= {"{} " + noun + ending for noun in known if len(noun) < 30 for ending in ("", "s")}
    return known | lessons_in(source)


def places(pattern):
    """Name or number of each place and how it is formatted; automatic numbers are counted."""
    try:
        found = [(name, spec) for _, name, spec, _ in string.Formatter().parse(pattern) if name is not None]
    except ValueError:
        return None   # a text with a single brace, which is no pattern
    return sorted((name or str(i), spec) for i, (name, spec) in enumerate(found))


def read(text):
    """Pairs of English and translation, in the order of the file: a key that is there twice must not get lost."""
    return json.loads(text, object_pairs_hook=list)


def languages():
    """The pairs of every language."""
    return {file.stem: read(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))}


def check(language, strings, wanted, known):
    wrong, seen = [], set()
    for english, translation in strings:
        if english in seen:
            wrong.append(f"{english!r} is there twice")
        seen.add(english)
        if english not in known:
            wrong.append(f"{english!r} is nowhere in the sources")
        if not translation:
            wrong.append(f"{english!r} has no translation")
        elif places(translation) != places(english):
            wrong.append(f"{english!r}: the places of {translation!r} differ")
    wrong += [f"{english!r} is missing" for english in sorted(wanted - seen)]
    return [f"{language}: {sentence}" for sentence in wrong]


def self_test():
    source = 'a(tr("one {} " /**/), b); c(tr_later("two "\n  "three")); counted(f(x), "warp"); x = "four";'.replace("/**/", "")
    wanted, known = wanted_of(source), known_of(source)
    assert wanted == {"one {} ", "two three", "{} warp", "{} warps"}, wanted
    good = [(text, text) for text in sorted(wanted) + ["four"]]
    assert read('{"a": "b", "a": "c"}') == [("a", "b"), ("a", "c")]
    assert not check("x", good, wanted, known), check("x", good, wanted, known)
    assert check("x", good[1:], wanted, known)
    assert check("x", good + good[:1], wanted, known)
    assert check("x", good + [("five", "五")], wanted, known)
    assert check("x", [(english, "") for english, _ in good], wanted, known)
    assert check("x", [(english, "{} {}") for english, _ in good], wanted, known)
    said = 'a = Sentence("five {}", b); Sentence c("six"); constexpr auto kSeven = pattern("se"\n "ven"); Sentence(kSeven);'
    assert said_in(said) == {"five {}", "six", "seven"}, said_in(said)
    assert marked_in(said) == {"kSeven"} and not unmarked_in(said, {"kSeven"}), unmarked_in(said, {"kSeven"})
    assert check("x", good, wanted | said_in(said), known | known_of(said))
    assert unmarked_in('kEight = "eight"; Sentence(kEight)', set()) == ["kEight"]
    assert unmarked_in('Sentence(few ? "nine" : "ten")', set())
    assert not unmarked_in("Sentence(const Sentence&);", set())
    kernel = '// Lesson: one\n//         two.\n// Watch:  three.\nfacts{.id = "a", .title = "b", .source =\n "c"};'
    assert told_of(kernel) == {"one two.", "three.", "b", "c"}, told_of(kernel)
    assert places("{1} {0}") == places("{} {}") and places("{:x}") != places("{}")
    print("strings: self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    wanted, known, marked, sources = set(), set(), set(), {}
    for folder in ("viz", "app", "engine", "kernels"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in {".h", ".cpp", ".cu", ".cuh"}:
                sources[file.relative_to(ROOT)] = file.read_text(encoding="utf-8")
    for path, source in sources.items():
        known |= known_of(source)
        marked |= marked_in(source)
        if path.parts[0] in ("viz", "app") and path.name != "language.h":
            wanted |= wanted_of(source)
        if path.parts[0] == "kernels":
            wanted |= told_of(source)
        elif path.parent.name == "workload":
            wanted |= {text_of(match[1]) for match in KERNEL_FACT.finditer(source)} | said_in(source)
        elif path.stem != "sentence":
            wanted |= said_in(source)
    wrong = [f"{path}: a Sentence of {other}" for path, source in sources.items()
             if path.parts[0] != "kernels" and path.stem != "sentence" for other in unmarked_in(source, marked)]
    translations = languages()
    for language, strings in translations.items():
        wrong += check(language, strings, wanted, known)
    print("\n".join(wrong) if wrong else
          "strings: " + ", ".join(f"{len(strings)} texts in {language}" for language, strings in translations.items()))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
