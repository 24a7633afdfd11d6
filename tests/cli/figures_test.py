#!/usr/bin/env python3
"""What launches cost and what bounds them, through the real binary. figures_test.py BINARY [TEST...]"""
import csv
import io
import json

import cases
from cases import Case


class Resources(Case):
    def test_an_sm_holds_what_its_limits_allow(self):
        rows = self.json("resources coarsened --n 2^20 --block 128,1024 --coarse 1,16 --gpu h200")
        self.assertEqual([(row["block_dim"], row["coarse_factor"]) for row in rows],
                         [(128, 1), (128, 16), (1024, 1), (1024, 16)])
        for row in rows:
            occupancy = row["occupancy"]
            self.assertEqual(occupancy["kind"], "predicted")
            self.assertEqual(occupancy["device"], "NVIDIA H200")
            self.assertEqual(occupancy["allowed"]["threads"], 2048 // row["block_dim"])
            self.assertEqual(occupancy["allowed"]["blocks"], 32)
            self.assertEqual(occupancy["allowed"]["shared memory"], 228 * 1024 // (4 * row["block_dim"] + 1024))
            known = [allowed for allowed in occupancy["allowed"].values() if allowed is not None]
            self.assertEqual(occupancy["blocks_per_sm"], min(known))
            self.assertEqual(occupancy["limited_by"],
                             [name for name, allowed in occupancy["allowed"].items() if allowed == min(known)])
            self.assertEqual(occupancy["resident_blocks"], 132 * occupancy["blocks_per_sm"])
            self.assertEqual(occupancy["waves"], -(-row["grid_dim"] // occupancy["resident_blocks"]))
            self.assertEqual(occupancy["idle_sms"], max(0, 132 - row["grid_dim"]))
        self.assertEqual(rows[3]["grid_dim"], 32)

    def test_other_gpus_have_other_limits(self):
        for gpu, sms, threads in [("T4", 40, 1024), ("a100", 108, 2048), ("RTX 4090", 128, 1536)]:
            row = self.call(["resources", "vector_add", "--block", "512", "--gpu", gpu, "--json"])
            occupancy = json.loads(row.stdout)[0]["occupancy"]
            self.assertEqual(occupancy["allowed"]["threads"], threads // 512)
            self.assertEqual(occupancy["resident_blocks"], sms * occupancy["blocks_per_sm"])

    def test_every_format_has_every_launch(self):
        arguments = "resources matmul_coarsened segmented cub --n 64 --coarse 1,9"
        rows = list(csv.reader(io.StringIO(self.good(arguments + " --csv -o x.csv").stdout)))
        self.assertEqual({len(row) for row in rows}, {27})
        self.assertEqual(rows, list(csv.reader(io.StringIO((self.cwd / "x.csv").read_text()))))
        self.assertEqual([row[0] for row in rows[1:]], ["matmul_coarsened", "matmul_coarsened", "segmented", "cub"])
        self.assertIn("COARSE_FACTOR", rows[2][-1])
        self.good(arguments + " -o x.json")
        read = json.loads((self.cwd / "x.json").read_text())
        self.assertEqual([row["skipped"] is None for row in read], [bool(not row[-1]) for row in rows[1:]])
        for row in rows[1:]:
            self.assertIn(row[0], self.good(arguments).stdout)

    def test_bad_usage_is_refused(self):
        self.refused("resources", "KERNEL is missing")
        self.refused("resources segmented --gpu GTX", "--gpu is 'GTX'", "NVIDIA H200", "NVIDIA T4")
        self.refused("resources segmented --json --csv", "exclude")
        self.refused("resources segmented -o x.txt", ".json or .csv")
        self.refused("resources segmented --table", "--table")
        self.refused("resources segmented --tile 8", "--tile")


class Rooflines(Case):
    def test_a_trace_tells_its_roofline(self):
        for arguments, ratio in [("matmul_naive --n 64", 0.25), ("matmul_tiled --n 64 --tile 32", 8),
                                 ("matmul_coarsened --n 128 --tile 32 --coarse 4", 12.8)]:
            roof = self.json("trace " + arguments)["roofline"]
            self.assertEqual(roof["loaded"]["flop_per_byte"], ratio)
            self.assertEqual(roof["bandwidth_gbps"]["kind"], "recorded")
            attainable = roof["loaded"]["attainable_gflops"]
            if roof["compute_gflops"] is None:
                self.assertIsNone(attainable)
            else:
                limit = min(roof["compute_gflops"]["value"], ratio * roof["bandwidth_gbps"]["value"])
                self.assertAlmostEqual(attainable["value"], limit)
                self.assertEqual(attainable["kind"], "predicted")
            self.assertIn("every load from memory", self.good("trace " + arguments).stdout)


class Prices(Case):
    def rows(self, arguments):
        price = self.json("price " + arguments)
        return price, {row["item"]: row for row in price["rows"]}

    def test_the_books_matrix_product(self):
        price, rows = self.rows("matmul_coarsened --n 128 --tile 32 --coarse 4")
        self.assertEqual((price["fine"]["kernel"], price["fine"]["coarse_factor"]), ("matmul_tiled", 1))
        self.assertEqual((price["coarse"]["grid_dim"], price["coarse"]["tile_width"]), (4, 32))
        loads = rows["global_load_requests"]
        self.assertEqual((loads["fine"], loads["coarse"], loads["difference"]), (4096, 2560, -1536))
        self.assertEqual(loads["ratio"], 0.625)
        self.assertIsNone(rows["redundant_operations"]["ratio"])

    def test_partners_can_be_chosen(self):
        price, rows = self.rows("coarsened --n 2^14 --coarse 4")
        self.assertEqual(price["fine"]["kernel"], "segmented")
        self.assertEqual(rows["atomic_requests"]["difference"], 8 - 32)
        price, _ = self.rows("coarsened --n 2^14 --coarse 4 --fine interleaved_global")
        self.assertEqual(price["fine"]["kernel"], "interleaved_global")
        price, _ = self.rows("vector_add --n 1000 --coarse 4")
        self.assertEqual((price["fine"]["kernel"], price["fine"]["coarse_factor"]), ("vector_add", 1))

    def test_every_format_has_every_item(self):
        arguments = "price coarsened --n 5000 --coarse 2 --backend emulator"
        _, rows = self.rows("coarsened --n 5000 --coarse 2")
        table = list(csv.reader(io.StringIO(self.good(arguments + " --csv").stdout)))
        self.assertEqual([row[0] for row in table[1:]], list(rows))
        self.assertEqual({len(row) for row in table}, {5})
        text = self.good(arguments).stdout
        for item in rows:
            self.assertIn(item.replace("_", " "), text)

    def test_bad_usage_is_refused(self):
        self.refused("price", "KERNEL is missing")
        self.refused("price segmented", "segmented", "not coarsened", "matmul_coarsened")
        self.refused("price coarsened --fine matmul_tiled", "--fine matmul_tiled", "the same problem", "segmented")
        self.refused("price coarsened --json --csv", "exclude")


def sweep_file(body):
    """The text of a recorded sweep: a first line with the FNV-1a checksum of the rest."""
    checksum = 0xcbf29ce484222325
    for byte in body.encode():
        checksum = (checksum ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return f"lanescope-sweep 1 {checksum:016x}\n{body}"


class RecordedTimes(Case):
    HEAD = '{"device":"GPU","op":"sum","type":"float32"}\n'
    COLUMNS = "kernel,n,block_dim,coarse_factor,grid_dim,combining,time_us,min_us,max_us,repeats"

    def test_a_sweep_of_matrices_can_be_looked_at(self):
        rows = "matmul_coarsened,64,256,4,4,atomic,5,4,6,20,32,64,16\nvector_add,1000,256,1,4,atomic,2,1,3,20,0,0,0\n"
        (self.cwd / "x.sweep").write_text(sweep_file(f"{self.HEAD}{self.COLUMNS},inner,columns,tile_width\n{rows}"))
        product, vectors = json.loads(self.good("replay x.sweep --json").stdout)["times"]
        self.assertEqual((product["matrices"], product["tile_width"]), ([64, 32, 64], 16))
        self.assertNotIn("tile_width", vectors)
        self.assertIn("64x32x64", self.good("replay x.sweep").stdout)

    def test_a_sweep_goes_through_launches_of_matrices_that_are_not_square(self):
        points = self.json("sweep matmul_coarsened --n 20x33x40 --tile 8,16 --coarse 1,2")["points"]
        self.assertEqual([(point["n"], point["grid_dim"]) for point in points], [(20, 15), (20, 9), (20, 6), (20, 4)])
        self.refused("sweep segmented --n 20x33x40", "--n", "20x33x40")
        self.refused("sweep matmul_tiled --n 20x33", "--n", "MxKxN")

    def test_a_sweep_from_before_can_still_be_looked_at(self):
        (self.cwd / "x.sweep").write_text(
            sweep_file(f"{self.HEAD}{self.COLUMNS}\nsegmented,64,256,1,1,atomic,5,4,6,20\n"))
        self.assertEqual(json.loads(self.good("replay x.sweep --json").stdout)["times"][0]["time_us"], 5)

    def test_vectorized_follows_its_own_rule_until_a_grid_is_named(self):
        grid = lambda words: self.json("run vectorized " + words)["grid_dim"]
        block = lambda words: self.json("run vectorized " + words)["block_dim"]
        self.assertEqual((block("--n 2^16"), grid("--n 2^16")), (128, 33), "32 tiles, and a block that collects")
        self.assertEqual(grid("--n 2^16 --block 512"), 8, "a tile of 16 elements a thread each")
        self.assertEqual(grid("--n 2^16 --grid 128"), 128)
        points = self.json("sweep vectorized --n 2^14,2^16 --block 256,512")["points"]
        self.assertEqual([point["grid_dim"] for point in points], [4, 2, 16, 8])

    def test_recorded_arithmetic_follows_from_the_time(self):
        points = self.json("sweep matmul_tiled vector_add segmented --n 512 --tile 16")["points"]
        for point in points:
            recorded = point["recorded"]
            run = self.json(f"run {point['kernel']} --n 512")
            self.assertEqual(run.get("recorded"), recorded)
            flop = {"matmul_tiled": 2 * 512 ** 3, "vector_add": 512}.get(point["kernel"])
            if recorded and flop:
                self.assertAlmostEqual(recorded["gflops"], flop / recorded["time_us"] / 1e3)
            elif recorded:
                self.assertNotIn("gflops", recorded)


if __name__ == "__main__":
    cases.main()
