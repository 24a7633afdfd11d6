#!/usr/bin/env python3
"""Drives the real binary through files, pictures, sweeps and long runs. sessions_test.py BINARY [TEST...]"""
import csv
import io
import json
import os
import pathlib
import pty
import signal
import struct
import subprocess
import time

import cases
from cases import Case, DEVICE_KERNELS


class Recordings(Case):
    def test_what_was_recorded_is_replayed(self):
        done = self.good("record segmented coarsened --n 5000 --coarse 2 --backend emulator -o r.lanescope")
        self.assertIn(": 2 runs on ", done.stdout)
        self.assertIn(": 1 run on ", self.good("record segmented --n 100 -o one.lanescope").stdout)
        self.assertIn(": 1 run, ", self.good("replay one.lanescope").stdout)
        replay = json.loads(self.good("replay r.lanescope --json").stdout)
        self.assertEqual(list(replay), ["file", "device", "driver", "date", "command", "runs"])
        self.assertRegex(replay["date"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertEqual(replay["command"],
                         "lanescope record segmented coarsened --n 5000 --coarse 2 --backend emulator -o r.lanescope")
        for run in replay["runs"]:
            trace = self.json(f"trace {run['kernel']} --n 5000 --coarse {run['coarse_factor']} --result")
            for field in ["block", "totals", "result", "kind"]:
                self.assertEqual(run[field], trace[field], field)
        replay = json.loads(self.good("replay r.lanescope --json --additions").stdout)
        for run in replay["runs"]:
            trace = self.json(f"trace {run['kernel']} --n 5000 --coarse {run['coarse_factor']} --additions")
            self.assertEqual(run["block"], trace["block"])
        text = self.good("replay r.lanescope coarsened").stdout
        self.assertIn("coarsened", text)
        self.assertNotIn("segmented:", text)

    def test_the_whole_ladder_without_names(self):
        self.good("record --n 1000 -o r.lanescope")
        kernels = [run["kernel"] for run in json.loads(self.good("replay r.lanescope --json").stdout)["runs"]]
        for kernel in DEVICE_KERNELS:
            self.assertIn(kernel, kernels)

    def test_what_a_preset_shows(self):
        self.good("record --preset coarsening_figure --backend emulator -o r.lanescope")
        runs = json.loads(self.good("replay r.lanescope --json").stdout)["runs"]
        self.assertEqual([(run["kernel"], run["n"], run["coarse_factor"]) for run in runs],
                         [("segmented", 32, 1), ("coarsened", 32, 2)])
        self.refused("record coarsened --preset coarsening -o x", "--preset", "names its own kernels")
        self.refused("record --preset cat -o x", "--preset", "cat", "coarsening_figure")

    def test_bad_files_and_names_are_refused(self):
        self.refused("replay", "FILE is missing")
        self.refused("replay none.lanescope", "none.lanescope", "no such file")
        (self.cwd / "x.lanescope").write_text("something else")
        self.refused("replay x.lanescope", "x.lanescope", "not a Lanescope recording")
        self.good("record segmented --n 100 -o r.lanescope")
        whole = (self.cwd / "r.lanescope").read_bytes()
        (self.cwd / "cut.lanescope").write_bytes(whole[:-3])
        self.refused("replay cut.lanescope", "cut.lanescope", "damaged or cut short")
        (self.cwd / "new.lanescope").write_bytes(whole.replace(b"recording 2", b"recording 3"))
        self.refused("replay new.lanescope", "version 3")
        self.refused("replay r.lanescope coarsened", "coarsened", "it holds segmented")
        self.refused("record segmented", "-o is missing")
        self.refused("record sequential -o x", "sequential", "host")
        self.refused("record segmented --n 100 -o no/such/folder/r.lanescope", "no/such/folder/r.lanescope", code=1)


class Window(Case):
    def size_of(self, path):
        data = (self.cwd / path).read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        return struct.unpack(">II", data[16:24])

    def test_without_a_kernel_the_window_is_that_of_a_first_start(self):
        if not self.draws():
            return
        self.good("render window -o first.png --size 1280x720")
        self.good("render window --preset first_look --step 0 -o preset.png --size 1280x720")
        self.assertEqual((self.cwd / "first.png").read_bytes(), (self.cwd / "preset.png").read_bytes())
        self.refused("render tree -o tree.png", "KERNEL is missing")

    def draws(self):
        return "no renderer" not in self.call("render window segmented -o probe.png").stderr

    def test_without_arguments_and_display_the_ladder_runs_and_the_window_is_a_picture(self):
        done = self.good("")
        self.assertIn("lanescope: ", done.stderr)
        for kernel in DEVICE_KERNELS:
            self.assertIn(kernel, done.stdout)
        if self.draws():
            self.assertIn("no display", done.stderr)
            self.assertEqual(self.size_of("lanescope.png"), (1600, 900))

    def test_renders_pictures_of_any_size_and_refuses_the_rest(self):
        if not self.draws():
            self.refused("render window segmented -o x.png", "renderer", code=3)
            return
        self.good("render window coarsened --n 64 --block 8 --coarse 2 --step 2 --size 800x600 --theme light -o a.png")
        self.assertEqual(self.size_of("a.png"), (800, 600))
        self.good("render window interleaved_shared convergent_shared --n 2048 --block 64 --align steps --enlarge activity -o b.png")
        self.good("render window --preset first_look --size 1280x720 -o pictures.png")
        self.good("render window --preset first_look --panel steps --size 1280x720 -o steps.png")
        self.assertNotEqual((self.cwd / "pictures.png").read_bytes(), (self.cwd / "steps.png").read_bytes())
        self.good("render tree --preset coarsening_figure --size 900x400 -o c.svg")
        self.assertEqual((self.cwd / "c.svg").read_text().count("<svg "), 1)
        self.good("render comparison --preset coarsening_figure -o d.csv")
        self.assertIn("under-utilized steps,6,2.0×,3,least", (self.cwd / "d.csv").read_text().replace("\r", ""))
        self.refused("render window segmented -o x.svg", "-o is 'x.svg'", ".png")
        self.refused("render tree segmented -o x.csv", "'tree' is a picture")
        self.refused("render window --preset nothing -o x.png", "--preset is 'nothing'", "divergence")
        self.refused("render window segmented --preset divergence -o x.png", "leave KERNEL out")
        self.refused("render window --open no_such_file -o x.png", "no_such_file")
        self.refused("render window segmented --panel nothing -o x.png", "--panel is 'nothing'", "steps")
        self.refused("render window segmented segmented segmented segmented segmented -o x.png", "at most 4")
        self.refused("render nothing segmented -o x.png", "WHAT is 'nothing'", "window")
        self.refused("render window segmented", "-o is missing")
        self.refused("render window segmented -o x.jpg", "-o is 'x.jpg'", ".png")
        self.refused("render window segmented --size 10 -o x.png", "--size is '10'", "1600x900")
        self.refused("render window segmented --theme blue -o x.png", "--theme is 'blue'", "dark, light")
        self.refused("render window segmented --n 16 --block 8 --step 99 -o x.png", "--step is '99'", "from 0 to 6")
        self.refused("render window sequential -o x.png", "sequential")


class Languages(Window):
    def test_pictures_speak_chinese_where_its_font_is_installed_and_csv_never_does(self):
        if not self.draws():
            return
        self.refused("render window segmented --language zh -o x.png", "--language is 'zh'", "en, zh-Hant, zh-Hans")
        if not pathlib.Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc").exists():
            self.refused("render tree segmented --language zh-Hant -o x.png", "fonts-noto-cjk", code=3)
            return
        for language, word in (("en", "Reduction tree"), ("zh-Hant", "歸約樹"), ("zh-Hans", "归约树")):
            self.good(f"render tree segmented --n 64 --block 8 --language {language} -o {language}.svg")
            self.assertIn(word, (self.cwd / f"{language}.svg").read_text(encoding="utf-8"))
            self.good(f"render steps segmented --n 64 --block 8 --language {language} -o {language}.csv")
            self.assertEqual((self.cwd / f"{language}.csv").read_text(), (self.cwd / "en.csv").read_text())
        self.good("render window segmented --n 64 --block 8 --language zh-Hans --size 1280x720 -o window.png")
        self.assertEqual(self.size_of("window.png"), (1280, 720))


class Sweep(Case):
    def test_every_combination_is_there_and_no_time_is_invented(self):
        sweep = self.json("sweep coarsened --n 2^12,5000 --block 64,128 --coarse 1,4")
        self.assertEqual(sweep["kind"], "emulated")
        self.assertEqual([(p["n"], p["block_dim"], p["coarse_factor"]) for p in sweep["points"]],
                         [(n, b, c) for n in (4096, 5000) for b in (64, 128) for c in (1, 4)])
        for point in sweep["points"]:
            per_block = 2 * point["block_dim"] * point["coarse_factor"]
            self.assertEqual(point["grid_dim"], -(-point["n"] // per_block))
            self.assertEqual(point["totals"]["atomic_requests"], point["grid_dim"])
            self.assertIsNone(point["timing"])
            self.assertIsNone(point["skipped"])

    def test_what_cannot_be_is_listed_with_the_reason(self):
        points = self.json("sweep segmented --n 1000 --block 48,64 --coarse 1,2")["points"]
        self.assertEqual([bool(point["skipped"]) for point in points], [True, True, False, True])
        self.assertIn("power of two", points[0]["skipped"])
        self.assertIn("COARSE_FACTOR must be 1", points[3]["skipped"])

    def test_text_and_csv_have_a_row_a_combination(self):
        text = self.good("sweep segmented coarsened --n 1000 --coarse 1,2 --backend emulator").stdout
        self.assertEqual(len([line for line in text.splitlines() if line.startswith(("segmented ", "coarsened "))]), 3)
        rows = list(csv.DictReader(io.StringIO(self.good("sweep segmented --n 1000,2000 --csv --backend emulator").stdout)))
        self.assertEqual([(row["n"], row["kind"]) for row in rows], [("1000", "emulated"), ("2000", "emulated")])
        self.assertNotIn(None, rows[0], "as many names as cells")

    def test_bad_values_are_refused(self):
        self.refused("sweep segmented --n 1,x", "--n", "x", "whole number")
        self.refused("sweep segmented --block 4096", "--block", "4096", "from 1 to 1024")
        self.refused("sweep unheard_of", "unheard_of")
        self.refused("sweep segmented --csv --json", "--csv", "--json")

    def test_recorded_times_of_the_same_launch_are_shown_as_recorded(self):
        recorded = list((pathlib.Path(__file__).parents[2] / "recordings").glob("*.sweep"))
        self.assertTrue(recorded, "there are recorded sweeps")
        sums = next(path for path in recorded if "\nsegmented," in path.read_text())
        replayed = json.loads(self.good(f"replay {sums} --json").stdout)
        self.assertEqual(replayed["kind"], "recorded")
        self.assertEqual(replayed["method"], "graph_cold")
        time = next(t for t in replayed["times"] if t["kernel"] == "segmented" and t["n"] <= 2 ** 16)
        launch = f"segmented --n {time['n']} --block {time['block_dim']}"
        run = self.json(f"run {launch}")
        if "recorded" in run:   # where there is no GPU
            self.assertEqual((run["recorded"]["time_us"], run["recorded"]["kind"]), (time["time_us"], "recorded"))
            self.assertEqual(run["recorded"]["method"], "graph_cold")
            self.assertIn(replayed["device"], self.good(f"run {launch}").stdout)
            self.assertIn("recorded on " + replayed["device"], self.good(f"compare {launch}").stdout)
            for words in (f"run {launch}", f"compare {launch}", f"sweep {launch}"):
                self.assertIn("graph replays, cold L2", self.good(words).stdout)
            point, = self.json(f"sweep {launch}")["points"]
            self.assertEqual(point["recorded"]["method"], "graph_cold")
            self.assertIn(",graph_cold,recorded,", self.good(f"sweep {launch} --csv").stdout)
            self.assertNotIn("recorded", self.json(f"run segmented --n {time['n'] - 1} --block {time['block_dim']}"))

    def test_a_damaged_sweep_is_refused(self):
        recorded = list((pathlib.Path(__file__).parents[2] / "recordings").glob("*.sweep"))[0].read_bytes()
        (self.cwd / "cut.sweep").write_bytes(recorded[:-7])
        self.refused("replay cut.sweep", "cut.sweep", "cut short")


class Traces(Case):
    def test_a_result_is_computed_where_it_is_asked_for(self):
        alone, whole = self.json("trace segmented --n 5000"), self.json("trace segmented --n 5000 --result")
        for field in ["result", "reference", "relative_error"]:
            self.assertIsNone(alone[field])
            self.assertIsNotNone(whole[field])
            alone[field] = whole[field]
        self.assertEqual(alone, whole)

    def test_a_block_that_would_walk_for_ever_is_refused(self):
        for kernel in ["single_pass_last_block", "two_pass_interleaved"]:
            self.refused(f"trace {kernel} --n 2^20 --block 32 --grid 2^20", "--grid 1048576", "32768 steps", "16384")

    def test_additions_that_begin_with_other_blocks_sums(self):
        trace = self.json("trace single_pass_last_block --n 5000 --block 32 --grid 8 --block-index 7 --additions")
        self.assertGreater(len(trace["block"]["additions"]), 0)

    def test_a_trace_does_not_need_the_elements(self):
        trace = self.json("trace coarsened --n 2^36 --coarse 16 --block 1024")
        self.assertEqual(trace["grid_dim"], 2 ** 36 // (2 * 16 * 1024))
        self.assertEqual(trace["totals"]["combine_ops"], 2 ** 36 - trace["grid_dim"])


class LongRuns(Case):
    LONG = ["trace", "interleaved_shared", "--n", "2^28", "--block", "32", "--backend", "emulator", "--result"]

    def test_ctrl_c_cancels_and_says_so(self):
        process = subprocess.Popen([cases.BINARY, *self.LONG], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, error = process.communicate(timeout=30)
        self.assertEqual((process.returncode, out), (1, ""))
        self.assertIn("cancelled", error)
        self.assertLess(time.monotonic() - started, 10)

    def test_progress_is_for_terminals_only(self):
        master, slave = pty.openpty()
        process = subprocess.Popen([cases.BINARY, *self.LONG], stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
        shown = os.read(master, 65536).decode()
        os.close(master)
        self.assertIn("interleaved_shared", shown)
        self.assertIn("%", shown)


if __name__ == "__main__":
    cases.main()
