// What can be told of a .cu file without compiling it: its kernels, and the names of their parameters.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct ScannedKernel {
  std::string name;
  std::string scope = {};  ///< the namespaces that it is in, "ns::inner::"; those without a name are left out
  unsigned line = 0;
  bool is_template = false;
  std::string template_parameters = {};  ///< between their brackets, "class T, int kBlock = 256"
  std::vector<std::string> parameters;   ///< their names, empty where one has none
  std::string declared = {};  ///< "float* in, int n": all of them, without what they are if nobody says it
  std::vector<std::string> types = {};   ///< of each, the name of its type; empty of pointers
  std::vector<std::string> usual = {};   ///< of each, the argument that it has where a call gives none, or nothing
  std::string first_pointer;             ///< declaration of its first parameter that is a pointer
  bool has_reference = false;            ///< among the parameters, to what is not const
  std::vector<bool> is_const;            ///< of each, whether its declaration says const
  std::array<bool, 3> threads = {true};  ///< whether it asks for threadIdx.x, y and z; or what may be called by it,
                                         ///< where it does not ask itself
  std::array<bool, 3> blocks = {true};   ///< likewise for blockIdx
  bool knows_block = true;               ///< it, or what may be called by it, asks which block a thread is of
  bool has_one_type = true;  ///< or of a template one for its arguments: it is not overloaded, and each call gives
                             ///< all arguments
};

/// Names, types and constness of parameters, as they stand between parentheses.
void take_parameters(ScannedKernel& function, std::string_view parameters);

/// What stands between the brackets of the `template` that the statement of this place began with: makes it one.
void take_template(ScannedKernel& function, std::string_view code, std::size_t at);

/// Of a kernel: "reduce" of "ns::reduce<256>".
std::string plain_name(std::string name);

/// Comments and the contents of strings blanked, every character and line in its place.
std::string code_of(std::string_view source);

/// The line of the first { that no } closes; 0: there is none, or branches of an #if have braces of their own.
unsigned unclosed_brace(std::string_view source);

/// Variables of the environment that a text asks for by name, as in getenv("NAME"), each once.
std::vector<std::string> environment_names(std::string_view source);

/// The functions marked __global__ that have a body, in their order, each name once.
std::vector<ScannedKernel> scan_kernels(std::string_view source);

struct KernelText {
  std::string head, body;  ///< behind __global__, and between its braces
};

/// Of a text as code_of() makes it; of "" the first kernel. Empty where the kernel is not there.
KernelText kernel_text(const std::string& code, const std::string& kernel);

}  // namespace lanescope
