#include "engine/source/sized_block.h"

#include <gtest/gtest.h>

#include "engine/source/text_constants.h"

namespace lanescope {
namespace {

std::string block_of(const std::string& constants, const std::string& body) {
  return sized_block(constants + "\n__global__ void k(float* a) {\n" + body + "\n}\n", "k").value_or("");
}

TEST(SizedBlock, IsWhatSizesTheSharedArrays) {
  EXPECT_EQ(
      block_of("#define TILE_WIDTH 16", "__shared__ float s[TILE_WIDTH][TILE_WIDTH], t[TILE_WIDTH][TILE_WIDTH];"),
      "16x16");
  EXPECT_EQ(block_of("#define TILE_DIM 32", "__shared__ float s[TILE_DIM][TILE_DIM + 1];"), "32x32");
  EXPECT_EQ(block_of("constexpr int kBlockSize = 128;", "__shared__ float s[2 * kBlockSize];"), "128");
  EXPECT_EQ(block_of("static const unsigned int BLOCK_Y = 4;\n#define BLOCK_X (32)",
                     "__shared__ float s[BLOCK_Y][BLOCK_X];"),
            "32x4");
}

TEST(SizedBlock, AConstantMayFollowFromThoseAboveIt) {
  const TextConstants constants = constants_of(
      "#define WARP 32\n#define TILE (WARP / 2)\nconst int a = 1 << 4, b = a + TILE;\n"
      "int row(const int x = 5) { const int c = later; const int a = blockIdx.x; }\n"
      "#define F(x) 3\n#define EMPTY\nstatic constexpr size_t kBytes = 2 * sizeof(float), kHalf = 1.5;\n"
      "#define BOMB BOMB * BOMB\nconstexpr long kHuge = 1 << 52 << 52;\n");
  const TextConstants expected = {{"WARP", 32}, {"TILE", 16}, {"b", 32}, {"kBytes", 8}};
  EXPECT_EQ(constants, expected);
  EXPECT_EQ(block_of("#define WARP 32\n#define TILE (WARP / 2)", "__shared__ float s[TILE][TILE];"), "16x16");
}

TEST(SizedBlock, AHaloAroundABlockHasNoThreads) {
  const std::string constants =
      "#define RADIUS 6\n#define X_BLK 32\n#define Y_BLK 16\n"
      "#define X_BLK_2R (X_BLK + 2 * (RADIUS))\n#define Y_BLK_2R (Y_BLK + 2 * (RADIUS))\n";
  EXPECT_EQ(block_of(constants, "__shared__ double s[Y_BLK_2R][X_BLK_2R];"), "32x16");
  // A block that reads the halo of its tile has threads for it.
  EXPECT_EQ(block_of("#define OUT_TILE 12\n#define BLOCK_WIDTH (OUT_TILE + 5 - 1)\n",
                     "__shared__ float s[BLOCK_WIDTH][BLOCK_WIDTH];"),
            "16x16");
  EXPECT_TRUE(names_a_block("blkSize"));
  EXPECT_FALSE(names_a_block("num_blk"));
}

TEST(SizedBlock, ProductOfTwoConstantsIsOneForEachDirection) {
  const std::string constants = "#define BLOCK_WIDTH 32\n#define BLOCK_HEIGHT 8\n";
  EXPECT_EQ(block_of(constants, "__shared__ float s[BLOCK_WIDTH*BLOCK_HEIGHT][9];\ns[threadIdx.y][0] = 1;"),
            "32x8");
  EXPECT_EQ(block_of(constants, "__shared__ float s[(BLOCK_WIDTH * BLOCK_HEIGHT)];\ns[threadIdx.x] = 1;"), "256");
}

TEST(SizedBlock, OrWhatBlockIdxIsMultipliedBy) {
  EXPECT_EQ(block_of("#define BLOCK_DIM 1024",
                     "extern __shared__ float s[];\nint i = blockIdx.x * BLOCK_DIM * 2 + threadIdx.x;"),
            "1024");
  EXPECT_EQ(
      block_of("#define TILE 8", "int i = blockIdx.x * TILE + threadIdx.x, j = blockIdx.y * TILE + threadIdx.y;"),
      "8x8");
}

TEST(SizedBlock, OrAConstantOfAnyNameThatIsInBoth) {
  const std::string index = "int i = blockIdx.x * B + threadIdx.x; ";
  EXPECT_EQ(block_of("#define B 64", "__shared__ float s[3][B]; " + index), "64");
  EXPECT_EQ(block_of("#define B 64", "__shared__ float s[2 * B + 2]; " + index), "64");
  EXPECT_EQ(block_of("#define B 64", "__shared__ float s[256]; " + index), "") << "elements of a block, or threads";
}

TEST(SizedBlock, OrNumbersByWhichItIsMultipliedInBothDirections) {
  EXPECT_EQ(block_of("", "int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;"), "32x8");
  EXPECT_EQ(block_of("", "int x = blockIdx.x*16+threadIdx.x;\nint y = blockIdx.y*16+threadIdx.y;"), "16x16");
}

TEST(SizedBlock, LoopThatAddsToThreadIdxGoesOnByTheThreads) {
  const std::string constants = "#define TILE_DIM 32\n#define UNROLL 8\n";
  const std::string body =
      "__shared__ float tile[TILE_DIM][TILE_DIM + 1];\nint y = blockIdx.y * TILE_DIM + threadIdx.y, x = blockIdx.x "
      "* "
      "TILE_DIM;\nfor (int i = 0; i < TILE_DIM; i += UNROLL)\n  tile[threadIdx.y+i][threadIdx.x] = in[y + i];\n";
  EXPECT_EQ(block_of(constants, body), "32x8");
  EXPECT_EQ(spanned_by_block(constants + "__global__ void k(float* a) {" + body + "}", "k"),
            (std::array<unsigned, 3>{32, 32, 0}));
  EXPECT_EQ(
      block_of(constants, "__shared__ float tile[TILE_DIM][TILE_DIM];\nfor (int i = 0; i < 9; i += UNROLL) f(i);"),
      "32x32");
}

TEST(SizedBlock, SpansMayBeOfZWithOrWithoutThreadsThere) {
  const std::string constants = "#define OUT_TILE 6\n#define IN_TILE 8\n";
  const std::string body = "int k = blockIdx.x * OUT_TILE, j = blockIdx.y * OUT_TILE, i = blockIdx.z * OUT_TILE;\n";
  const auto spans_of = [&](const std::string& text) {
    return spanned_by_block(constants + "__global__ void k(float* a) {\n" + text + "}\n", "k");
  };
  EXPECT_EQ(spans_of(body), (std::array<unsigned, 3>{6, 6, 6}));
  EXPECT_EQ(spans_of("int i = blockIdx.x * blockDim.x, z = blockIdx.z * OUT_TILE;\n"),
            (std::array<unsigned, 3>{0, 0, 6}));
  EXPECT_EQ(block_of(constants, body), "6x6");
  EXPECT_EQ(block_of(constants, body + "i += threadIdx.z;\n"), "6x6x6");
  EXPECT_EQ(block_of(constants, "__shared__ float s[IN_TILE][IN_TILE];\n" + body), "8x8");
}

TEST(SizedBlock, ElseItIsThatOfTheLaunchBounds) {
  const auto block_of_head = [](const std::string& head, const std::string& body = "") {
    return sized_block(
               "#define THREADS 128\n#define N 64\n__global__ void " + head + " k(float* a) {" + body + "}\n", "k")
        .value_or("");
  };
  EXPECT_EQ(block_of_head("__launch_bounds__(96)"), "96");
  EXPECT_EQ(block_of_head("__launch_bounds__ ( THREADS, 2 )"), "128");
  EXPECT_EQ(block_of_head("__launch_bounds__(256)", "__shared__ float s[THREADS];"), "128");
  EXPECT_EQ(block_of_head("__launch_bounds__(2048)"), "");
  EXPECT_EQ(block_of_head("__launch_bounds__(N)"), "");
  EXPECT_EQ(block_of_head("__launch_bounds__(2 * THREADS)"), "");
}

TEST(SizedBlock, OrThatOfATemplateWhichIsOfOneBlock) {
  EXPECT_EQ(block_of("", "typedef cub::BlockReduce<float, 512> R; R(s).Sum(a[0]);"), "512");
  EXPECT_EQ(block_of("#define THREADS 64", "cub::BlockScan<int, THREADS> scan(s);"), "64");
  const std::string sum = "template <typename T, int BLOCK_SIZE = 4> __device__ T sum(T x) { return x; }";
  EXPECT_EQ(block_of(sum, "a[0] = sum<float, 1024>(1);"), "1024");
  EXPECT_EQ(block_of(sum, "a[0] = sum<float>(1);"), "") << "nobody says how many";
  EXPECT_EQ(block_of("template <int TILE> __device__ int f() {}", "f<16>();"), "") << "a part of a block";
  const std::string text =
      "template <class T, int kThreads> __global__ void k(T* a) { cub::BlockReduce<T, kThreads> r(s); }\n";
  EXPECT_EQ(sized_block(text, "k<float, 128>"), "128");
  EXPECT_EQ(sized_block(text, "k"), std::nullopt);
}

TEST(SizedBlock, IsNothingElse) {
  EXPECT_EQ(block_of("", "int i = blockIdx.x * 512 + threadIdx.x;"), "") << "or 256 threads with two elements each";
  EXPECT_EQ(block_of("", "int x = blockIdx.x * 64 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y;"), "");
  EXPECT_EQ(block_of("#define NUM_BINS 64", "__shared__ int bins[NUM_BINS];"), "");
  EXPECT_EQ(block_of("#define NUM_BLOCKS 64", "__shared__ int sums[NUM_BLOCKS];"), "");
  EXPECT_EQ(block_of("#define TILE_WIDTH 64", "__shared__ float s[TILE_WIDTH][TILE_WIDTH];"), "");
  EXPECT_EQ(block_of("#define BLOCK_SIZE 256", "int i = blockIdx.x * blockDim.x + threadIdx.x;"), "");
  EXPECT_EQ(sized_block("#define BLOCK_SIZE 256\n", "k"), std::nullopt);
}

}  // namespace
}  // namespace lanescope
