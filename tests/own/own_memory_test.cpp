// What a file's accesses count: vectors are one request of their width, variables of the file are global memory,
// and constant memory is left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "engine/request/catalogue.h"
#include "engine/session.h"
#include "engine/source/own_run.h"
#include "engine/source/scratch_folder.h"

namespace lanescope {
namespace {

class OwnMemoryTest : public ::testing::Test {
 protected:
  lanescope::Run run_free(const std::string& text, std::uint64_t n) {
    const std::string path = folder_.file("own.cu");
    std::ofstream(path) << text;
    RunRequest request;
    request.kernel = load_own_kernel(path, std::nullopt, progress_).id;
    request.n = n;
    request.block_dim = 32;
    request.own.grid = {1, 1, 1};
    request.detail = Detail::full;
    request.backend = BackendChoice::emulator;
    return lanescope::run(request, progress_);
  }

  static AccessCounts counts(const lanescope::Run& run, AccessKind kind) { return run.metrics.totals.of(kind); }

 private:
  ScratchFolder folder_;
  Progress progress_;
};

TEST_F(OwnMemoryTest, AVectorIsOneRequestOfItsWidth) {
  // 32 lanes: 8 bytes each are 8 sectors, 16 bytes each are 16; not a request for each member.
  const std::pair<const char*, unsigned> kVectors[] = {{"float2", 8},  {"int2", 8},  {"uint2", 8},
                                                       {"float4", 16}, {"int4", 16}, {"double2", 16},
                                                       {"uchar4", 4},  {"short2", 4}};
  for (const auto& [type, bytes] : kVectors) {
    SCOPED_TRACE(type);
    const std::string vector = type;
    const auto run = run_free("__global__ void f(const " + vector + "* in, " + vector + "* out) {\n  " + vector +
                                  " v = in[threadIdx.x];\n  v.x += v.y;\n  out[threadIdx.x] = v;\n}\n",
                              32);
    for (const AccessKind kind : {AccessKind::global_load, AccessKind::global_store}) {
      EXPECT_EQ(counts(run, kind).requests, 1u);
      EXPECT_EQ(counts(run, kind).transactions, bytes);  // 32 lanes * bytes / 32 bytes a sector
    }
  }
}

TEST_F(OwnMemoryTest, AVectorInSharedMemoryTakesTheWavefrontsOfItsWidth) {
  const auto run = run_free(
      "__global__ void f(const float4* in, float4* out) {\n  __shared__ float4 s[32];\n  s[threadIdx.x] = "
      "in[threadIdx.x];\n  __syncthreads();\n  float4 v = s[31 - threadIdx.x];\n  out[threadIdx.x] = v;\n}\n",
      32);
  EXPECT_EQ(counts(run, AccessKind::shared_store).requests, 1u);
  EXPECT_EQ(counts(run, AccessKind::shared_store).transactions, 4u);  // 512 bytes, 128 a wavefront
  EXPECT_EQ(counts(run, AccessKind::shared_load).transactions, 4u);
}

TEST_F(OwnMemoryTest, AStructOfWordsIsARequestForEach) {
  const auto run = run_free(
      "struct Pair { float a, b; };\n__global__ void f(const Pair* in, float* out) {\n  Pair p = "
      "in[threadIdx.x];\n  "
      "out[threadIdx.x] = p.a + p.b;\n}\n",
      32);
  EXPECT_EQ(counts(run, AccessKind::global_load).requests, 2u);       // its alignment is 4
  EXPECT_EQ(counts(run, AccessKind::global_load).transactions, 16u);  // 8 sectors each
}

/// In each row of a request its line.
std::vector<unsigned> lines_of_requests(const lanescope::Run& run) {
  std::vector<unsigned> lines;
  for (const Request& request : run.trace->addresses.front().kept().requests) lines.push_back(request.source_line);
  return lines;
}

TEST_F(OwnMemoryTest, StructsThatFunctionsTakeAndReturnAreAccessesInTheLineOfTheCall) {
  const auto run_of = [&](const std::string& declaration, const std::string& type) {
    return run_free(declaration + "\n__device__ " + type + " add(" + type + " a, " + type +
                        " b) {\n  a.x += b.x;\n  a.y += b.y;\n  return a;\n}\n"
                        "__global__ void f(const " +
                        type + "* in, " + type + "* out) {\n  out[threadIdx.x] = add(in[threadIdx.x],\n" +
                        "    in[31 - threadIdx.x]);\n}\n",
                    32);
  };
  const auto vector = run_of("", "float2");
  EXPECT_EQ(counts(vector, AccessKind::global_load).requests, 2u);
  EXPECT_EQ(counts(vector, AccessKind::global_load).transactions, 2u * 8);
  EXPECT_EQ(counts(vector, AccessKind::global_store).requests, 1u);
  for (const unsigned line : lines_of_requests(vector)) EXPECT_TRUE(line == 8 || line == 9) << line;
  const std::string declarations[] = {"struct Point { float x, y; };", "typedef struct { float x, y; } Point;",
                                      "struct\nPoint { float x, y; };",
                                      "struct alignas(4)\nPoint { float x, y; };"};
  for (const std::string& declaration : declarations) {
    SCOPED_TRACE(declaration);
    const auto run = run_of(declaration, "Point");
    EXPECT_EQ(counts(run, AccessKind::global_load).requests, 4u) << "of each word";
    EXPECT_EQ(counts(run, AccessKind::global_store).requests, 2u);
    const unsigned call = 8 + static_cast<unsigned>(std::count(declaration.begin(), declaration.end(), '\n'));
    for (const unsigned line : lines_of_requests(run)) EXPECT_TRUE(line == call || line == call + 1) << line;
  }
}

TEST_F(OwnMemoryTest, WhatTheLibraryFillsAndConstantTablesAreAccesses) {
  const auto filled = run_free("__global__ void f(int* out) { memset(out + threadIdx.x, 0, 4); }\n", 32);
  EXPECT_EQ(counts(filled, AccessKind::global_store).requests, 1u);
  const auto table = run_free(
      "__device__ const float table[2] = {1, 2};\n"
      "__global__ void f(float* out) { out[threadIdx.x] = table[threadIdx.x & 1]; }\n",
      32);
  EXPECT_EQ(counts(table, AccessKind::global_load).requests, 1u);
  const auto updated =
      run_free("__global__ void f(unsigned long long* out) { atomicAdd(out + threadIdx.x, 1ull); }\n", 32);
  EXPECT_EQ(updated.metrics.totals.atomic_updates, 32u);
}

TEST_F(OwnMemoryTest, VariablesOfTheFileAreGlobalMemory) {
  const auto run = run_free(
      "__device__ float table[64];\n__device__ int count;\n__constant__ float weights[4];\n"
      "__global__ void f(float* out) {\n  table[threadIdx.x] = weights[threadIdx.x % 4];\n  __syncthreads();\n"
      "  out[threadIdx.x] = table[31 - threadIdx.x];\n  atomicAdd(&count, 1);\n}\n",
      32);
  EXPECT_EQ(counts(run, AccessKind::global_store).requests, 2u);  // table and out
  EXPECT_EQ(counts(run, AccessKind::global_store).transactions, 8u);
  EXPECT_EQ(counts(run, AccessKind::global_load).requests, 1u);  // of constant memory none
  EXPECT_EQ(counts(run, AccessKind::global_load).transactions, 4u);
  EXPECT_EQ(counts(run, AccessKind::atomic).requests, 1u);
}

}  // namespace
}  // namespace lanescope
