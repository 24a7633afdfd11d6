#!/usr/bin/env python3
"""Holds the translations in viz/text/, and the lessons, to docs/glossary.md:

    where an English text uses a term, its translation has one of the term's words; where the glossary says "alone", the
    word is used for that term only; no word belongs to two terms; words of the last table are used nowhere; and each
    translation is written in its own script.

A longer term hides the shorter ones in it, in English as in Chinese: "shared memory" is not memory, 參數掃描 is not 掃描.
With --self-test it shows that it can fail.
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = ("zh-Hant", "zh-Hans")
# A character set of each script: what is not in it is not written there.
CHARACTER_SETS = {"zh-Hant": "big5", "zh-Hans": "gb2312"}
# Options with their values, and what is typed: names, not words.
COMMAND = re.compile(r"--[a-z][a-z-]*(?: [a-z]\w*(?=:))?|`[^`]*`")
IDEOGRAPH = re.compile(r"[\u4e00-\u9fff]")


class Term:
    """A row: its English forms, its words in each language, and whether those are used for nothing else."""

    def __init__(self, cells):
        self.english = [form.strip() for form in cells[0].split(",")]
        self.words = {language: cell.split("、") for language, cell in zip(LANGUAGES, cells[1:3])}
        self.alone = cells[3].split(";")[0].strip() == "alone"


class Glossary:
    """The tables of the glossary, told apart by the heading of their first column."""

    def __init__(self, markdown):
        self.terms, self.exceptions, self.unused, table = [], set(), {language: [] for language in LANGUAGES}, None
        for line in markdown.splitlines():
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else None
            if cells is None:
                table = None
            elif table is None:
                table = cells[0]
            elif set(line) <= set("|-"):
                continue
            elif table == "English":
                self.terms.append(Term(cells))
            elif table == "text":
                self.exceptions.add((cells[0], cells[1]))
            elif table == "word":
                self.unused[cells[1]].append(cells[0])
        self.in_english = finder([form for term in self.terms for form in term.english], r"(?<!\w)(?:{})(?![\w(])")
        self.in_chinese = {language: finder([word for term in self.terms for word in term.words[language]], "(?:{})")
                           for language in LANGUAGES}

    def contradictions(self):
        """Forms in two terms, and words that the glossary itself forbids."""
        wrong, seen = [], set()
        for term in self.terms:
            for form in [("en", form) for form in term.english] + \
                        [(language, word) for language in LANGUAGES for word in term.words[language]]:
                if form in seen:
                    wrong.append(f"glossary: {form[1]!r} ({form[0]}) belongs to two terms")
                seen.add(form)
                if form[0] in self.unused and form[1] in self.unused[form[0]]:
                    wrong.append(f"glossary: {form[1]!r} ({form[0]}) is a term's word and must not be used")
        return wrong

    def wrong_in(self, english, translation, language):
        """What is wrong with one translation, a sentence each."""
        asked = {found.lower() for found in self.in_english.findall(COMMAND.sub(" ", english))}
        said = {found.lower() for found in self.in_chinese[language].findall(translation)}
        rest = self.in_chinese[language].sub(" ", translation)
        wrong = [f"{word!r} is not used" for word in self.unused[language] if word in rest]
        wrong += [f"{c!r} is not of this script" for c in IDEOGRAPH.findall(translation)
                  if not encodable(c, CHARACTER_SETS[language])]
        for term in self.terms:
            uses = asked & {form.lower() for form in term.english}
            words = {word.lower() for word in term.words[language]}
            if any((english.strip(), form) in self.exceptions for form in uses):
                continue
            if uses and not said & words:
                wrong.append(f"{min(uses)} is {' or '.join(term.words[language])}")
            if term.alone and not uses and said & words:
                wrong.append(f"{min(said & words)} is {term.english[0]}, of which the English says nothing")
        return wrong

    def check(self, strings):
        texts = {entry["en"].strip() for entry in strings}
        return self.contradictions() + [
            f"glossary: {text!r} is excepted, and is no text" for text, _ in sorted(self.exceptions) if text not in texts] + [
            f"{entry['en']!r}: {entry[language]!r} ({language}): {wrong}"
            for entry in strings for language in LANGUAGES
            for wrong in self.wrong_in(entry["en"], entry[language], language)]


def entries():
    """Every English text, with its translation in each of the two languages."""
    texts = {language: json.loads((ROOT / f"viz/text/{language}.json").read_text(encoding="utf-8")) for language in LANGUAGES}
    return [{"en": english, **{language: texts[language].get(english, "") for language in LANGUAGES}}
            for english in texts[LANGUAGES[0]]]


WORDS = {"question", "unit", "text", "reply", "why", "hints"}


def lesson_words(markdown):
    """What a reader sees of a lesson, in order: titles and paragraphs, and the words in its blocks without their values."""
    words, fence = [], None
    for line in markdown.splitlines():
        if line.startswith("```"):
            if fence:
                words += block_words(json.loads("\n".join(fence)))
            fence = None if fence is not None else []
        elif fence is not None:
            fence.append(line)
        elif line:
            words.append(line.lstrip("# "))
    return words


def block_words(value, key=None):
    if isinstance(value, dict):
        return [words for name, inner in value.items() for words in block_words(inner, name)]
    if isinstance(value, list):
        return [words for inner in value for words in block_words(inner, key)]
    return [re.sub(r"\{[^}]*\}", "{}", value)] if key in WORDS else []


def lesson_entries():
    """The same of the lessons: every language has the same pages and blocks in the same order."""
    found = []
    for file in sorted((ROOT / "lessons").glob("*.md")):
        texts = {language: lesson_words((ROOT / "lessons" / language / file.name).read_text(encoding="utf-8"))
                 for language in LANGUAGES}
        english = lesson_words(file.read_text(encoding="utf-8"))
        assert all(len(words) == len(english) for words in texts.values()), f"{file.name}: texts are missing in a language"
        found += [{"en": text, **{language: texts[language][i] for language in LANGUAGES}} for i, text in enumerate(english)]
    return found


def finder(forms, around):
    """Finds the longest of the forms at each place."""
    forms = sorted(set(forms), key=len, reverse=True)
    return re.compile(around.format("|".join(map(re.escape, forms)) or "(?!)"), re.I)


def encodable(character, charset):
    try:
        return bool(character.encode(charset))
    except UnicodeEncodeError:
        return False


SAMPLE = """
| English | Taiwan | mainland | note |
|---|---|---|---|
| memory | 記憶體 | 内存 | |
| shared memory | 共享記憶體 | 共享内存 | |
| coalescing, coalesced | 合併存取 | 合并访存 | alone; of memory |
| merge | 歸併 | 归并 | alone |

| text | English | why |
|---|---|---|
| memory of a merge | memory | what is left of it |

| word | language | instead |
|---|---|---|
| 合併 | zh-Hant | 歸併 |
"""


def self_test():
    glossary = Glossary(SAMPLE)
    assert len(glossary.terms) == 4 and not glossary.contradictions()

    def wrong(english, hant, hans="", language="zh-Hant"):
        return glossary.wrong_in(english, hans or hant, language)

    assert not wrong("Coalesced loads", "合併存取的載入") and not wrong("merges", "任何")
    assert wrong("Coalesced loads", "聚合的載入")                          # another word than the glossary's
    assert wrong("merge two arrays", "合併兩個陣列")                        # a word of the last table
    assert wrong("merge two arrays", "合併存取兩個陣列")                    # the word of another term
    assert wrong("two arrays", "歸併兩個陣列")                              # a word that is used alone
    assert wrong("shared memory", "記憶體") and wrong("memory", "共享記憶體")  # neither holds for the other
    assert wrong("merge", "", "归并并並", "zh-Hans") and wrong("merge", "歸併记")  # another script
    assert not wrong("--combine merge: no", "不") and not wrong("`merge`", "不") and wrong("--combine, merge", "不")
    assert not wrong("memory of a merge", "歸併的記錄")
    excepted = {"en": "memory of a merge", "zh-Hant": "歸併", "zh-Hans": "归并"}
    assert not glossary.check([excepted]) and glossary.check([])
    assert glossary.check([excepted, {"en": "merge", "zh-Hant": "歸併", "zh-Hans": "合并"}])
    assert not glossary.check([excepted, {"en": "merge", "zh-Hant": "歸併", "zh-Hans": "归并"}])
    twice = Glossary(SAMPLE.replace("| merge | 歸併 |", "| merge | 合併存取 |"))
    assert twice.contradictions()
    assert Glossary(SAMPLE.replace("| merge | 歸併 |", "| merge | 合併 |")).contradictions()
    print("glossary: self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    glossary = Glossary((ROOT / "docs/glossary.md").read_text(encoding="utf-8"))
    strings = entries() + lesson_entries()
    wrong = glossary.check(strings)
    print("\n".join(wrong) if wrong else f"glossary: {len(glossary.terms)} terms held in {len(strings)} texts")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
