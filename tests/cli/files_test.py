#!/usr/bin/env python3
"""Drives the real binary over files as adversaries and scripts leave them. files_test.py BINARY [TEST...]"""
import json
import os
import pathlib
import re
import stat
import struct
import subprocess

import cases
from cases import Case

# Its own title, red letters, a forged line, a reversed ending, a byte that is no UTF-8.
EVIL = b"\x1b]0;owned\x07\x1b[31m\nlanescope: all is well\xe2\x80\xaetxt\xff"


def raw(arguments, cwd):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return subprocess.run([cases.BINARY.encode(), *arguments], capture_output=True, cwd=cwd, env=environment,
                          stdin=subprocess.DEVNULL, timeout=120)


class Writing(Case):
    def test_a_full_device_stays_a_device_and_is_told(self):
        self.refused("record segmented --n 100 --backend emulator -o /dev/full", "/dev/full", "No space left on device", code=1)
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))
        self.good("record segmented --n 100 --backend emulator -o /dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_every_kind_of_file_keeps_links_and_mode(self):
        for name, command in [("a.lanescope", "record segmented --n 100 --backend emulator"), ("a.svg", "render tree segmented --n 64"),
                              ("a.csv", "render steps segmented --n 64"), ("a.png", "render tree segmented --n 64")]:
            if name.endswith(".png") and "no renderer" in self.call(f"{command} -o probe.png").stderr:
                continue
            target, link = self.cwd / ("target_" + name), self.cwd / name
            target.write_text("before")
            target.chmod(0o600)
            link.symlink_to(target.name)
            self.good(f"{command} -o {name}")
            self.assertTrue(link.is_symlink(), name)
            self.assertEqual(stat.S_IMODE(target.stat().st_mode), 0o600, name)
            self.assertNotEqual(target.read_bytes(), b"before", name)
        self.assertEqual([path.name for path in self.cwd.iterdir() if ".part" in path.name], [])

    def test_a_picture_on_a_full_disk_is_a_failure(self):
        if "no renderer" in self.call("render tree segmented --n 64 -o probe.png").stderr:
            return
        (self.cwd / "a.png").write_text("before")
        done = subprocess.run(["bash", "-c", f"ulimit -f 1; exec '{cases.BINARY}' render tree segmented --n 64 -o a.png"],
                              capture_output=True, text=True, cwd=self.cwd, timeout=120,
                              preexec_fn=lambda: __import__("signal").signal(25, __import__("signal").SIG_IGN))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("a.png: it cannot be written there: File too large.", done.stderr)
        self.assertEqual((self.cwd / "a.png").read_text(), "before")

    def test_writers_of_one_file_do_not_meet(self):
        calls = [subprocess.Popen([cases.BINARY, "record", "segmented", "--n", "100", "--backend", "emulator", "-o", "a.lanescope"],
                                  cwd=self.cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(12)]
        for call in calls:
            _, said = call.communicate(timeout=120)
            self.assertEqual(call.returncode, 0, said)
        self.good("replay a.lanescope")
        self.assertEqual(len(list(self.cwd.iterdir())), 1)


class Foreign(Case):
    def safe(self, output):
        """One line a sentence, and nothing that a terminal obeys."""
        text = output.decode("utf-8")  # throws where it is none
        self.assertNotRegex(text, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
        self.assertNotRegex(text, "(?m)^lanescope: all is well")
        return text

    def test_names_of_files_are_told_escaped(self):
        for arguments in [[b"replay", EVIL], [b"run", b"segmented", b"--input", EVIL + b".csv"], [b"run", EVIL],
                          [b"render", b"tree", b"segmented", b"-o", EVIL], [b"run", b"segmented", b"--n", EVIL], [EVIL],
                          [b"verify", b"--recording", EVIL], [b"run", b"segmented", EVIL],
                          [b"record", b"segmented", b"-o", b"no/such/" + EVIL]]:
            done = raw(arguments, self.cwd)
            self.assertIn(done.returncode, (1, 2, 3), arguments)
            said = self.safe(done.stderr)
            self.assertEqual(said.count("\n"), 1, said)

    def test_what_a_recording_says_is_told_escaped(self):
        name = os.fsencode(self.cwd) + b"/" + EVIL.replace(b"/", b"") + b".lanescope"
        done = raw([b"record", b"segmented", b"--n", b"100", b"--backend", b"emulator", b"-o", name], self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.safe(done.stdout + done.stderr)
        for more in ([], [b"--json"]):
            done = raw([b"replay", name, *more], self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("owned", self.safe(done.stdout))
        # A file that was made by hand: the words in it are as raw as they can be, and the checksum fits.
        (self.cwd / "raw.lanescope").write_bytes(self.by_hand(os.fsencode(name)))
        for more in ([], [b"--json"]):
            done = raw([b"replay", b"raw.lanescope", *more], self.cwd)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.safe(done.stdout)

    @staticmethod
    def by_hand(path):
        body = pathlib.Path(os.fsdecode(path)).read_bytes().split(b"\n", 1)[1]
        # The command's text, as it was kept escaped; of the same length, so that CBOR's own lengths stay.
        body = re.sub(rb"\\x1b\]0;owned\\x07", b"\x1b]0;" + b"o" * 11 + b"\x07", body, count=0)
        body = body.replace(b"CPU emulator", b"\x1b[31m\nCPU\xff\x9b\x07")
        checksum = 0xcbf29ce484222325
        for byte in body:
            checksum = (checksum ^ byte) * 0x100000001b3 & (1 << 64) - 1
        return b"lanescope-recording 1 %016x\n" % checksum + body

    def test_an_input_of_any_name_can_be_run_recorded_and_replayed(self):
        name = b"caf\xe9 \xee\xbe\x80.csv"
        (pathlib.Path(os.fsdecode(os.fsencode(self.cwd) + b"/" + name))).write_text("1\n2\n3\n")
        done = raw([b"run", b"segmented", b"--input", name, b"--json"], self.cwd)
        self.assertEqual((done.returncode, json.loads(done.stdout)["result"]), (0, 6), done.stderr)
        done = raw([b"record", b"segmented", b"--input", name, b"-o", b"r.lanescope"], self.cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = raw([b"replay", b"r.lanescope", b"--additions", b"--json"], self.cwd)  # reads the input again, by its name
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(json.loads(done.stdout)["runs"][0]["block"]["additions"]) > 0, True)


class Inputs(Case):
    def write(self, name, content):
        (self.cwd / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def test_a_first_value_is_never_taken_for_a_header(self):
        for first in ["nan", "inf", "-inf", "Infinity", "0x10", "NA", "N/A", "null", '"5"', "-", ".", "1_000"]:
            self.write("a.csv", f"{first}\n1\n2\n")
            self.refused("run segmented --input a.csv", "a.csv, line 1, column 1")

    def test_a_header_is_said(self):
        self.write("a.csv", "# made by hand\n\nx,y value\n1,2\n3,4\n")
        done = self.good("run segmented --input a.csv --json")
        self.assertEqual(json.loads(done.stdout)["result"], 10)
        self.assertIn("a.csv: line 3 (x,y value) is read as column names.", done.stderr)
        self.write("b.csv", "1\n2\n")
        self.assertEqual(self.good("run segmented --input b.csv").stderr, "")

    def test_infinities_are_numbers_for_min_and_max(self):
        self.write("a.csv", "inf\n1\n")
        self.write("b.bin", struct.pack("<3f", 1, float("-inf"), 2))
        for kernel in ["segmented", "atomic_per_element", "warp_shuffle", "sequential"]:
            for op, file, result in [("min", "a.csv", 1), ("max", "b.bin", 2)]:
                run = json.loads(self.good(f"run {kernel} --op {op} --input {file} --json").stdout)
                self.assertEqual((run["result"], run["correct"]), (result, True), f"{kernel} {op} {file}")
        for op in ["sum", "product"]:
            self.refused(f"run segmented --op {op} --input a.csv", "line 1, column 1: 'inf'", "a sum with an infinity", "--op min")
            self.refused(f"run segmented --op {op} --input b.bin", "element 1 is -inf", "a sum with an infinity")
        self.refused("run segmented --op max --type int32 --input a.csv", "'inf' is not an int32")
        self.write("nan.bin", struct.pack("<2f", 1, float("nan")))
        self.refused("run segmented --op max --input nan.bin", "element 1 is nan")


class EmptyValues(Case):
    def test_an_empty_value_is_no_default(self):
        for command, options in [("run segmented", ["--n", "--block", "--coarse", "--grid", "--combine", "--op", "--type", "--input",
                                                    "--seed", "--backend", "--repeat"]),
                                 ("trace segmented", ["--block-index"]), ("run matmul_tiled", ["--tile"]),
                                 ("sweep segmented", ["--n", "--block", "--coarse"]), ("bench", ["--sizes"]),
                                 ("render tree segmented -o a.png", ["--step", "--size", "--theme", "--language"])]:
            for option in options:
                self.refused([*command.split(), option, ""], f"{option} is ''")


if __name__ == "__main__":
    cases.main()
