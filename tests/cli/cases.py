"""What the tests of the command line have in common: how the binary is called, and the fields of its JSON."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY = ""

DEVICE_KERNELS = ["atomic_per_element", "interleaved_global", "convergent_global", "interleaved_shared",
                  "convergent_shared", "segmented", "coarsened", "warp_shuffle"]
RUN_FIELDS = ["kernel", "backend", "kind", "n", "block_dim", "coarse_factor", "grid_dim", "op", "type", "input", "seed",
              "result", "reference", "relative_error", "correct"]
TRACE_FIELDS = ["kernel", "backend", "kind", "n", "op", "type", "result", "reference", "relative_error", "grid_dim",
                "block_dim", "coarse_factor", "block", "totals", "compiled", "launch", "launches", "roofline"]
LAUNCH_FIELDS = ["entry", "grid_dim", "block_dim", "block", "totals"]
BLOCK_FIELDS = ["index", "steps", "fully_utilized_steps", "underutilized_steps", "barriers"]
STEP_FIELDS = ["index", "phase", "stride", "source_line", "active_threads", "active_warps", "divergent_warps",
               "global_load_sectors", "global_load_requests", "shared_load_wavefronts", "shared_load_bank_conflicts",
               "shared_store_wavefronts", "shared_store_bank_conflicts", "masks"]
TOTAL_FIELDS = ["combine_ops", "divergent_branches", "global_load_requests", "global_load_sectors",
                "global_store_requests", "global_store_sectors", "shared_load_requests", "shared_load_wavefronts",
                "shared_load_bank_conflicts", "shared_store_requests", "shared_store_wavefronts",
                "shared_store_bank_conflicts", "atomic_requests", "atomic_updates", "barriers", "flop", "global_load_bytes",
                "flop_per_load_byte"]


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.cwd = pathlib.Path(self.folder.name)

    def call(self, arguments, display=False, piped=None):
        if isinstance(arguments, str):
            arguments = arguments.split()
        environment = dict(os.environ)
        if not display:
            environment.pop("DISPLAY", None)
            environment.pop("WAYLAND_DISPLAY", None)
        given = {"stdin": subprocess.DEVNULL} if piped is None else {"input": piped}
        return subprocess.run([BINARY, *arguments], capture_output=True, text=True, cwd=self.cwd, env=environment, **given,
                              timeout=900)  # it hangs; a loaded machine takes minutes

    def good(self, arguments):
        done = self.call(arguments)
        self.assertEqual(done.returncode, 0, f"{arguments}\n{done.stderr}")
        return done

    def json(self, arguments):
        done = self.good(f"{arguments} --json --backend emulator" if " " in arguments else f"{arguments} --json")
        return json.loads(done.stdout)

    def refused(self, arguments, *parts, code=2):
        done = self.call(arguments)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}{done.stderr}")
        self.assertEqual(done.stdout, "", arguments)
        self.assertTrue(done.stderr.startswith("lanescope: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, f"one sentence: {done.stderr}")
        for part in parts:
            self.assertIn(part, done.stderr, arguments)


def main():
    global BINARY
    BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main(module="__main__")
