// How many blocks an SM holds: closed forms, a brute-force SM that is filled block by block, and CUDA's own
// calculator where its header is installed.
#include "engine/machine/occupancy.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/base/error.h"
#include "engine/machine/gpu_models.h"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define HAS_CUDA_OCCUPANCY 1
#endif

namespace lanescope {
namespace {

constexpr unsigned kThreads[] = {1, 32, 33, 64, 96, 128, 160, 256, 320, 512, 768, 1024};

/// An SM with four quarters that is given one block after another until one does not fit: warps go to the emptiest
/// quarter, whose registers they take.
unsigned filled(const SmLimits& sm, const BlockNeeds& block) {
  const unsigned warps = (block.threads + 31) / 32;
  unsigned of_warp = 0;
  while (of_warp < block.registers_per_thread.value_or(0) * 32) of_warp += 256;
  std::uint64_t of_block = 0;
  while (of_block < block.shared_bytes + sm.shared_bytes_reserved) of_block += sm.shared_unit;
  // The hardware checks a block as if its warps filled all quarters evenly.
  if ((warps + 3) / 4 * of_warp > sm.registers / 4) return 0;
  std::array<unsigned, 4> quarter_warps{}, quarter_registers{};
  unsigned blocks = 0, all_warps = 0;
  std::uint64_t shared = 0;
  while (true) {
    if (blocks == sm.blocks || all_warps + warps > sm.threads / 32 || shared + of_block > sm.shared_bytes)
      return blocks;
    auto tried_warps = quarter_warps, tried_registers = quarter_registers;
    for (unsigned warp = 0; warp < warps; ++warp) {
      const auto least =
          static_cast<std::size_t>(std::min_element(tried_warps.begin(), tried_warps.end()) - tried_warps.begin());
      tried_warps[least] += 1;
      tried_registers[least] += of_warp;
      if (tried_registers[least] > sm.registers / 4) return blocks;
    }
    quarter_warps = tried_warps;
    quarter_registers = tried_registers;
    blocks += 1;
    all_warps += warps;
    shared += of_block;
  }
}

TEST(Occupancy, IsThatOfAnSmFilledBlockByBlock) {
  for (const GpuModel& model : kGpuModels)
    for (const unsigned threads : kThreads)
      for (unsigned registers = 1; registers <= 255; registers += 3)
        for (const std::uint64_t shared : {0u, 1u, 128u, 1024u, 4096u, 8191u, 16384u, 48u * 1024}) {
          const BlockNeeds block{threads, shared, registers};
          ASSERT_EQ(resident_blocks(model.limits, block), filled(model.limits, block))
              << model.name << ", threads " << threads << ", registers " << registers << ", shared " << shared;
        }
}

TEST(Occupancy, SaysWhatEachLimitAllows) {
  const SmLimits h200;
  const Occupancy plain = occupancy_of(h200, {256, 1024, 32}, 4096);
  EXPECT_EQ(plain.allowed[0], 8u) << "2048 threads";
  EXPECT_EQ(plain.allowed[1], 32u) << "blocks";
  EXPECT_EQ(plain.allowed[2], 114u) << "228 KiB of 2 KiB each, one of them the system's";
  EXPECT_EQ(plain.allowed[3], 8u) << "65536 registers";
  EXPECT_EQ(plain.blocks_per_sm, 8u);
  EXPECT_TRUE(plain.binds(OccupancyLimit::threads) && plain.binds(OccupancyLimit::registers)) << "a tie is told";
  EXPECT_FALSE(plain.binds(OccupancyLimit::blocks) || plain.binds(OccupancyLimit::shared_memory));
  EXPECT_EQ(plain.share(), 1.0);
  EXPECT_EQ(plain.resident, 132u * 8);
  EXPECT_EQ(plain.waves(), 4u) << "4096 / 1056, rounded up";
  EXPECT_EQ(plain.idle_sms, 0u);

  const Occupancy large = occupancy_of(h200, {1024, 16384, 40}, 64);
  EXPECT_EQ(large.blocks_per_sm, 1u);
  EXPECT_TRUE(large.binds(OccupancyLimit::registers));
  EXPECT_EQ(large.share(), 0.5);
  EXPECT_EQ(large.idle_sms, 132u - 64) << "one block an SM leaves the others idle";
  EXPECT_EQ(large.waves(), 1u);
}

TEST(Occupancy, CountsOnlyWhatIsKnownAndNeeded) {
  const Occupancy unknown = occupancy_of(SmLimits{}, {1024, 0, {}}, 1);
  EXPECT_FALSE(unknown.allowed[3]);
  EXPECT_EQ(unknown.blocks_per_sm, 2u);
  const Occupancy t4 = occupancy_of(gpu_model("--gpu", "t4").limits, {64, 0, 16}, 1);
  EXPECT_FALSE(t4.allowed[2]) << "no shared memory, and the system reserves none";
  EXPECT_EQ(t4.blocks_per_sm, 16u);
  const Occupancy huge = occupancy_of(SmLimits{}, {1024, 0, 65}, 5);
  EXPECT_EQ(huge.blocks_per_sm, 0u) << "72 registers of 1024 threads are more than there are";
  EXPECT_EQ(huge.waves(), 0u);
  EXPECT_EQ(huge.share(), 0.0);
}

TEST(GpuModels, AreFoundByPartOfTheirName) {
  EXPECT_EQ(gpu_model("--gpu", "h200").name, "NVIDIA H200");
  EXPECT_EQ(gpu_model("--gpu", "RTX 4090").major, 8u);
  for (const char* text : {"", "GTX", "NVIDIA H2000"}) {
    try {
      gpu_model("--gpu", text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      EXPECT_NE(std::string(error.what()).find("--gpu is '" + std::string(text) + "'"), std::string::npos);
      EXPECT_NE(std::string(error.what()).find("NVIDIA A100"), std::string::npos);
    }
  }
}

#ifdef HAS_CUDA_OCCUPANCY
TEST(Occupancy, IsThatOfCudasCalculator) {
  for (const GpuModel& model : kGpuModels) {
    cudaOccDeviceProp gpu;
    gpu.computeMajor = static_cast<int>(model.major);
    gpu.computeMinor = static_cast<int>(model.minor);
    gpu.maxThreadsPerBlock = 1024;
    gpu.maxThreadsPerMultiprocessor = static_cast<int>(model.limits.threads);
    gpu.regsPerBlock = gpu.regsPerMultiprocessor = static_cast<int>(model.limits.registers);
    gpu.warpSize = 32;
    gpu.sharedMemPerBlock = 48 * kKib;
    gpu.sharedMemPerMultiprocessor = model.limits.shared_bytes;
    gpu.sharedMemPerBlockOptin = model.limits.shared_bytes - model.limits.shared_bytes_reserved;
    gpu.reservedSharedMemPerBlock = model.limits.shared_bytes_reserved;
    gpu.numSms = static_cast<int>(model.limits.sm_count);
    const cudaOccDeviceState state;
    for (const unsigned threads : kThreads)
      for (unsigned registers = 1; registers <= 255; ++registers)
        for (const std::size_t shared : {0u, 100u, 4096u, 16384u, 40u * 1024}) {
          cudaOccFuncAttributes kernel{};
          kernel.maxThreadsPerBlock = 1024;
          kernel.numRegs = static_cast<int>(registers);
          kernel.partitionedGCConfig = PARTITIONED_GC_OFF;
          kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_DEFAULT;
          kernel.numBlockBarriers = 1;
          cudaOccResult said{};
          ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&said, &gpu, &kernel, &state, static_cast<int>(threads),
                                                            shared),
                    CUDA_OCC_SUCCESS);
          ASSERT_EQ(resident_blocks(model.limits, {threads, shared, registers}),
                    static_cast<unsigned>(said.activeBlocksPerMultiprocessor))
              << model.name << ", threads " << threads << ", registers " << registers << ", shared " << shared;
        }
  }
}
#endif

}  // namespace
}  // namespace lanescope
