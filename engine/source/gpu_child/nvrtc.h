// CUDA's compiler for text in memory, from libnvrtc.so, without its header.
#pragma once

#include <string>
#include <vector>

#include "engine/source/gpu_child/dynamic_library.h"
#include "engine/source/nvrtc/gpu_job.h"

namespace lanescope {

/// A kernel as the driver loads it: machine code, or PTX for a GPU that the compiler does not know.
struct CompiledCode {
  std::string image;
  std::string function;  ///< name of the kernel in it
  std::vector<std::string>
      variables;  ///< names in it of what may be a variable of the file, which a launch may change
};

/// Why there is none: no_compiler or refused.
struct NotCompiled {
  GpuEnd end;
  std::string log;
};

class Nvrtc {
 public:
  /// `cuda_major`: of the version that the driver supports, whose compiler is taken if there are several; 0: any.
  explicit Nvrtc(int cuda_major);
  bool is_there() const { return is_there_; }
  std::string version() const;  ///< "NVRTC 13.0"

  /// `capability`: 90 for a GPU of compute capability 9.0. Headers that nobody has are taken for empty, since what
  /// they declare may not be needed. Throws NotCompiled.
  CompiledCode compile(const GpuJob& job, int capability) const;

 private:
  using Program = struct OpaqueProgram*;
  using Status = int;

  struct Attempt {
    Program program = nullptr;
    bool is_compiled = false;
    std::string log;
  };
  Attempt attempt(const GpuJob& job, const std::string& architecture) const;
  std::string architecture_for(int capability) const;
  std::string bytes_of(Program program, Status (*size)(Program, std::size_t*), Status (*get)(Program, char*)) const;
  void check(Status status) const;

  Status (*get_version_)(int* major, int* minor);
  const char* (*error_text_)(Status);
  Status (*count_architectures_)(int*);
  Status (*get_architectures_)(int*);
  Status (*create_)(Program*, const char* text, const char* name, int headers, const char* const* texts,
                    const char* const* names);
  Status (*destroy_)(Program*);
  Status (*add_name_)(Program, const char* expression);
  Status (*compile_)(Program, int count, const char* const* options);
  Status (*get_name_)(Program, const char* expression, const char** name);
  Status (*log_size_)(Program, std::size_t*);
  Status (*get_log_)(Program, char*);
  Status (*code_size_)(Program, std::size_t*);
  Status (*get_code_)(Program, char*);
  Status (*ptx_size_)(Program, std::size_t*);
  Status (*get_ptx_)(Program, char*);

  DynamicLibrary library_;
  bool is_there_ = false;
  std::vector<std::string> folders_;  ///< of CUDA's headers
};

}  // namespace lanescope
