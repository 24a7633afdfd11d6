"""The whole course by mouse and keys: each question of each lesson gets nonsense, a wrong answer, and when it comes back at the
end a right one. What is right is asked of `lanescope lesson check`, which works it out from the traces."""

import json
import os
import subprocess
import time

from driver import Window
from learning import LONG_SECONDS, answer, awaits, on_page, open_list_of_lessons

LANGUAGES = ["en", "zh-Hant", "zh-Hans"]
LESSONS = sorted(name.removesuffix(".md") for name in os.listdir(os.path.join(os.path.dirname(__file__), "../../lessons"))
                 if name.endswith(".md"))


def questions_of(binary, lesson, language):
    text = subprocess.run([binary, "lesson", "check", lesson, "--language", language, "--json"], check=True, capture_output=True).stdout
    return json.loads(text)


def by_digits(indices):
    return lambda window: window.key(*[str(index + 1) for index in indices])


def by_clicks(marks, down=0.5):
    def click(window):
        for mark in marks:
            window.click("lesson/" + mark, 0.5, down)

    return click


def by_typing(text):
    def type_it(window):
        window.click("lesson/field")
        window.key("ctrl+a")
        window.type(text)

    return type_it


def by_clicks_in_place_of_typing(marks):
    def click(window):
        window.click("lesson/field")
        window.key("ctrl+a", "BackSpace")
        by_clicks(marks)(window)

    return click


def nothing(_window):
    pass


def sorted_indices(values):
    return sorted(range(len(values)), key=lambda i: values[i])


def ways_of_choice(values):
    return nothing, by_clicks([f"option/{values.index(0)}"]), by_digits([values.index(1)])


def ways_of_number(values):
    return by_typing("abc"), by_typing(f"{2 * values[0] + 1:.17g}"), by_typing(f"{values[0]:.17g}")


def ways_of_set(values):
    members = [int(value) for value in values]
    wrong = [0, 1, 2] if len(members) >= 31 else next(m for m in ([0], [1]) if m != members)
    return by_typing("0, 99"), by_clicks_in_place_of_typing([f"member/{m}" for m in wrong]), by_typing(", ".join(map(str, members)))


def ways_of_order(values):
    order = sorted_indices(values)
    return nothing, by_clicks([f"option/{i}" for i in reversed(order)]), by_digits(order)


def ways_of_curve(values):
    """Heights begin equal, which predicts nothing; one that is pulled down is the lowest."""
    order = sorted_indices(values)
    return nothing, by_clicks([f"height/{order[-1]}"], 0.97), by_clicks([f"height/{order[0]}"], 0.97)


WAYS = {"choice": ways_of_choice, "number": ways_of_number, "lanes": ways_of_set, "sectors": ways_of_set, "banks": ways_of_set,
        "order": ways_of_order, "curve": ways_of_curve}


def fail_a_task(window):
    """What it begins with lacks something; it need not be done to go on."""
    window.click("lesson/task/begin")
    window.wait(lambda s: s["own"] and s["up_to_date"] and "editor/text" in s["marks"], "the kernel to begin with", LONG_SECONDS)
    window.click("lesson/task/judge")
    window.wait(lambda s: "lesson/task/missing" in s["marks"], "what it lacks", LONG_SECONDS)
    window.click("editor/close")


def play(window, lesson, language):
    checked = questions_of(window.binary, lesson, language)
    asked = {question["page"]: question for question in checked["questions"]}
    open_list_of_lessons(window)
    window.click(f"lesson/list/{lesson}")
    window.wait(lambda s: "lesson/next" in s["marks"], "a page")
    window.key(*["k"] * (2 * checked["pages"]))
    wrong = []
    for page in range(1, checked["pages"] + 1):
        on_page(window, page)
        if page in asked and asked[page]["kind"] == "write":
            fail_a_task(window)
        elif page in asked:
            window.wait(awaits, f"the question of page {page}", LONG_SECONDS)
            nonsense, mistake, _ = WAYS[asked[page]["kind"]](asked[page]["values"])
            nonsense(window)
            window.key("Return")
            time.sleep(0.3)
            assert awaits(window.state()), f"page {page}: nonsense counts as an answer"
            answer(window, mistake, "wrong")
            wrong.append(page)
        window.key("n")
    for place, page in enumerate(wrong, checked["pages"] + 1):
        on_page(window, place)
        window.wait(awaits, f"the question of page {page}, again", LONG_SECONDS)
        answer(window, WAYS[asked[page]["kind"]](asked[page]["values"])[2], "right")
        window.key("n")
    state = window.state()
    assert not state["error"], state["error"]


def lesson_in(lesson, language):
    def test(window):
        for _ in LANGUAGES:
            if window.state()["view"]["language"] == language:
                break
            before = window.state()["view"]["language"]
            window.key("g")
            window.wait(lambda s: s["view"]["language"] != before, "another language")
        play(window, lesson, language)

    test.__name__ = f"the_lesson_{lesson}_in_{language}"
    return test


# Each lesson in one of the languages.
COURSE = [lesson_in(lesson, language) for i, language in enumerate(LANGUAGES) for lesson in LESSONS[i::len(LANGUAGES)]]


def course_in_all(attempt):
    """Each lesson in each language: a window for each, so that nothing is answered yet."""
    def go(binary, display):
        good = []
        for language in LANGUAGES:
            window = Window(binary, display)
            good += [attempt(lesson_in(lesson, language), window) for lesson in LESSONS] + [attempt(window.close)]
        return good

    return go
