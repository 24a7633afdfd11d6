#!/usr/bin/env python3
"""verify --counters with stand-ins for ncu: exit codes, messages and outputs. counters_test.py BINARY SOURCE_DIR"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY, SOURCE = "", pathlib.Path()
NO_TOOLS = {"CUDA_HOME": "/nowhere", "CUDA_PATH": "/nowhere"}
TOOLKIT_HAS_NCU = pathlib.Path("/usr/local/cuda/bin/ncu").exists()


class Counters(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cwd = pathlib.Path(folder.name)
        self.bin = self.cwd / "bin"
        self.bin.mkdir()
        self.sample = (SOURCE / "tests/data/ncu_h200.csv").read_text()

    def tool(self, name, text, code=0):
        """A program on PATH that prints a text and returns a code; it tells its version as ncu does."""
        (self.cwd / f"{name}.txt").write_text(text)
        file = self.bin / name
        file.write_text('#!/bin/sh\nif [ "$1" = --version ]; then echo "Version 2025.3.1.0 (build 1)"; exit 0; fi\n'
                        f'echo "$@" > {self.cwd}/{name}.arguments\ncat {self.cwd}/{name}.txt\nexit {code}\n')
        file.chmod(0o755)

    def call(self, arguments):
        environment = dict(os.environ, PATH=f"{self.bin}:/usr/bin:/bin", **NO_TOOLS)
        return subprocess.run([BINARY, "verify", *arguments.split()], capture_output=True, text=True, cwd=self.cwd,
                              env=environment, timeout=300)

    def refused(self, arguments, code, *parts):
        done = self.call(arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_equal_counters_are_success_and_are_kept(self):
        lines = self.sample.splitlines(keepends=True)
        self.tool("ncu", "".join(line for line in lines if "9Segmented" not in line))
        done = self.call("--counters convergent_global -o kept.csv")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("All 6 launches agree", done.stdout)
        self.assertIn("--clock-control none", (self.cwd / "ncu.arguments").read_text())
        kept = (self.cwd / "kept.csv").read_text()
        self.assertIn("# gpu: NVIDIA H200\n", kept)
        self.assertIn("# command: lanescope verify --counters convergent_global -o kept.csv\n", kept)
        rows = list(csv.DictReader(line for line in kept.splitlines() if not line.startswith("#")))
        self.assertEqual(len(rows), 6)
        self.assertEqual(rows[0]["divergent_branches"], "5120")
        # What was kept can be compared again, where there is no GPU; a wrong count is then found.
        self.assertEqual(self.call("--counters --recording kept.csv").returncode, 0)
        (self.cwd / "wrong.csv").write_text(kept.replace(",64512,", ",64513,"))
        wrong = self.call("--counters --recording wrong.csv")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("1 of 6 launches differ without a reason", wrong.stdout)
        kept = (SOURCE / "recordings/h200_counters.csv").read_text()
        (self.cwd / "other.csv").write_text(kept.replace("two_pass_blocked,relaunch,0,65536,128,32,1,,,69504,768,",
                                                         "two_pass_blocked,relaunch,0,65536,128,32,1,,,69504,769,"))
        self.assertEqual(self.call("--counters --recording other.csv").returncode, 1)

    def test_a_difference_without_machine_code_is_a_failure(self):
        self.tool("ncu", self.sample)
        for tool in ["cuobjdump", "nvdisasm"]:
            self.tool(tool, "")
        done = self.call("--counters convergent_global segmented --json")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("UNEXPLAINED", done.stderr)
        launches = json.loads(done.stdout)["launches"]
        self.assertEqual([launch["explained"] for launch in launches], [True] * 6 + [False] * 6)
        self.assertEqual(launches[6]["totals"]["divergent_branches"], {"counted": 0, "emulated": 5120})

    def test_csv_is_the_table(self):
        self.tool("ncu", "".join(l for l in self.sample.splitlines(keepends=True) if "9Segmented" not in l))
        done = self.call("--counters convergent_global --csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sum(line.startswith("convergent_global,atomic,0,") for line in done.stdout.splitlines()), 6)

    def test_what_ncu_cannot_do_is_one_sentence(self):
        self.tool("ncu", "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n", code=1)
        self.refused("--counters serial", 3, "ERR_NVGPUCTRPERM", "administrator")
        self.tool("ncu", "==PROF== Connected\n", code=3)
        self.refused("--counters serial", 3, "ncu could not count")
        self.tool("ncu", "==ERROR== Unknown option\n")
        self.refused("--counters serial", 1, "Unknown option")
        self.tool("ncu", self.sample[:len(self.sample) // 2])
        self.refused("--counters convergent_global segmented", 1, "cannot be read")
        self.tool("ncu", self.sample)
        self.refused("--counters segmented", 1, "12 launches instead of 6")

    @unittest.skipIf(TOOLKIT_HAS_NCU, "this machine's CUDA folder has an ncu")
    def test_without_ncu_it_is_unavailable(self):
        self.refused("--counters", 3, "Nsight Compute", "PATH")

    def test_bad_usage_is_refused(self):
        self.refused("--counters nokernel", 2, "nokernel")
        self.refused("--counters sequential", 2, "not traced")
        self.refused("--counters --json --csv", 2, "--csv and --json")
        self.refused("--csv", 2, "--counters")
        self.refused("-o x.csv", 2, "--counters")
        self.refused("--counters --recording missing.csv", 2, "missing.csv")

    def test_the_document_holds_what_the_recording_gives(self):
        document = (SOURCE / "docs/counters.md").read_text()
        for table in (SOURCE / "recordings").glob("*_counters.csv"):
            done = self.call(f"--counters --recording {table}")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(done.stdout, document, f"write the output of verify --counters --recording {table.name} there")


if __name__ == "__main__":
    BINARY, SOURCE = sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
    unittest.main()
