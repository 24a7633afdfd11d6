#include "cli/build_words.h"

namespace lanescope {

const char* const kProgramVersion = LANESCOPE_VERSION;
const char* const kCudaCompiler = LANESCOPE_CUDA_COMPILER;

}  // namespace lanescope
