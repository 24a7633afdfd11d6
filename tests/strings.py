#!/usr/bin/env python3
"""Holds the catalogue of the program's words, viz/text/strings.json, to the sources and the languages to each other:

    every literal that viz/ and app/ hand to tr(), tr_later() or tr_format() is in it, and so are both numbers of every
    noun that counted() counts there; so is every pattern that engine/ makes a Sentence of, which is a literal or a
    constant marked by pattern(); so are every kernel's title, source and lesson, and every workload's title; every entry is some literal of the
    sources; each has all translations, and these have the places of the English one.

With --self-test it shows that it can fail.
"""
import json
import pathlib
import re
import string
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = ("zh-Hant", "zh-Hans")

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


def unmarked_in(source):
    """Sentences whose pattern cannot be found."""
    marked = {match[1] for match in CONSTANT.finditer(source) if match[2]}
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


def check(strings, wanted, known):
    wrong, seen = [], set()
    for entry in strings:
        english = entry.get("en", "")
        if english in seen:
            wrong.append(f"{english!r} is there twice")
        seen.add(english)
        if english not in known:
            wrong.append(f"{english!r} is nowhere in the sources")
        for language in LANGUAGES:
            if not entry.get(language):
                wrong.append(f"{english!r} has no {language}")
            elif places(entry[language]) != places(english):
                wrong.append(f"{english!r}: the places of {entry[language]!r} differ")
    return wrong + [f"{english!r} is not in strings.json" for english in sorted(wanted - seen)]


def self_test():
    source = 'a(tr("one {} " /**/), b); c(tr_later("two "\n  "three")); counted(f(x), "warp"); x = "four";'.replace("/**/", "")
    wanted, known = wanted_of(source), known_of(source)
    assert wanted == {"one {} ", "two three", "{} warp", "{} warps"}, wanted
    good = [{"en": text, "zh-Hant": text, "zh-Hans": text} for text in sorted(wanted) + ["four"]]
    assert not check(good, wanted, known), check(good, wanted, known)
    assert check(good[1:], wanted, known)
    assert check(good + good[:1], wanted, known)
    assert check(good + [{"en": "five", "zh-Hant": "五", "zh-Hans": "五"}], wanted, known)
    assert check([dict(entry, **{"zh-Hant": ""}) for entry in good], wanted, known)
    assert check([dict(entry, **{"zh-Hans": "{} {}"}) for entry in good], wanted, known)
    said = 'a = Sentence("five {}", b); Sentence c("six"); constexpr auto kSeven = pattern("se"\n "ven"); Sentence(kSeven);'
    assert said_in(said) == {"five {}", "six", "seven"} and not unmarked_in(said), (said_in(said), unmarked_in(said))
    assert check(good, wanted | said_in(said), known | known_of(said))
    assert unmarked_in('kEight = "eight"; Sentence(kEight)') == ["kEight"]
    assert unmarked_in('Sentence(few ? "nine" : "ten")') and not unmarked_in("Sentence(const Sentence&);")
    kernel = '// Lesson: one\n//         two.\n// Watch:  three.\nfacts{.id = "a", .title = "b", .source =\n "c"};'
    assert told_of(kernel) == {"one two.", "three.", "b", "c"}, told_of(kernel)
    assert places("{1} {0}") == places("{} {}") and places("{:x}") != places("{}")
    print("strings: self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    strings = json.loads((ROOT / "viz/text/strings.json").read_text(encoding="utf-8"))
    wanted, known, wrong = set(), set(), []
    for folder in ("viz", "app", "engine", "kernels"):
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in {".h", ".cpp"}:
                continue
            source = file.read_text(encoding="utf-8")
            known |= known_of(source)
            if folder in ("viz", "app") and file.name != "language.h":
                wanted |= wanted_of(source)
            if folder == "kernels":
                wanted |= told_of(source)
            if file.parent.name == "workload":
                wanted |= {text_of(match[1]) for match in KERNEL_FACT.finditer(source)}
            if folder == "engine" and file.stem != "sentence":
                wanted |= said_in(source)
                wrong += [f"{file.relative_to(ROOT)}: a Sentence of {other}" for other in unmarked_in(source)]
    wrong += check(strings, wanted, known)
    print("\n".join(wrong) if wrong else f"strings: {len(strings)} texts in {len(LANGUAGES)} translations")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
