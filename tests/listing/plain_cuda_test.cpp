// The plain CUDA of the kernels: the table of replacements, one whole listing, and where its lines come from.
#include "engine/listing/plain_cuda.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/error.h"
#include "engine/listing/replacements.h"

namespace lanescope {
namespace {

using listing::operator_text;
using listing::plain_statement;

std::string plain(const std::string& statement, Op op = Op::sum, ElementType type = ElementType::float32) {
  return plain_statement(statement, operator_text(op, type), false).value_or("(nothing)");
}

TEST(PlainCuda, WritesTheBlockAsTheHardwareNamesIt) {
  EXPECT_EQ(plain("const size_t i = size_t{2} * cta.size() * cta.block() + cta.thread();"),
            "const size_t i = size_t{2} * blockDim.x * blockIdx.x + threadIdx.x;");
  EXPECT_EQ(plain("cta.sync();"), "__syncthreads();");
}

TEST(PlainCuda, KeepsOfAStepWhatItTests) {
  EXPECT_EQ(plain("if (cta.step(Phase::own, f(a, b) * cta.size(), i + g(a, b) < n)) {"), "if (i + g(a, b) < n) {");
  EXPECT_EQ(plain("cta.step(Phase::shuffle, offset);"), "(nothing)");
}

TEST(PlainCuda, WritesTheOperatorAsATextbookDoes) {
  EXPECT_EQ(plain("s[t] = op(s[t], s[t + stride]);"), "s[t] = s[t] + s[t + stride];");
  EXPECT_EQ(plain("sum = op(sum, input[i]);"), "sum += input[i];");
  EXPECT_EQ(plain("sum = op(sum, input[i]);", Op::product), "sum *= input[i];");
  EXPECT_EQ(plain("sum = op(sum, input[i]);", Op::min), "sum = min(sum, input[i]);");
  EXPECT_EQ(plain("x = op(op(a, b), c ? d : e);", Op::product), "x = (a * b) * (c ? d : e);");
}

TEST(PlainCuda, NamesTheAtomicThatTheOperatorNeeds) {
  EXPECT_EQ(plain("cta.combine(op, output, s[0]);"), "atomicAdd(output, s[0]);");
  EXPECT_EQ(plain("cta.combine(op, output, s[0]);", Op::max, ElementType::int32), "atomicMax(output, s[0]);");
  EXPECT_EQ(plain("cta.combine(op, output, s[0]);", Op::max), "atomic_max(output, s[0]);");
}

TEST(PlainCuda, StoresPartialSumsWhereBlocksAreCombinedLater) {
  const auto& op = operator_text(Op::product, ElementType::float32);
  EXPECT_EQ(plain_statement("cta.combine(op, output, s[0]);", op, true), "output[blockIdx.x] = s[0];");
}

TEST(PlainCuda, WritesPointsWithWhatTheyNeed) {
  EXPECT_EQ(plain("sum = op(sum, cta.shuffle_down(lanes, sum, offset, width));", Op::farthest, ElementType::point3),
            "sum = farther(sum, shuffle_down(lanes, sum, offset, width));");
  const auto text =
      plain_cuda_listing(kernel_info("warp_shuffle"), Op::farthest, ElementType::point3, Combining::relaunch).text;
  for (const char* part :
       {"struct alignas(16) Point {", "__device__ inline double squared_distance(const Point& p)",
        "__device__ inline Point farther(", "__device__ inline Point shuffle_down(",
        "Point sum = i < n ? input[i] : no_point();"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

TEST(PlainCuda, GivesTypesAndIdentitiesTheirNames) {
  EXPECT_EQ(plain("using T = ValueOf<decltype(op)>;"), "(nothing)");
  EXPECT_EQ(plain("auto s = shared_array<T>(cta, 2 * cta.size());", Op::sum, ElementType::int32),
            "extern __shared__ int s[];");
  EXPECT_EQ(plain("T sum = i < n ? input[i] : op.identity();", Op::max),
            "float sum = i < n ? input[i] : -INFINITY;");
}

TEST(PlainCuda, ReadsLikeTheTextbook) {
  const auto listing =
      plain_cuda_listing(kernel_info("convergent_global"), Op::sum, ElementType::float32, Combining::atomic);
  const auto code = listing.text.substr(listing.text.find("__global__"));
  EXPECT_EQ(code,
            "__global__ void convergent_global(float* input, float* output, size_t n) {\n"
            "  const unsigned t = threadIdx.x;\n"
            "  const size_t i = size_t{2} * blockDim.x * blockIdx.x + t;\n"
            "  for (unsigned stride = blockDim.x; stride >= 1; stride /= 2) {\n"
            "    if (t < stride && i + stride < n) {\n"
            "      input[i] = input[i] + input[i + stride];\n"
            "    }\n"
            "    __syncthreads();\n"
            "  }\n"
            "  if (t == 0) {\n"
            "    atomicAdd(output, input[i]);\n"
            "  }\n"
            "}\n");
}

TEST(PlainCuda, WritesAnUnrolledKernelAsATemplate) {
  const auto text =
      plain_cuda_listing(kernel_info("two_pass_unrolled"), Op::sum, ElementType::int32, Combining::relaunch).text;
  EXPECT_NE(
      text.find(
          "template <unsigned kBlockDim>\n__global__ void two_pass_unrolled(int* input, int* output, size_t n) {"),
      std::string::npos);
  EXPECT_NE(text.find("unsigned stride = kBlockDim / 2;"), std::string::npos);
  EXPECT_NE(text.find("__syncwarp();"), std::string::npos);
  EXPECT_EQ(text.find("blockDim.x"), std::string::npos);
}

TEST(PlainCuda, ShowsHowTheLastBlockIsFound) {
  const auto text = plain_cuda_listing(kernel_info("single_pass_last_block"), Op::max, ElementType::float32,
                                       Combining::last_block)
                        .text;
  const auto counter = text.find("__device__ unsigned blocks_arrived;");
  const auto kernel = text.find("__global__ void single_pass_last_block");
  ASSERT_NE(counter, std::string::npos);
  EXPECT_LT(counter, kernel);
  EXPECT_LT(text.find("atomicInc(&blocks_arrived, gridDim.x - 1) == gridDim.x - 1;"), kernel);
  EXPECT_GT(text.find("if (is_last_block()) {"), kernel);
  EXPECT_NE(text.find("output[blockIdx.x] = s[0];"), std::string::npos);
  EXPECT_EQ(text.find("atomic_max"), std::string::npos);
}

TEST(PlainCuda, LeavesNoWordOfTheVocabulary) {
  for (const auto& kernel : reductions()) {
    if (!kernel.traced()) continue;
    for (const Op op : {Op::sum, Op::product, Op::min, Op::max}) {
      const auto text = plain_cuda_listing(kernel, op, ElementType::float32, Combining::atomic).text;
      EXPECT_EQ(text.find("cta."), std::string::npos) << kernel.id;
      EXPECT_EQ(text.find("Phase::"), std::string::npos) << kernel.id;
    }
  }
}

TEST(PlainCuda, WritesMatrixKernelsAsTheBookDoes) {
  const auto text =
      plain_cuda_listing(kernel_info("matmul_tiled"), Op::sum, ElementType::float64, Combining::atomic).text;
  for (const char* line :
       {"\n__global__ void matmul_tiled(double* m, double* n, double* p, unsigned rows, unsigned inner, unsigned "
        "columns) {\n",
        "\n  const unsigned width = blockDim.x;\n", "\n  extern __shared__ double tiles[];\n",
        "\n  const unsigned row = width * blockIdx.y + ty;\n",
        "\n      sum += tiles[width * ty + k] * tiles[width * (width + k) + tx];\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  const auto coarsened =
      plain_cuda_listing(kernel_info("matmul_coarsened"), Op::sum, ElementType::float32, Combining::atomic).text;
  EXPECT_NE(coarsened.find("\ntemplate <unsigned coarse_factor>\n"), std::string::npos) << coarsened;
  EXPECT_NE(coarsened.find("    #pragma unroll\n"), std::string::npos) << coarsened;
}

TEST(PlainCuda, WritesAtomicsOfElements) {
  EXPECT_EQ(plain("cta.atomic_add(own, value % kHistogramBins, 1);", Op::sum, ElementType::int32),
            "atomicAdd(&own[value % 64], 1);");
  EXPECT_EQ(plain("cta.atomic_add(counts, bin, own[bin]);", Op::sum, ElementType::int32),
            "atomicAdd(&counts[bin], own[bin]);");
}

TEST(PlainCuda, WritesAKnownFactorAsATemplate) {
  const auto text =
      plain_cuda_listing(kernel_info("stencil_coarsened"), Op::sum, ElementType::float32, Combining::atomic).text;
  for (const char* line :
       {"\ntemplate <unsigned coarse_factor>\n__global__ void stencil_coarsened(float* x, float* y, "
        "size_t n) {\n",
        "\n      sum += 0.375f * window[c + 2];\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  // Where a thread keeps nothing in an array of its own, it is a parameter.
  EXPECT_NE(plain_cuda_listing(kernel_info("scan_coarsened"), Op::sum, ElementType::int32, Combining::atomic)
                .text.find("void scan_coarsened(int* x, int* y, size_t n, unsigned coarse_factor) {\n"),
            std::string::npos);
}

TEST(PlainCuda, LeavesNoWordInArrayKernels) {
  std::vector<KernelInfo> all(all_entries().begin(), all_entries().end());
  for (const KernelInfo& kernel : array_kernels())
    if (kernel.entries.empty()) all.push_back(kernel);
  for (const auto& kernel : all) {
    const auto text = plain_cuda_listing(kernel, Op::sum, ElementType::float32, Combining::atomic).text;
    for (const char* word :
         {"cta.", "Phase::", "multiply_add", "add<T>", "ElementOf", "KERNEL_", "kHistogramBins", "kRadix"})
      EXPECT_EQ(text.find(word), std::string::npos) << kernel.id << word;
  }
}

TEST(PlainCuda, LeadsFromAStepsLineToItsLineInTheListing) {
  const auto& kernel = kernel_info("segmented");
  const auto listing = plain_cuda_listing(kernel, Op::product, ElementType::float32, Combining::atomic);
  const auto line_holding = [](const std::string& text, const std::string& part) {
    return 1 + static_cast<unsigned>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n'));
  };
  EXPECT_EQ(listing.line_of(line_holding(kernel.file_text, "Phase::tree")),
            line_holding(listing.text, "if (t < stride)"));
  EXPECT_EQ(std::count(listing.text.begin(), listing.text.end(), '\n'),
            static_cast<long>(listing.file_lines.size()));
}

TEST(PlainCuda, LeadsFromAShufflesStepToTheShuffle) {
  const auto& kernel = kernel_info("warp_shuffle");
  const auto listing = plain_cuda_listing(kernel, Op::sum, ElementType::float32, Combining::atomic);
  const auto before = kernel.file_text.substr(0, kernel.file_text.find("cta.step(Phase::shuffle"));
  const auto line = listing.line_of(1 + static_cast<unsigned>(std::count(before.begin(), before.end(), '\n')));
  std::size_t begin = 0;
  for (unsigned i = 1; i < line; ++i) begin = listing.text.find('\n', begin) + 1;
  EXPECT_EQ(listing.text.substr(begin, listing.text.find('\n', begin) - begin),
            "    sum += __shfl_down_sync(lanes, sum, offset, width);");
}

TEST(PlainCuda, RefusesWhatItDoesNotKnow) {
  KernelInfo kernel = kernel_info("segmented");
  kernel.file_text.replace(kernel.file_text.find("cta.sync()"), 10, "cta.vote()");
  try {
    plain_cuda_listing(kernel, Op::sum, ElementType::float32, Combining::atomic);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("kernels/reduction/segmented.h, line 29: uses 'cta'"),
              std::string::npos)
        << error.what();
  }
  EXPECT_THROW(plain_cuda_listing(kernel_info("sequential"), Op::sum, ElementType::float32, Combining::atomic),
               Error);
}

}  // namespace
}  // namespace lanescope
