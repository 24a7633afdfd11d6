#!/usr/bin/env python3
"""A user's whole program on the command line: what is printed, refused, lost and done again, and exit codes."""
import json

import cases


class OwnPrograms(cases.Case):
    def test_a_program_whose_launch_is_refused_is_not_without_a_finding(self):
        (self.cwd / "wide.cu").write_text("""
__global__ void clear(int* a) { a[threadIdx.x] = 0; }
int main() {
  int* a;
  cudaMalloc(&a, 4 << 11);
  clear<<<1, 2048>>>(a);
  return cudaDeviceSynchronize();
}
""")
        done = self.call("check wide.cu --main")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("No kernel of its own ran.\nRefused, as by a GPU: clear, line 6: the threads of its block are 2,048",
                      done.stdout)

    def test_a_call_that_is_refused_beside_launches_that_ran_is_no_success(self):
        (self.cwd / "past.cu").write_text("""
__global__ void clear(int* a) { a[threadIdx.x] = 0; }
int main() {
  int *a, host[64];
  cudaMalloc(&a, sizeof host);
  clear<<<1, 64>>>(a);
  cudaMemcpy(host, a, 2 * sizeof host, cudaMemcpyDeviceToHost);
}
""")
        done = self.call("check past.cu --main")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertTrue(done.stdout.startswith("past.cu: no finding, refused: 1 call\nRefused, as by a GPU: a copy, line 7"),
                        done.stdout)
        done = self.call("check past.cu --main --json")
        self.assertEqual(done.returncode, 1, done.stderr)
        call, = json.loads(done.stdout)
        self.assertEqual((call["kind"], call["lines"]), ("refused", [7]))
        self.assertIn("256 bytes from there on, and the call is of 512", call["message"])

    def test_shared_arrays_that_no_block_has_room_for_are_refused(self):
        program = """
template <int kCount> __global__ void fill(float* a) {
  __shared__ float first[kCount], second[64];
  first[threadIdx.x] = second[threadIdx.x] = a[threadIdx.x];
}
int main() {
  float* a;
  cudaMalloc(&a, 256);
  cudaMemset(a, 0, 256);
  fill<COUNT><<<1, 64>>>(a);
}
"""
        (self.cwd / "large.cu").write_text(program.replace("COUNT", "12225"))
        done = self.call("check large.cu --main")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("large.cu: fill() has 49,156 bytes of shared arrays with a size, and at most 49,152 are allowed.",
                      done.stderr)
        (self.cwd / "large.cu").write_text(program.replace("COUNT", "12224"))
        self.assertEqual(self.call("check large.cu --main").returncode, 0)

    def test_a_constructor_without_an_end_is_a_finding(self):
        (self.cwd / "object.cu").write_text("""
struct Endless { Endless() { volatile int rounds = 0; while (true) rounds = rounds + 1; } } endless;
__global__ void clear(int* a) { a[threadIdx.x] = 0; }
""")
        done = self.call("check object.cu --json")
        self.assertEqual(done.returncode, 1, done.stderr)
        finding, = json.loads(done.stdout)
        self.assertEqual(finding["kind"], "endless")
        self.assertIn("the constructor of one of them does not end", finding["message"])

    def test_a_program_for_whose_arrays_there_is_no_room_is_not_accused(self):
        (self.cwd / "large.cu").write_text("""
__global__ void clear(char* a) { a[threadIdx.x] = 0; }
int main() {
  char* a;
  if (cudaMalloc(&a, 5ull << 30) != cudaSuccess) return 1;
  clear<<<1, 32>>>(a);
  return cudaDeviceSynchronize();
}
""")
        done = self.call("check large.cu --main")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("large.cu: no finding, and the check is partial\n", done.stdout)
        self.assertIn("What the program does with memory for which the emulator has no room was not looked at.\n",
                      done.stdout)
        done = self.call("check large.cu --main --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        partial, = json.loads(done.stdout)
        self.assertEqual((partial["kind"], partial["launch_count"], partial["stopped"]), ("partial", 0, None))
        self.assertEqual(len(partial["refused_allocations"]), 1)

    def test_a_program_that_is_run_again_reads_its_input_again(self):
        """Blocks that wait for later ones make it run again."""
        (self.cwd / "waits.cu").write_text("""
#include <cstdio>
__device__ int turn;
__global__ void k() {
  while (atomicAdd(&turn, 0) != int(gridDim.x - 1 - blockIdx.x)) ;
  atomicAdd(&turn, 1);
}
int main() {
  int n, sum = 0;
  while (scanf("%d", &n) == 1) sum += n;
  k<<<4, 1>>>();
  printf("sum\t%d %d\\n", sum, cudaDeviceSynchronize());
}
""")
        done = self.call("run waits.cu --main --json", piped="1 2 3 4\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["printed"], ["sum     10 0"])

    def test_files_that_are_not_there_are_named(self):
        (self.cwd / "reads.cu").write_text("""#include <cstdio>
#include <fstream>
int main() {
  FILE* there = fopen("there.txt", "r");
  FILE* absent = fopen("absent.txt", "r");
  std::ifstream other("folder/other.txt");
  return there && !absent && !other ? 0 : 3;
}
""")
        (self.cwd / "there.txt").write_text("1")
        done = self.call("run reads.cu --main")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("It asked for files that are not there, in the folder of its source: absent.txt, folder/other.txt.",
                      done.stdout)
        self.assertEqual(json.loads(self.call("run reads.cu --main --json").stdout)["missing_files"],
                         ["absent.txt", "folder/other.txt"])

    def test_launches_that_were_done_before_are_not_done_again(self):
        """Without that the program takes an hour. What a launch may see may change in between, by whatever way."""
        (self.cwd / "repeated.cu").write_text("""
#include <cstdio>
__device__ int calls;
__constant__ float factor;
__global__ void scale(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = factor * in[i];
}
__global__ void sum(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(out, in[i]);
}
__global__ void count() { atomicAdd(&calls, 1); }
__global__ void grow(float* a) { a[threadIdx.x] += 1; }
__global__ void say(int i) { if (i < 0) printf("said %d\\n", i); }
int main() {
  const int n = 1 << 18;
  float *in, *out, *s, *g, f = 2, one = 0;
  double total = 0;
  cudaMalloc(&in, n * 4); cudaMalloc(&out, n * 4); cudaMalloc(&s, 4); cudaMallocManaged(&g, 128);
  cudaMemcpyToSymbol(factor, &f, 4);
  static float h[n];
  for (float& value : h) value = 1;
  cudaMemcpy(in, h, n * 4, cudaMemcpyHostToDevice);
  for (int round = 0; round < 6000; ++round) {
    if (round == 100) cudaMemcpyToSymbol(factor, &(f = 3), 4);
    if (round == 200) cudaMemset(in, 0, n);
    if (round == 300) cudaMemcpy(in, h, n * 4, cudaMemcpyHostToDevice);
    scale<<<n / 256, 256>>>(in, out, n);
    cudaMemset(s, 0, 4);
    sum<<<n / 256, 256>>>(out, s, n);
    cudaMemcpy(&one, s, 4, cudaMemcpyDeviceToHost);
    total += one / n;
    count<<<1, 1>>>();
    grow<<<1, 32>>>(g);
  }
  for (int i = 0; i < 5; ++i) say<<<1, 1>>>(-7);
  int c;
  cudaMemcpyFromSymbol(&c, calls, 4);
  printf("%g %d %g\\n", total, c, g[31]);
}
""")
        done = self.call("run repeated.cu --main --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["printed"], 5 * ["said -7"] + ["17825 6000 6000"])

    def test_a_program_that_returns_something_else_than_0_has_failed(self):
        (self.cwd / "returns.cu").write_text("__global__ void k() {}\nint main() { k<<<1, 1>>>(); return 3; }\n")
        done = self.call("run returns.cu --main --json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["exit_code"], 3)
        self.assertIn("main() ended with 3", done.stderr)

    def test_what_is_left_out_of_the_output_is_counted(self):
        """Kernels print 5 MiB in lines of 16 bytes, of which 4 MiB are kept; the host's line behind them is there."""
        (self.cwd / "prints.cu").write_text("""
#include <cstdio>
__global__ void say() { printf("line %10u\\n", blockIdx.x * blockDim.x + threadIdx.x); }
__global__ void nothing() {}
int main() {
  say<<<5 << 6, 1 << 10>>>();
  for (int i = 0; i < 1100; ++i) nothing<<<1, 1>>>();
  printf("done\\n");
  fprintf(stderr, "said\\n");
}
""")
        done = self.call("run prints.cu --main --json")
        self.assertEqual(done.returncode, 0, done.stderr)
        run = json.loads(done.stdout)
        self.assertEqual(run["lost_lines"], 1 << 16)
        self.assertEqual(len(run["printed"]), (4 << 16) + 2)
        self.assertEqual(run["printed"][(4 << 16) - 1], f"line {(4 << 16) - 1:10}")
        self.assertEqual(run["printed"][-2:], ["done", "said"])
        self.assertEqual((len(run["launches"]), run["launch_count"]), (1000, 1101))
        text = self.good("run prints.cu --main").stdout.partition("said\n")[2]
        self.assertIn("65536 lines of what it printed are left out", text)
        self.assertIn("the first 1,000 of 1,101 launches", text)
        rows = [line.split() for line in text.splitlines() if line.endswith(("1024", " 1"))]
        self.assertEqual(rows, [["1", "say", "320", "1024"], ["2-1000", "nothing", "1", "1"]])

    def test_a_host_that_prints_without_end_loses_lines_with_a_word(self):
        (self.cwd / "much.cu").write_text("""
#include <cstdio>
int main() { for (int i = 0; i < (9 << 16); ++i) printf("line %10d\\n", i); }
""")
        run = json.loads(self.good("run much.cu --main --json").stdout)
        self.assertEqual((len(run["printed"]), run["lost_lines"]), (8 << 16, 1 << 16))


if __name__ == "__main__":
    cases.main()
