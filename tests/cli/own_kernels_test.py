#!/usr/bin/env python3
"""A user's .cu file on the command line: run and trace, their JSON, their refusals and exit codes."""
import json
import os

import cases

REDUCE = """__global__ void reduce(const float* in, float* out, int n) {
  __shared__ float s[256];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  s[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
  for (unsigned stride = blockDim.x / 2; stride >= 1; stride /= 2) {
    __syncthreads();
    if (t < stride)
      s[t] += s[t + stride];
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
"""


class OwnKernels(cases.Case):
    def setUp(self):
        super().setUp()
        (self.cwd / "own.cu").write_text(REDUCE)

    def test_run_judges_the_result(self):
        done = self.call("run own.cu --n 1000 --grid 2 --input ones --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        run = json.loads(done.stdout)
        self.assertEqual((run["result"], run["correct"], run["kind"], run["kernel"]), (1000, True, "emulated", "own.cu"))

    def test_a_wrong_result_exits_with_1(self):
        (self.cwd / "own.cu").write_text(REDUCE.replace("s[t + stride]", "s[t]"))
        self.assertEqual(self.call("run own.cu --n 1000 --grid 2").returncode, 1)

    def test_trace_has_the_masks_of_every_round(self):
        done = self.call("trace own.cu:reduce --n 512 --grid 1 --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        trace = json.loads(done.stdout)
        rounds = [step["masks"] for step in trace["block"]["steps"] if step["source_line"] == 8]
        self.assertEqual([sum(bin(int(mask, 16)).count("1") for mask in masks) for masks in rounds],
                         [128, 64, 32, 16, 8, 4, 2, 1])
        self.assertEqual(trace["totals"]["barriers"], 8)
        self.assertEqual(trace["totals"]["global_load_sectors"], 512 * 4 // 32)
        self.assertIsNone(trace["totals"]["combine_ops"])

    def test_refusals(self):
        (self.cwd / "two.cu").write_text(REDUCE + REDUCE.replace("void reduce", "void other"))
        (self.cwd / "bounds.cu").write_text(
            "template <int T> __global__ void __launch_bounds__(T) a(float* x) { x[threadIdx.x] = 1; }\n"
            "static __global__ void __launch_bounds__(100, 2) b(float* x) { x[threadIdx.x] = 1; }\n")
        (self.cwd / "main.cu").write_text("int main() { return 0; }\n")
        (self.cwd / "moved.cu").write_text("__global__ void a(float&& x) {}\n")
        (self.cwd / "dots.cu").write_text("__global__ void a(float* x, ...) {}\n")
        (self.cwd / "no_main.cu").write_text('#include "other.h"\n' + REDUCE)
        for command, words, code in [("run absent.cu", "absent.cu: there is no such file", 2),
                                     ("trace two.cu", "it has 2 kernels", 2),
                                     ("trace own.cu:absent", "it has no kernel 'absent'; it has reduce", 2),
                                     ("run own.cu --as nothing", "--as is 'nothing'", 2),
                                     ("run own.cu --block 2000", "--block", 2),
                                     ("run bounds.cu:a<64> --as free --block 96",
                                      "--block 96: bounds.cu:a<64> has __launch_bounds__(64), so a block of it has at "
                                      "most 64 threads.", 2),
                                     ("run bounds.cu:b --as free --block 128", "has at most 100 threads", 2),
                                     ("check moved.cu", "moved.cu: a parameter is an rvalue reference (&&)", 2),
                                     ("check dots.cu", "dots.cu: its parameters end in '...'", 2),
                                     ("run no_main.cu --main", "includes other.h, which is not there and may have it", 2),
                                     ("run own.cu --define 1=2", "it must be NAME or NAME=VALUE", 2),
                                     ("run own.cu --shared 100", "has no extern __shared__ array", 2),
                                     ("check own.cu --backend cuda --n 1000", "by the emulator alone", 3),
                                     ("render memory own.cu --backend cuda -o own.png", "traced by the emulator alone", 3),
                                     ("run own.cu --main --backend cuda", "own.cu has no main()", 2),
                                     ("trace main.cu --main --backend cuda", "by the emulator alone", 3),
                                     ("verify own.cu --backend gpu", "--backend is 'gpu'", 2),
                                     ("verify own.cu --counters --backend emulator", "--counters reads those of a GPU", 2),
                                     ("verify own.cu --sanitizer", "it is for kernels of the program", 2),
                                     ("verify own.cu --few", "there is no table of counters", 2),
                                     ("verify segmented --backend cuda", "only a FILE.cu", 2),
                                     ("run segmented --as scan", "is a kernel of this program", 2),
                                     ("run own.cu --n 1000 --block 512 --grid 1", "element 256 of s, which has 256 (line 4)", 1)]:
            with self.subTest(command=command):
                done = self.call(command)
                self.assertEqual(done.returncode, code, done.stderr)
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_what_nobody_calls_a_reduction_is_not_accused_of_its_output(self):
        (self.cwd / "blur.cu").write_text("""__global__ void blur(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
}
__global__ void square(const float* in, float* out, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < n && y < n) out[y * n + x] = in[x * n + y];
}
__global__ void total(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
__global__ void add(float* a, float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
""")
        done = self.call("run blur.cu:blur --n 100000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("blur.cu:blur: it writes more than one result a block", done.stderr)
        self.assertIn("arrays of 100000 float32", done.stdout)
        self.refused("run blur.cu:blur --n 100000 --as reduction", "element 391 of out, which has 391", code=1)
        done = self.call("check blur.cu:square --n 65536")
        self.assertEqual(done.stdout, "blur.cu:square: no finding\nIt was launched with --n 65536 --grid 8x8 --block 16x16 "
                         "--arguments in,out,128: in = in, out = out, n = 128.\n")
        done = self.call("run blur.cu:square --n 64")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("blur.cu:square: it has parameters or directions that no reduction has", done.stderr)
        self.assertIn("grid of 1 blocks of 16x16", done.stdout)
        self.assertIn("--arguments in,out,4: in = in, out = out, n = 4.", done.stdout)
        done = self.call("run blur.cu:square --as transpose --n 64 --json")
        self.assertEqual((json.loads(done.stdout)["correct"], done.stderr), (True, ""))
        done = self.call("run blur.cu:total --input ones --n 1000 --json")
        self.assertEqual((json.loads(done.stdout)["result"], done.stderr), (1000, ""))
        for action in ("run", "trace"):
            done = self.call(action + " blur.cu:add --n 1000")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("blur.cu:add: it has parameters or directions that no reduction has", done.stderr)
            self.assertIn("arrays of 1000 float32", done.stdout)

    def test_a_reduction_by_name_is_judged_as_a_sum_only_where_it_may_be_one(self):
        (self.cwd / "reduce.cu").write_text("""
__global__ void reduce(const float* in, float* out, int n, int smallest) {
  __shared__ float s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i < n ? in[i] : in[0];
  for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) {
      float a = s[threadIdx.x], b = s[threadIdx.x + stride];
      s[threadIdx.x] = smallest ? min(a, b) : max(a, b);
    }
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void reduce_rows(float* sums, float* rows, int n, int m) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n)
    for (int i = 0; i < m; ++i) sums[row] += rows[row * m + i];
}
""")
        done = self.call("run reduce.cu:reduce")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("its result is the smallest or the largest element, and no sum: nothing is judged.", done.stderr)
        done = self.call("run reduce.cu:reduce --as reduction --op min --json")
        self.assertTrue(json.loads(done.stdout)["correct"])
        done = self.call("run reduce.cu:reduce_rows")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("it reads more than one array of N elements", done.stderr)

    def test_constants_of_a_header_say_the_block(self):
        (self.cwd / "tile.h").write_text("#ifndef TILE_H\n#define TILE_H\n#define WIDE 16\n#define HIGH 8\n#endif\n")
        (self.cwd / "tile.cu").write_text("""
#include "tile.h"
__global__ void copy(const float* in, float* out, int width) {
  __shared__ float tile[HIGH][WIDE];
  int x = blockIdx.x * WIDE + threadIdx.x, y = blockIdx.y * HIGH + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  out[y * width + x] = tile[threadIdx.y][threadIdx.x];
}
void call(const float* in, float* out, int width) {
  dim3 threads(WIDE, HIGH), blocks(width / WIDE, width / HIGH);
  copy<<<blocks, threads>>>(in, out, width);
}
""")
        done = self.call("check tile.cu:copy")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("--grid 8x16 --block 16x8", done.stdout)

    def test_a_function_that_launches_kernels_is_called_where_there_is_no_main(self):
        text = """__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void twice(float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] *= 2;
}
void solve(const float* a, const float* b, float* c, int n) {
  add<<<(n + 255) / 256, 256>>>(a, b, c, n);
  twice<<<(n + 255) / 256, 256>>>(c, n);
}
"""
        path = self.cwd / "solve.cu"
        path.write_text(text)
        for name in ("solve.cu", "solve.cu:solve"):
            done = self.call("check " + name + " --n 1000")
            self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
            self.assertIn("solve() was called with --n 1000 --arguments in,in2,inout3,n", done.stdout)
        done = self.call("run solve.cu --n 1000 --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(one["entry"], one["grid_dim"], one["block_dim"]) for one in json.loads(done.stdout)["launches"]],
                         [("solve.cu:add", 4, 256), ("solve.cu:twice", 4, 256)])
        path.write_text(text.replace("if (i < n) c[i] *= 2", "c[i] *= 2"))
        done = self.call("check solve.cu --n 1000")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Thread 232 of block 3 comes to element 1000 of c, which was given 1000 (line 7).", done.stdout)
        self.assertEqual(self.call("check solve.cu:twice --n 1000 --grid 4 --block 250").returncode, 0, "a kernel alone")

        path.write_text(text + "void more(float* c, int n) { twice<<<1, n>>>(c, n); }\n")
        done = self.call("run solve.cu")
        self.assertEqual(done.returncode, 2)
        self.assertIn("A function that launches them may be named, too: solve, more.", done.stderr)
        done = self.call("run solve.cu --main")
        self.assertIn("without --main, solve.cu:solve calls its function solve().", done.stderr)
        path.write_text(text.replace("float* c, int n) {\n  add", "float** c, int n) {\n  add").replace("a, b, c, n", "a, b, *c, n")
                        .replace("(c, n);\n}\n", "(*c, n);\n}\n"))
        done = self.call("run solve.cu:solve")
        self.assertEqual(done.returncode, 2)
        self.assertIn("solve() takes c, which is neither a number nor an array of them", done.stderr)

    def test_a_host_part_that_does_not_compile_is_said_and_left_out(self):
        (self.cwd / "half.cu").write_text("""__global__ void twice(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] *= 2;
}
void call(char* bytes) {
  twice<<<1, 32>>>(bytes, 32);
}
""")
        done = self.call("check half.cu:twice")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("The functions of the host do not compile, and are left out: half.cu", done.stderr)
        self.assertIn("line 6: ", done.stderr)

    def test_a_kernel_that_is_called_is_refused(self):
        (self.cwd / "called.cu").write_text("""__global__ void twice(float* a) { a[0] *= 2; }
int main() {
  twice(nullptr);
  return 0;
}
""")
        done = self.call("run called.cu --main")
        self.assertEqual(done.returncode, 2)
        self.assertIn("called.cu, line 3: twice is marked __global__, so who calls it must launch it, by <<<>>>", done.stderr)

    def test_what_reads_nothing_or_is_called_otherwise_is_not_judged_as_a_sum(self):
        (self.cwd / "others.cu").write_text("""#include "helpers_of_nobody.h"
__global__ void ones(float* out, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0 && n > 0) out[0] = 1;
}
__global__ void scan_in_place(float* a, int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    for (int i = 1; i < n; ++i) a[i] += a[i - 1];
}
__global__ void reduce_max(const float* in, float* out, int n) {
  if (threadIdx.x > 0 || blockIdx.x * blockDim.x >= n) return;
  float most = in[blockIdx.x * blockDim.x];
  for (int i = blockIdx.x * blockDim.x; i < n && i < (blockIdx.x + 1) * blockDim.x; ++i) most = fmaxf(most, in[i]);
  out[blockIdx.x] = most;
}
""")
        called = "its name says another thing than a sum"
        for kernel, why in (("ones", "it reads no array"), ("scan_in_place", called), ("reduce_max", called)):
            done = self.call("run others.cu:" + kernel + " --n 1000")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn("others.cu:" + kernel + ": " + why, done.stderr)
            self.assertEqual(done.stderr.count("taken for empty: helpers_of_nobody.h."), 1)
        done = self.call("run others.cu:reduce_max --op max --n 1000 --json")
        self.assertEqual(json.loads(done.stdout)["correct"], True)

    def test_an_index_out_of_bounds_that_is_a_number_of_the_input_is_told_as_that(self):
        (self.cwd / "count.cu").write_text("""__global__ void count(const int* keys, int* counts, int n) {
  __shared__ int part[64];
  if (threadIdx.x < 64) part[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&part[keys[i]], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&counts[threadIdx.x], part[threadIdx.x]);
}
""")
        words = "with --input ones none is out of bounds"
        done = self.call("check count.cu --n 1000")
        self.assertEqual(done.returncode, 1)
        self.assertIn(words, done.stdout)
        done = self.call("run count.cu --n 1000")
        self.assertEqual(done.returncode, 1)
        for said in (words, "of part, which has 64"):
            self.assertIn(said, done.stderr)
        self.assertEqual(self.call("check count.cu --n 1000 --input ones").returncode, 0)
        (self.cwd / "count.cu").write_text((self.cwd / "count.cu").read_text().replace("keys[i]]", "i]"))
        self.assertNotIn(words, self.call("check count.cu --n 1000").stdout)

    def test_a_compiler_that_is_too_old_or_missing_is_told(self):
        (self.cwd / "sum.cu").write_text("__global__ void sum(const float* in, float* out, int n) { atomicAdd(out, in[threadIdx.x]); }\n")
        before = os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", before)
        (self.cwd / "old").mkdir()
        os.environ["PATH"] = str(self.cwd / "old")
        self.refused("run sum.cu", "there is none in PATH", code=3)
        old = self.cwd / "old" / "g++"
        old.write_text("#!/bin/sh\necho 11\n")
        old.chmod(0o755)
        self.refused("run sum.cu", "g++ 12 or later", "is 11", "the package g++-12 has it", code=3)

    def test_options_of_a_file_are_not_those_of_the_kernel_beside_it(self):
        (self.cwd / "product.cu").write_text("""__global__ void product(const float* a, const float* b, float* c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}
""")
        done = self.call("compare product.cu matmul_naive --n 64 --as matrix_product --arguments in,in2,out,n --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["correct"] for row in json.loads(done.stdout)], [True, True])
        self.assertIn("only one of a .cu file takes that", self.call("compare matmul_naive --n 64 --as scan").stderr)

    def test_threads_that_work_alone_are_no_reduction(self):
        scale = "__global__ void scale(float* x, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n" \
                "  if (i < n) x[i] *= 2;\n}\n"
        (self.cwd / "scale.cu").write_text(scale)
        done = self.call("run scale.cu")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("its threads work alone, without a loop, so it is no reduction", done.stderr)
        (self.cwd / "sum.cu").write_text(scale.replace("scale", "sum_all"))
        self.assertEqual(self.call("run sum.cu").returncode, 1, "a sum by name that adds nothing is wrong")

    def test_a_build_may_define_names(self):
        (self.cwd / "built.cu").write_text("#include <cstdio>\n__global__ void k() {}\n"
                                           "int main() { k<<<1, SIZE>>>(); printf(\"%d\\n\", SIZE); }\n")
        self.assertIn("--define SIZE=VALUE", self.call("run built.cu --main").stderr)
        self.assertIn("\n64\n", "\n" + self.good("run built.cu --main --define SIZE=64,OTHER").stdout)

    def test_a_sweep_launches_a_kernel_at_each_n_as_its_file_does(self):
        (self.cwd / "rows.cu").write_text(
            "// lanescope: --as free\n"
            "__global__ void rows(const float* in, float* out, int width, int height) {\n"
            "  for (int x = threadIdx.x; x < width; x += blockDim.x)\n"
            "    out[blockIdx.x * width + x] = 2 * in[blockIdx.x * width + x];\n"
            "}\n"
            "void twice(const float* in, float* out, int width, int height) { rows<<<height, 64>>>(in, out, width, height); }\n")
        points = json.loads(self.good("sweep rows.cu --n 2^12,2^14 --block 64 --backend emulator --json").stdout)["points"]
        # Width and height together span a quarter of N: as many rows as blocks, each element read once.
        self.assertEqual([(point["grid_dim"], point["totals"]["global_load_sectors"]) for point in points],
                         [(32, 1024 * 4 // 32), (64, 4096 * 4 // 32)])

    def test_a_gpu_measures_or_says_why_there_is_none(self):
        for command in ["run own.cu --n 1000 --repeat 3 --json", "verify own.cu --json", "compare own.cu --n 1000 --json",
                        "resources own.cu --json"]:
            with self.subTest(command=command):
                done = self.call(command + " --backend cuda")
                if done.returncode == 3:
                    self.assertTrue(done.stderr.startswith("lanescope: --backend cuda: "), done.stderr)
                    self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                    self.assertEqual(done.stdout, "")
                else:
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertNotIn("emulated", done.stdout.replace("CPU emulator", ""))

    def test_a_trace_stays_emulated_and_says_so(self):
        done = self.call("trace own.cu --n 512 --grid 1 --backend cuda --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["kind"], "emulated")
        self.assertIn("the trace of an own kernel is emulated", done.stderr)


if __name__ == "__main__":
    cases.main()
