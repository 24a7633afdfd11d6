#!/usr/bin/env python3
"""Drives the real binary: exit codes, JSON, messages, and the textbook's figures. cli_test.py BINARY [TEST...]"""
import csv
import io
import json
import re
import struct
import subprocess

import cases
from cases import (BLOCK_FIELDS, Case, DEVICE_KERNELS, LAUNCH_FIELDS, RUN_FIELDS, STEP_FIELDS, TOTAL_FIELDS,
                   TRACE_FIELDS)


class Usage(Case):
    def test_help_and_version_are_results(self):
        for arguments in ["--help", "run --help", "trace -h"]:
            done = self.good(arguments)
            self.assertIn("Usage: lanescope", done.stdout)
            self.assertEqual(done.stderr, "")
        self.assertRegex(self.good("--version").stdout, r"^\d+\.\d+\.\d+\n$")
        for line in ["list", "run", "trace", "compare", "sweep", "bench", "record", "replay", "render", "verify"]:
            self.assertRegex(self.good("--help").stdout, rf"(?m)^  {line} ")

    def test_unknown_names_are_answered_with_the_known_ones(self):
        self.refused("foo", "foo: there is no such command", "list, run, trace, compare")
        self.refused("run segmentd", "KERNEL 'segmentd'", "did you mean segmented?", "lanescope list")
        self.refused("run", "KERNEL is missing", "segmented")
        self.refused("compare", "KERNEL is missing")
        self.refused("compare segmented foo", "KERNEL 'foo'")
        self.refused("run segmented --blok 64", "--blok", "--block")
        self.refused("run segmented 64", "64", "run --help")
        self.refused("--json list", "--json", "use one of")

    def test_every_option_names_itself_its_value_and_what_is_allowed(self):
        for option, value, allowed in [
                ("--n", "abc", "whole number from 0 up"), ("--n", "-5", "1000, 2^20 or 1M"), ("--n", "2^64", "2^20"),
                ("--n", "1.5", "whole number"), ("--n", "99999999999999999999", "whole number"),
                ("--block", "300", "power of two from 1 to 1024"), ("--block", "0", "power of two from 1 to 1024"),
                ("--block", "2048", "power of two from 1 to 1024"), ("--block", "x", "power of two from 1 to 1024"),
                ("--coarse", "0", "from 1 to 64"), ("--coarse", "65", "from 1 to 64"),
                ("--op", "mean", "sum, product, min, max"), ("--type", "float16", "int32, float32, float64"),
                ("--seed", "-1", "whole number"), ("--backend", "gpu", "auto, cuda, emulator"),
                ("--repeat", "0", "from 1 to 10000"), ("--grid", "x", "whole number"),
                ("--input", "unifrm", "uniform, ones, ramp, normal"), ("--input", "none.npy", "no such file")]:
            self.refused(["run", "coarsened", option, value], option, value, allowed)

    def test_values_that_are_missing_or_doubled(self):
        self.refused("run segmented --n", "--n: its value is missing", "2^20")
        self.refused("run segmented --n 4 --n 5", "--n: it is given more than once")

    def test_launches_that_cannot_be_are_refused_with_the_reason(self):
        self.refused("trace segmented --n 1000 --block 256 --block-index 2", "--block-index", "2", "from 0 to 1")
        self.refused("trace segmented --n 0 --block-index 1", "--block-index")
        self.refused("run segmented --coarse 2", "--coarse", "2", "coarsened")
        self.refused("run segmented --grid 7", "--grid", "7", "2048")
        self.refused("trace sequential", "sequential", "host", "segmented")
        self.refused("trace segmented --csv --json", "--csv", "--json")
        self.refused("run atomic_per_element --n 2^50 --block 1", "--n")

    def test_no_gpu_is_an_exit_code_of_its_own(self):
        done = self.call("run segmented --n 1000 --backend cuda")
        self.assertIn(done.returncode, (0, 3))
        if done.returncode == 3:
            self.refused("run segmented --n 1000 --backend cuda", "--backend cuda", code=3)
            self.refused("verify segmented", "verify", code=3)

    def test_a_library_needs_a_gpu_and_has_no_trace(self):
        self.refused("trace cub", "cub", "library", "no trace", "segmented")
        self.refused("record cub -o x", "cub", "library")
        self.refused("run cub --backend emulator", "--backend emulator", "NVIDIA GPU", "choose auto or cuda")
        if self.call("run cub --n 1000").returncode == 3:
            self.refused("run cub --n 1000", "cub runs only on an NVIDIA GPU", code=3)
            self.refused("compare segmented cub --n 1000", "cub runs only on an NVIDIA GPU", code=3)
        self.assertRegex(self.good("list").stdout, "Not traced: sequential, .*; cub, a library")

    def test_bench_needs_a_gpu_and_says_what_it_takes(self):
        self.refused("bench --sizes 0", "--sizes", "0", "from 1 to")
        self.refused("bench --sizes 2^10:2^4:x4", "--sizes", "FIRST:LAST:xFACTOR")
        self.refused("bench unheard_of", "unheard_of", "lanescope list")
        self.refused("bench --csv --json", "--csv", "--json")
        self.refused("bench -o times.txt", "-o", "times.txt", ".json or .csv")
        if self.call("run cub --n 1000").returncode == 3:
            self.refused("bench --sizes 2^10", "bench", "NVIDIA GPU", code=3)
            self.refused("bench --recording-cost", "bench", "NVIDIA GPU", code=3)
            self.refused("sweep segmented -o x.sweep", "-o", "NVIDIA GPU", code=3)

    def test_a_closed_output_is_a_failure(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([cases.BINARY, "list"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)


class List(Case):
    def test_names_every_kernel_with_its_legal_values(self):
        kernels = self.json("list")
        ids = [kernel["id"] for kernel in kernels]
        for kernel in ["sequential"] + DEVICE_KERNELS:
            self.assertIn(kernel, ids)
            self.assertIn(kernel, self.good("list").stdout)
        for kernel in kernels:
            for key in ["id", "title", "source", "lesson", "watch", "file", "parameters"]:
                self.assertTrue(kernel[key], f"{kernel['id']}.{key}")
            if kernel["workload"] != "reduction":
                continue
            self.assertEqual(kernel["parameters"]["op"], ["sum", "product", "min", "max", "farthest"])
            self.assertEqual(kernel["parameters"]["type"], ["int32", "float32", "float64", "point3"])
        coarsened = next(kernel for kernel in kernels if kernel["id"] == "coarsened")
        self.assertEqual(coarsened["parameters"]["block_dim"], [2 ** i for i in range(11)])
        self.assertEqual(coarsened["parameters"]["coarse_factor"], {"min": 1, "max": 64})


class Run(Case):
    def test_json_has_the_documented_fields_in_order(self):
        for kernel in ["sequential"] + DEVICE_KERNELS:
            run = json.loads(self.good(f"run {kernel} --n 5000 --json").stdout)
            fields = list(run)
            self.assertEqual(fields[:len(RUN_FIELDS)], RUN_FIELDS)
            bound = ["error_bound", "addition_depth"]
            launches = ["launches"]
            self.assertIn(fields[len(RUN_FIELDS):], (["mean"] + bound + launches, ["mean", "time_us", "method", "bandwidth_gbps"] + bound + launches))
            self.assertTrue(run["correct"])
            self.assertEqual((run["n"], run["op"], run["type"], run["input"], run["seed"]),
                             (5000, "sum", "float32", "uniform", 1))

    def test_every_kernel_is_right_for_every_op_and_ragged_n(self):
        expected = {"sum": lambda n: n, "product": lambda n: 1, "min": lambda n: 1 if n else 2 ** 31 - 1,
                    "max": lambda n: 1 if n else -2 ** 31}
        for kernel in DEVICE_KERNELS:
            for n in [0, 1, 777]:
                for op, value in expected.items():
                    run = self.json(f"run {kernel} --n {n} --op {op} --type int32 --input ones --block 64")
                    self.assertEqual((run["result"], run["reference"], run["correct"]), (value(n), value(n), True),
                                     f"{kernel} {op} {n}")

    def test_text_shows_result_reference_and_error(self):
        done = self.good("run convergent_shared --n 2^10 --input ones")
        for part in ["result", "1024", "reference", "error", "exact", "emulated" if "emulated" in done.stdout else "measured"]:
            self.assertIn(part, done.stdout)
        self.assertEqual(done.stderr, "")

    def test_the_error_has_a_bound_that_follows_from_the_tree(self):
        tree = self.json("run shared_tree --n 2048 --block 1024 --input normal")
        loop = self.json("run sequential --n 2048 --input normal")
        self.assertEqual((tree["addition_depth"], loop["addition_depth"]), (11, 2047))
        self.assertLess(tree["error_bound"], loop["error_bound"] / 100)
        self.assertLessEqual(tree["relative_error"], tree["error_bound"])
        self.assertIn("11 additions in a row", self.good("run shared_tree --n 2048 --block 1024").stdout)
        self.assertEqual(self.json("run shared_tree --n 2048 --block 1024 --type int32")["error_bound"], 0)

    def test_the_emulators_results_do_not_spread_and_it_says_why(self):
        run = self.json("run segmented --n 5000 --spread 10")
        self.assertEqual(run["spread"], {"runs": 1, "distinct": 1, "min": run["result"], "max": run["result"],
                                         "fixed_order": True})
        self.assertIn("the order is fixed", self.good("run segmented --n 5000 --spread 10 --backend emulator").stdout)
        self.refused("run segmented --spread 1", "--spread is '1'", "from 2 to 100000")

    def test_what_no_memory_holds_is_refused_at_once(self):
        for kernel in ["segmented", "sequential", "two_pass_shared_tree"]:
            self.refused(f"run {kernel} --n 2^39 --backend auto", "--n 549755813888", "GiB", "would fit")
        self.refused("run segmented --n 18446744073709551615", "--n 18446744073709551615", "a CUDA grid has")

    def test_whole_results_are_shown_with_all_their_digits(self):
        text = self.good("run coarsened --n 20000004 --input ramp --backend emulator --block 64 --coarse 64").stdout
        result = int(re.search(r"result +(\d+)\n", text)[1])
        self.assertEqual((result > 2 ** 31, result % 256), (True, 0), "floats there are multiples of 256")

    def test_int32_that_wraps_is_right_and_says_so_beside_the_result(self):
        done = self.good("run segmented --n 2^25 --input ramp --type int32 --json --backend emulator")
        self.assertEqual(json.loads(done.stdout)["result"], (2 ** 25 // 256 * 32640 + 2 ** 31) % 2 ** 32 - 2 ** 31)
        self.assertIn("does not fit int32", done.stderr)

    def test_numbers_that_are_none_are_null_and_wrong(self):
        (self.cwd / "huge.csv").write_text("\n".join(["1e38"] * 8))
        done = self.call("run segmented --input huge.csv --json --backend emulator")
        run = json.loads(done.stdout, parse_constant=lambda name: self.fail(f"{name} is no JSON"))
        self.assertEqual((done.returncode, run["result"], run["relative_error"], run["correct"]), (1, None, None, False))
        self.assertIn("range of float32", done.stderr)

    def test_a_sum_without_a_correct_digit_is_not_simply_correct(self):
        (self.cwd / "cancels.csv").write_text("1e30\n1\n-1e30\n1\n")
        done = self.good("run segmented --input cancels.csv --block 1 --json --backend emulator")
        run = json.loads(done.stdout)
        self.assertEqual((run["reference"], run["correct"], run["judgement"]), (2, True, "no_correct_digit"))
        self.assertGreater(run["relative_error"], 0.1)
        self.assertIn("No digit of the result is right", done.stderr)
        text = self.good("run segmented --input cancels.csv --block 1 --backend emulator").stdout
        self.assertIn("(no digit right; rounding explains up to", text)
        self.assertNotIn("judgement", self.json("run segmented --n 1000"))

    def test_an_error_and_its_bound_are_told_apart(self):
        for kernel in ["vector_add", "rgb_to_gray"]:
            text = self.good(f"run {kernel} --n 2^16 --backend emulator").stdout
            error, bound = re.search(r"error +(\S+) \(correct; rounding explains up to ([^:)]+)", text).groups()
            self.assertNotEqual(error, bound)
            self.assertLessEqual(float(error), float(bound))

    def test_the_same_seed_gives_the_same_result(self):
        results = [self.json(f"run segmented --n 10000 --seed {seed} --input normal")["result"] for seed in (3, 3, 4)]
        self.assertEqual(results[0], results[1])
        self.assertNotEqual(results[0], results[2])


class Files(Case):
    def test_a_file_gives_its_own_number_of_elements(self):
        (self.cwd / "x.csv").write_text("value\n6\n2\n7\n4\n5\n8\n3\n1\n")
        (self.cwd / "x.bin").write_bytes(struct.pack("<4f", 1, 2, 3, 4.5))
        header = "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"
        header += " " * (117 - len(header)) + "\n"
        (self.cwd / "x.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                                         struct.pack("<3i", 5, -7, 9))
        run = self.json("run convergent_shared --input x.csv")
        self.assertEqual((run["n"], run["result"], run["input"]), (8, 36.0, "x.csv"))
        self.assertEqual(self.json("run convergent_shared --input x.csv --n 3")["result"], 15.0)
        self.assertEqual(self.json("run convergent_shared --input x.bin")["result"], 10.5)
        run = self.json("run convergent_shared --input x.npy --type int32 --op min")
        self.assertEqual((run["n"], run["result"]), (3, -7))

    def test_bad_files_are_refused_with_the_place(self):
        (self.cwd / "x.csv").write_text("1\n2,oops\n")
        (self.cwd / "x.bin").write_bytes(b"12345")
        (self.cwd / "x.npy").write_bytes(b"nothing")
        self.refused("run segmented --input x.csv", "--input", "x.csv", "line 2, column 3", "oops")
        self.refused("run segmented --input x.bin", "--input", "x.bin", "5 bytes")
        self.refused("run segmented --input x.npy", "--input", "x.npy", "NUMPY")
        (self.cwd / "y.csv").write_text("1 2 3")
        self.refused("run segmented --input y.csv --n 4", "y.csv", "holds 3", "--n asks for 4", "0 to 3")


class Launches(Case):
    TWO_PASSES = "two_pass_interleaved --n 2^20 --block 256 --grid 128"

    def test_json_lists_them_with_their_totals(self):
        trace = self.json(f"trace {self.TWO_PASSES}")
        self.assertEqual(trace["launch"], 1)
        first, second = trace["launches"]
        for launch in trace["launches"]:
            self.assertEqual(list(launch), LAUNCH_FIELDS)
            self.assertEqual(launch["entry"], "two_pass_interleaved")
        self.assertEqual((first["grid_dim"], second["grid_dim"]), (128, 1))
        self.assertEqual(first["block"], trace["block"])
        self.assertEqual(first["totals"], trace["totals"])
        # 128 partial sums, 4 bytes each, are 16 sectors in the requests of 4 warps.
        self.assertEqual(second["totals"]["global_load_sectors"], 16)
        self.assertEqual(second["totals"]["global_load_requests"], 4)
        for name in ("combine_ops", "barriers", "global_load_sectors", "shared_load_wavefronts"):
            self.assertEqual(trace["all_launches"][name], first["totals"][name] + second["totals"][name])

    def test_one_launch_has_no_sum(self):
        trace = self.json("trace segmented --n 1000")
        self.assertEqual(len(trace["launches"]), 1)
        self.assertNotIn("all_launches", trace)
        self.assertEqual(self.json("run sequential --n 1000")["launches"], [])

    def test_any_can_be_shown(self):
        trace = self.json(f"trace {self.TWO_PASSES} --launch 2")
        self.assertEqual((trace["launch"], trace["grid_dim"], trace["n"]), (2, 1, 2 ** 20))
        self.assertEqual(trace["block"], trace["launches"][1]["block"])
        self.assertEqual(trace["totals"], trace["launches"][1]["totals"])
        self.assertIn(", launch 2 of 2;", self.good(f"trace {self.TWO_PASSES} --launch 2").stdout)
        row = self.json("compare two_pass_interleaved --n 2^20 --launch 2")[0]
        self.assertEqual((row["grid_dim"], len(row["launches"])), (1, 2))

    def test_those_that_are_not_there_are_refused(self):
        self.refused("trace segmented --n 1000 --launch 2", "--launch 2", "segmented takes one launch")
        self.refused(f"trace {self.TWO_PASSES} --launch 3", "--launch 3", "takes 2 launches", "from 1 to 2")
        self.refused("trace segmented --launch 0", "--launch", "0", "from 1 to")
        self.refused("compare segmented convergent_shared --n 512 --launch 2", "--launch 2", "one launch")
        done = self.good("compare segmented two_pass_interleaved --n 1000 --launch 2")
        self.assertIn("segmented has fewer launches, so the last one is shown", done.stderr)
        self.assertIn("two_pass_interleaved, launch 2 of 2", done.stdout)


class Trace(Case):
    def test_json_has_the_documented_fields_in_order(self):
        for kernel in DEVICE_KERNELS:
            trace = self.json(f"trace {kernel} --n 1000 --block 64 --block-index 1")
            self.assertEqual(list(trace), TRACE_FIELDS)
            self.assertEqual(list(trace["block"]), BLOCK_FIELDS)
            self.assertEqual([field for field in trace["totals"] if field in TOTAL_FIELDS], TOTAL_FIELDS)
            self.assertEqual(trace["block"]["index"], 1)
            for i, step in enumerate(trace["block"]["steps"]):
                self.assertEqual([field for field in step if field in STEP_FIELDS], STEP_FIELDS)
                self.assertEqual(step["index"], i)
                self.assertIn(step["phase"], ["load", "own", "tree", "exchange", "shuffle", "search", "commit"])
                self.assertEqual(len(step["masks"]), 2)
                self.assertEqual(sum(bin(int(mask, 16)).count("1") for mask in step["masks"]), step["active_threads"])
            for name, total in trace["totals"].items():
                self.assertIsInstance(total, (int, float), name)

    def test_additions_are_the_block_in_its_order(self):
        trace = self.json("trace shared_tree --n 8 --block 4 --input ramp --additions")
        block = trace["block"]
        self.assertEqual(list(block), BLOCK_FIELDS + ["elements", "additions"])
        self.assertEqual(block["elements"], list(range(8)))
        values = [float(element) for element in block["elements"]]   # of a ramp
        for addition in block["additions"]:
            self.assertEqual(list(addition), ["step", "thread", "left", "right", "value"])
            self.assertEqual(addition["value"], values[addition["left"]] + values[addition["right"]])
            values.append(addition["value"])
        self.assertEqual([a["step"] for a in block["additions"]], [1, 1, 1, 1, 2, 2, 3])  # rows, after a load
        self.assertEqual(values[-1], 28)
        text = self.good("trace shared_tree --n 8 --block 4 --input ramp --additions").stdout
        self.assertRegex(text, r"\(1\) +1 +0 +input\[0\] +input\[4\] +4\n")
        self.refused("trace segmented --n 8 --csv --additions", "--csv holds only the steps")

    def test_csv_has_the_steps(self):
        rows = list(csv.DictReader(io.StringIO(self.good("trace segmented --n 128 --block 64 --csv").stdout)))
        steps = self.json("trace segmented --n 128 --block 64")["block"]["steps"]
        self.assertEqual(list(rows[0]), list(steps[0]))
        self.assertEqual(len(rows), len(steps))
        for row, step in zip(rows, steps):
            self.assertEqual(row["masks"].split(), step["masks"])
            self.assertEqual(int(row["active_threads"]), step["active_threads"])

    def test_text_lines_up(self):
        lines = self.good("trace convergent_shared --n 2048 --block 1024").stdout.splitlines()
        header = next(line for line in lines if line.startswith("step"))
        rows = lines[lines.index(header) + 1:][:14]
        end = header.index("threads") + len("threads")
        self.assertEqual([int(row[:end].split()[-1]) for row in rows],
                         [1024, 1024] + [1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1] + [1])
        self.assertEqual([row.split()[:2] for row in rows], [["-", "load"]] * 2 +
                         [[str(step), "tree"] for step in range(1, 12)] + [["-", "commit"]])
        self.assertTrue(all(line == line.rstrip() for line in lines))

    def test_nothing_has_a_trace_too(self):
        trace = self.json("trace convergent_shared --n 0")
        self.assertEqual((trace["grid_dim"], trace["block"]["steps"], trace["totals"]["combine_ops"]), (0, [], 0))

    def active(self, trace):
        return [s["active_threads"] for s in self.steps(trace["block"])]

    def steps(self, block):
        """As a textbook counts them."""
        return [s for s in block["steps"] if s["phase"] not in ("load", "commit")]

    def test_figure_convergent_1024_threads(self):
        trace = self.json("trace convergent_shared --n 2048 --block 1024")
        self.assertEqual(self.active(trace), [1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1])
        self.assertEqual([s["divergent_warps"] for s in self.steps(trace["block"])], [0] * 6 + [1] * 5)

    def test_figure_fifth_iteration(self):
        divergent = [self.json(f"trace {kernel} --n 1024 --block 512")["block"]["steps"][4]["divergent_warps"]
                     for kernel in ("interleaved_global", "convergent_global")]
        self.assertEqual(divergent, [16, 0])

    def test_figure_two_serialised_blocks_against_one_coarsened(self):
        block = self.json("trace segmented --n 32 --block 8")["block"]
        steps = self.steps(block)
        self.assertEqual((2 * len(steps), 2 * block["fully_utilized_steps"], 2 * block["underutilized_steps"],
                          2 * block["barriers"]), (8, 2, 6, 6))
        block = self.json("trace coarsened --n 32 --block 8 --coarse 2")["block"]
        steps = self.steps(block)
        self.assertEqual((len(steps), block["fully_utilized_steps"], block["underutilized_steps"], block["barriers"]),
                         (6, 3, 3, 3))


    def test_rows_that_come_again_are_told_once(self):
        command = "trace atomic_per_thread --n 2^16 --block 32 --grid 2"  # 2^16 / 64 elements a thread, and the update
        steps = self.json(command)["block"]["steps"]
        self.assertEqual(len(steps), 1025)
        lines = self.good(command).stdout.splitlines()
        table = [line for line in lines if line.split()[1:2] and line.split()[1] in ("own", "commit", "this")]
        self.assertLess(len(table), 10)
        again = [line.split() for line in table if line.split()[0] == "..."]
        self.assertEqual(sum(int(words[3].replace(",", "")) for words in again) + len(table) - len(again), len(steps))
        self.assertEqual([line.split()[0] for line in table if " own " in line][-1], "1024")
        few = self.good("trace atomic_per_thread --n 2^12 --block 32 --grid 2").stdout
        self.assertNotIn("more", few)


class Compare(Case):
    def test_one_row_a_kernel(self):
        rows = self.json("compare sequential interleaved_shared convergent_shared --n 2^12 --block 128")
        self.assertEqual([row["kernel"] for row in rows], ["sequential", "interleaved_shared", "convergent_shared"])
        self.assertIsNone(rows[0]["totals"])
        self.assertGreater(rows[1]["totals"]["divergent_branches"], rows[2]["totals"]["divergent_branches"])
        text = self.good("compare interleaved_shared convergent_shared --n 2^12").stdout
        self.assertEqual(len([line for line in text.splitlines() if "vergent_shared " in line or "leaved_shared " in line]), 2)

    def test_coarse_goes_to_those_that_coarsen_and_that_is_said(self):
        done = self.good("compare segmented coarsened --coarse 4 --json")
        self.assertEqual([row["coarse_factor"] for row in json.loads(done.stdout)], [1, 4])
        self.assertIn("--coarse 4", done.stderr)
        self.assertIn("segmented", done.stderr)


if __name__ == "__main__":
    cases.main()
