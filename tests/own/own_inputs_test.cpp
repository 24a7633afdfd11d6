// Which numbers the inputs have of a kernel of which nobody says what it computes.
#include <string>

#include "engine/check/settled_run.h"
#include "tests/own/own_arguments_fixture.h"

namespace lanescope {
namespace {

std::string over_elements(const std::string& body) {
  return "__global__ void f(const int* at, const float* in, float* out, int n) {\n"
         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n" +
         body + "\n}\n";
}

TEST_F(OwnArgumentsTest, PlacesOfAScatterAreTheInputs) {
  const auto run = run_settled(over_elements("out[at[i]] = in[i];"));
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "places,in2,out,n");
  const std::string notice = run.notice.text();
  EXPECT_TRUE(notice.starts_with("A real input may have none of it: with random numbers two threads")) << notice;
  const auto beyond = run_settled(over_elements("out[n / 8 * 7 + at[i]] = at[i];"));
  EXPECT_TRUE(beyond.findings.empty()) << beyond.findings.front().sentence.text();
  EXPECT_EQ(words_of(beyond), "zeros,in2,out,n");
  EXPECT_TRUE(beyond.notice.text().ends_with("If a real one may, a check of the index is missing."));
}

TEST_F(OwnArgumentsTest, ATextHasLetters) {
  const auto run = run_settled(R"(
__global__ void letters(const char* text, int* counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&counts[text[i] - 'a'], 1);
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
}

TEST_F(OwnArgumentsTest, WhatIsNoScatterIsNotExcusedByItsInput) {
  EXPECT_FALSE(run_settled(over_elements("out[at[i]] += 1;")).findings.empty()) << "a histogram";
  EXPECT_FALSE(run_settled(over_elements("if (at[i] % 3 == 1) out[i / 2] = in[i];")).findings.empty())
      << "at numbers that are no zeros";
  EXPECT_FALSE(run_settled(over_elements("out[at[i]] = 0; atomicAdd(&out[at[i]], in[i]);")).findings.empty());
  EXPECT_FALSE(run_settled(over_elements("out[i + 1] = at[i];")).findings.empty());
  EXPECT_FALSE(run_settled(R"(
__global__ void sort(int* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && a[i] > a[i + 1]) {
    int t = a[i];
    a[i] = a[i + 1];
    a[i + 1] = t;
  }
}
)")
                   .findings.empty());
}

TEST_F(OwnArgumentsTest, WhatIsMergedOrCalledSortedIsSorted) {
  const auto words_for = [&](const std::string& name, const std::string& a, const std::string& b) {
    return words_of(run_settled("__global__ void " + name + "(const float* " + a + ", const float* " + b +
                                ", float* c, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                "  if (i < n) c[i] = fminf(" +
                                a + "[i], " + b + "[i]);\n}\n"));
  };
  EXPECT_EQ(words_for("merge_tiles", "a", "b"), "sorted,sorted2,out,n");
  EXPECT_EQ(words_for("least", "sorted_keys", "unsorted"), "sorted,in2,out,n");
  const auto alone = run_settled(
      "__global__ void mergePass(const float* a, float* b, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) b[i] = a[i];\n}\n");
  EXPECT_EQ(words_of(alone), "in,out,n") << "runs of it are sorted";
}

TEST_F(OwnArgumentsTest, MergeThatIsNotCalledSoIsFoundRightWithSortedInputs) {
  // A thread puts each of its elements behind all that are less, of both arrays.
  const auto run = run_settled(R"(
__device__ int rank_in(const float* a, int n, float value, bool with_equal) {
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] < value || (with_equal && a[middle] == value)) low = middle + 1;
    else high = middle;
  }
  return low;
}
__global__ void unite(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  c[i + rank_in(b, n / 2, a[i], false)] = a[i];
  c[i + rank_in(a, n / 2, b[i], true)] = b[i];
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "sorted,sorted2,out,n");
  EXPECT_NE(run.notice.text().find("numbers that ascend"), std::string::npos) << run.notice.text();
}

TEST_F(OwnArgumentsTest, InputsMayBeSaidToBeSortedOrPlaces) {
  RunRequest request = request_of(over_elements(R"(
  if (i + 1 < n && (at[i] > at[i + 1] || in[i] > in[i + 1])) out[n] = 0;
  out[i] = at[i];)"),
                                  3000);
  request.own.arguments = {"sorted", "sorted2", "out", "n"};
  EXPECT_TRUE(lanescope::run(request, progress_).findings.empty());
  request.own.arguments = {"sorted", "in2", "out", "n"};
  EXPECT_FALSE(lanescope::run(request, progress_).findings.empty());
  request = request_of(over_elements("out[at[i]] = i;"), 3000);
  request.own.arguments = {"places", "in2", "out", "n"};
  EXPECT_TRUE(lanescope::run(request, progress_).findings.empty()) << "each of 3,000 once";
}

TEST_F(OwnArgumentsTest, AMarkBesideWhatClearsItIsNoScatter) {
  const auto run = run_settled(R"(
__global__ void mark(const int* begins, int* flags, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  flags[i] = 0;
  flags[begins[i]] = 1;
}
)");
  ASSERT_FALSE(run.findings.empty()) << "with zeros alone no two threads differ";
  EXPECT_EQ(run.findings.front().kind, FindingKind::race);
}

TEST_F(OwnArgumentsTest, SizesThatStandInArraysMayBeOne) {
  const auto run = run_settled(R"(
__global__ void f(const int* begins, const int* count, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count[0]) out[begins[i] * count[0] + i] = i;
}
)");
  EXPECT_TRUE(run.findings.empty()) << run.findings.front().sentence.text();
  EXPECT_EQ(words_of(run), "ones,ones2,out");
  EXPECT_NE(run.notice.text().find("an index leaves out (line 4), and with ones none does"), std::string::npos)
      << run.notice.text();
}

/// As hash tables are written: -1 is a place that has nothing yet.
TEST_F(OwnArgumentsTest, TablesInWhichSomethingIsLookedForAreEmpty) {
  const auto put = run_settled(R"(
__global__ void put(const int* keys, int* table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int slot = keys[i] % n;; slot = (slot + 1) % n) {
    int old = atomicCAS(&table[slot], -1, keys[i]);
    if (old == -1 || old == keys[i]) break;
  }
}
)");
  EXPECT_TRUE(put.findings.empty());
  EXPECT_EQ(put.request.own.arguments, (std::vector<std::string>{"places", "empty2", "n"}));
  const auto find = run_settled(R"(
__global__ void find(const int* keys, const int* table, int* found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int slot = i;
  while (table[slot] != -1 && table[slot] != keys[i] + n) slot = (slot + 1) % n;
  found[i] = table[slot];
}
)");
  EXPECT_TRUE(find.findings.empty());
  EXPECT_EQ(find.request.own.arguments, (std::vector<std::string>{"empty", "empty2", "out", "n"}));
  EXPECT_NE(find.notice.text().find("as a table that is empty does"), std::string::npos);
}

}  // namespace
}  // namespace lanescope
