#!/usr/bin/env python3
"""Lessons, through the real binary: listed, checked, played, printed, and made from a preset. lessons_test.py BINARY [TEST...]"""
import json

import cases
from cases import Case

FILE = """# Mine

## Steps

```ask
{"kind": "number", "question": "How many steps?", "of": "convergent_shared --n %d --block %d",
 "quantity": "block.steps", "unit": "steps", "why": "It halves: {answer}."}
```

## Lanes

```ask
{"kind": "lanes", "question": "Which lanes?", "quantity": "lanes[2][0] of convergent_shared --n 64 --block 32", "why": "{answer}"}
```
"""


class Lessons(Case):
    def file(self, name, text):
        (self.cwd / name).write_text(text, encoding="utf-8")
        return name

    def text(self, name):
        return (self.cwd / name).read_text(encoding="utf-8")

    def checked(self, lesson):
        return json.loads(self.good(f"lesson check {lesson} --json").stdout)

    def test_the_course_is_listed_in_each_language(self):
        english = json.loads(self.good("lesson list --json").stdout)
        ids = [lesson["id"] for lesson in english]
        self.assertEqual(ids[0], "01-tree")
        self.assertIn("divergence", ids)   # a preset
        for language in ("zh-Hant", "zh-Hans"):
            listed = json.loads(self.good(f"lesson list --language {language} --json").stdout)
            self.assertEqual([lesson["id"] for lesson in listed], ids)
            self.assertTrue(all(a["title"] != b["title"] for a, b in zip(listed, english)))
        self.refused("lesson list --language tlh", "zh-Hant")

    def test_the_answer_follows_the_launch_in_the_file(self):
        for n, block, steps in ((64, 32, 6), (2048, 1024, 11)):
            checked = self.checked(self.file("my.md", FILE % (n, block)))
            self.assertEqual(checked["questions"][0]["answer"], f"{steps} steps")

    def test_answers_are_marked_and_results_written(self):
        lesson, answers = self.file("my.md", FILE % (64, 32)), self.file("a.json", "[[6], [0, 1]]")
        played = self.call(f"lesson play {lesson} --answers {answers} --name Ada -o r.csv")
        self.assertEqual(played.returncode, 1)   # one is wrong
        rows = self.text("r.csv").splitlines()
        self.assertEqual(rows[0], "name,lesson,page,kind,question,result,tries,hints")
        self.assertEqual(rows[1], '"Ada","my",1,number,"How many steps?",right,1,0')
        self.assertEqual(rows[2], '"Ada","my",2,lanes,"Which lanes?",wrong,1,0')
        self.refused(f"lesson play {lesson} --answers {answers} -o r.txt", ".json")
        self.assertFalse((self.cwd / "r.txt").exists())

    def test_a_lesson_is_printed_with_and_without_answers(self):
        lesson = self.file("my.md", FILE % (64, 32))
        self.good(f"lesson export {lesson} -o p.html")
        self.assertIn("It halves: 6 steps.", self.text("p.html"))
        self.good(f"lesson export {lesson} --exam -o p.html")
        exam = self.text("p.html")
        self.assertIn("How many steps?", exam)
        self.assertNotIn("halves", exam)
        self.refused(f"lesson export {lesson} -o p.pdf", ".html")

    def test_a_preset_is_a_lesson_to_begin_with(self):
        self.good("lesson template divergence -o begin.md")
        self.assertEqual(self.checked("begin.md")["questions"], self.checked("divergence")["questions"])
        self.refused("lesson template nothing", "divergence")

    def test_a_file_that_is_no_lesson_says_where(self):
        for text, place in (("# T\n\n## P\n\n- a list\n", ":5:1:"), ("no title\n", ":1:1:")):
            self.refused(f"lesson check {self.file('bad.md', text)}", place)


if __name__ == "__main__":
    cases.main()
