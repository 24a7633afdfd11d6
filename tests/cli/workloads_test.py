#!/usr/bin/env python3
"""Kernels besides reductions, through the real binary. workloads_test.py BINARY [TEST...]"""
import json
import struct

import cases
from cases import Case, RUN_FIELDS, TRACE_FIELDS, TOTAL_FIELDS

KERNELS = {"vector_add": "vector_add", "rgb_to_gray": "rgb_to_gray", "matmul_naive": "matrix_product",
           "matmul_tiled": "matrix_product", "matmul_coarsened": "matrix_product",
           "stencil_basic": "stencil", "stencil_coarsened": "stencil",
           "scan_kogge_stone": "scan", "scan_brent_kung": "scan", "scan_coarsened": "scan",
           "histogram_private": "histogram", "histogram_contiguous": "histogram",
           "histogram_interleaved": "histogram", "merge_basic": "merge", "merge_coarsened": "merge"}


class Workloads(Case):
    def test_list_says_the_workload_and_legal_values(self):
        listed = {kernel["id"]: kernel for kernel in json.loads(self.good("list --json").stdout)}
        for kernel, workload in KERNELS.items():
            self.assertEqual(listed[kernel]["workload"], workload)
            self.assertTrue(listed[kernel]["lesson"] and listed[kernel]["watch"], kernel)
        self.assertEqual(listed["segmented"]["workload"], "reduction")
        self.assertEqual(listed["matmul_coarsened"]["parameters"]["tile_width"], [8, 16, 32])
        self.assertEqual(listed["matmul_coarsened"]["parameters"]["coarse_factor"], {"min": 1, "max": 8})
        self.assertEqual(listed["rgb_to_gray"]["parameters"]["type"], ["float32"])
        text = self.good("list").stdout
        for heading in ["reduction", *KERNELS.values()]:
            self.assertIn(f"\n{heading} ", "\n" + text)

    def test_run_judges_every_element(self):
        for kernel in KERNELS:
            run = self.json(f"run {kernel} --n 100 --seed 3")
            for field in RUN_FIELDS:
                self.assertIn(field, run, kernel)
            self.assertTrue(run["correct"], kernel)
            self.assertEqual(run["workload"], KERNELS[kernel])
            self.assertLessEqual(run["relative_error"], run["error_bound"])

    def test_sums_of_ones_are_known(self):
        self.assertEqual(self.json("run vector_add --n 1000 --input ones")["result"], 2000)
        run = self.json("run matmul_tiled --n 20x30x40 --tile 8 --input ones --type int32")
        self.assertEqual(run["result"], 20 * 30 * 40)
        self.assertEqual(run["matrices"], [20, 30, 40])
        self.assertEqual((run["n"], run["block_dim"], run["grid_dim"], run["tile_width"]), (20, 64, 15, 8))

    def test_every_array_has_an_answer_when_it_is_empty(self):
        for kernel in KERNELS:
            self.assertTrue(self.json(f"run {kernel} --n 0")["correct"], kernel)
            self.json(f"trace {kernel} --n 0")

    def test_a_histogram_counts_every_element_once(self):
        for kernel in ["histogram_private", "histogram_contiguous", "histogram_interleaved"]:
            run = self.json(f"run {kernel} --n 12345 --input normal")
            self.assertEqual((run["type"], run["result"]), ("int32", 12345))
        totals = self.json("trace histogram_private --n 1024 --block 64")["totals"]
        self.assertEqual((totals["atomic_requests"], totals["shared_atomic_requests"], totals["flop"]), (32, 32, 0))

    def test_empty_matrices_have_an_answer(self):
        for sizes in ["0", "1", "0x5x7", "5x0x7", "5x7x0"]:
            for kernel in ["matmul_naive", "matmul_tiled", "matmul_coarsened"]:
                self.assertTrue(self.json(f"run {kernel} --n {sizes}")["correct"], sizes)
                self.json(f"trace {kernel} --n {sizes}")

    def test_the_books_operations_a_byte(self):
        for arguments, ratio in [("matmul_naive --n 64", 0.25), ("matmul_tiled --n 64 --tile 32", 8),
                                 ("matmul_coarsened --n 32x32x128 --tile 32 --coarse 4", 12.8)]:
            trace = self.json("trace " + arguments)
            for field in TRACE_FIELDS:
                self.assertIn(field, trace)
            for field in TOTAL_FIELDS:
                self.assertIn(field, trace["totals"])
            self.assertEqual(trace["totals"]["flop_per_load_byte"], ratio, arguments)
        self.assertEqual((trace["totals"]["flop"], trace["totals"]["global_load_bytes"]), (262144, 20480))
        self.assertIn("FLOP/B", self.good("trace matmul_tiled --n 33").stdout)

    def test_compare_sets_them_side_by_side(self):
        rows = self.json("compare matmul_naive matmul_tiled matmul_coarsened --n 64 --coarse 4")
        self.assertEqual([row["coarse_factor"] for row in rows], [1, 1, 4])
        loads = [row["totals"]["global_load_bytes"] for row in rows]
        self.assertEqual(loads, [64 ** 3 * 8, 64 ** 3 * 8 // 16, 64 ** 3 * 8 // 16 * 5 // 8])

    def test_sweep_goes_through_tiles_and_factors(self):
        sweep = self.json("sweep matmul_coarsened --n 16,32 --tile 8,16 --coarse 1,2")
        points = [(p["n"], p["tile_width"], p["coarse_factor"]) for p in sweep["points"]]
        self.assertEqual(len(points), 8)
        self.assertTrue(all(p["totals"] for p in sweep["points"]))
        self.refused("sweep matmul_tiled --block 64", "--block", "--tile")

    def test_record_and_replay(self):
        self.good("record matmul_tiled vector_add --n 40 --backend emulator -o x.lanescope")
        self.good("replay x.lanescope")
        self.good("verify --recording x.lanescope")

    def test_files_hold_the_arrays_one_after_another(self):
        values = [1, 2, 3, 10, 20, 30]
        (self.cwd / "x.bin").write_bytes(struct.pack("<6i", *values))
        self.assertEqual(self.json("run vector_add --n 3 --input x.bin --type int32")["result"], 66)
        self.assertEqual(self.json("run matmul_naive --n 1x3x1 --input x.bin --type int32")["result"], 140)
        self.refused("run vector_add --input x.bin --type int32", "--n is missing")
        self.refused("run vector_add --n 4 --input x.bin --type int32", "x.bin")

    def test_render_draws_the_views_that_they_have(self):
        if self.call("render steps segmented -o x.png").returncode == 3:
            self.skipTest("built without the window")
        for view in ["activity", "steps", "comparison", "memory", "banks", "source"]:
            self.good(f"render {view} matmul_coarsened --n 20x9x33 --tile 8 --coarse 2 --backend emulator -o {view}.svg")
        for view in ["tree", "work"]:
            self.refused(f"render {view} matmul_tiled --n 8 -o x.png", view, "does not apply to", "activity, clock, steps")
        self.good("record matmul_tiled --n 8 --backend emulator -o x.lanescope")
        self.good("render window --open x.lanescope -o x.png")

    def test_side_by_side_stand_kernels_of_one_kind(self):
        if self.call("render steps segmented -o x.png").returncode == 3:
            self.skipTest("built without the window")
        self.good("render window matmul_tiled matmul_coarsened --n 32 --coarse 2 -o x.png")
        self.refused("render window matmul_tiled vector_add --n 32 -o x.png", "matmul_tiled and vector_add",
                     "different problems")

    def test_options_without_a_meaning_are_refused(self):
        for arguments, *parts in [
                ("run vector_add --op max", "--op", "no operator"),
                ("run vector_add --combine host", "--combine", "nothing to combine"),
                ("run vector_add --tile 8", "--tile", "no tiles"),
                ("run vector_add --type point3", "point3"),
                ("run rgb_to_gray --type int32", "--type", "float32"),
                ("run stencil_basic --type int32", "--type", "float32 or float64"),
                ("run stencil_coarsened --coarse 17", "--coarse", "1 to 16"),
                ("run stencil_basic --coarse 2", "--coarse", "stencil_coarsened"),
                ("run stencil_coarsened --tile 8", "--tile", "no tiles"),
                ("run scan_coarsened --block 1024 --coarse 13", "--coarse 13", "53248 bytes", "49152"),
                ("run histogram_private --type float32", "--type", "only int32"),
                ("run merge_basic --tile 8", "--tile", "no tiles"),
                ("run matmul_tiled --block 64", "--block", "--tile"),
                ("run matmul_tiled --tile 12", "--tile", "8, 16, 32"),
                ("run matmul_tiled --coarse 2", "--coarse", "matmul_coarsened"),
                ("run matmul_coarsened --coarse 9", "--coarse", "1 to 8"),
                ("run matmul_tiled --n 4x5", "--n", "MxKxN"),
                ("run matmul_tiled --n 100000", "--n", "32768"),
                ("run segmented --tile 8", "--tile"),
                ("run segmented --n 4x5x6", "--n"),
                ("bench vector_add", "not a reduction")]:
            self.refused(arguments, *parts)


if __name__ == "__main__":
    cases.main()
