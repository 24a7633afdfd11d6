// What the build knows of itself, in a file of its own: the files that say it are compiled with those of their folder.
#pragma once

namespace lanescope {

extern const char* const kProgramVersion;
extern const char* const kCudaCompiler;  ///< with its options; of a build without CUDA nothing asks

}  // namespace lanescope
