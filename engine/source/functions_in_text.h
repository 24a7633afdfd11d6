// The functions of a .cu file that have bodies, found without compiling it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct TextFunction {
  std::string head;                          ///< what stands before its brace
  std::string name;                          ///< without its namespaces; empty where none is found
  bool is_qualified = false;                 ///< `::` stands before its name, as before that of a class's member
  std::size_t begin = 0, open = 0, end = 0;  ///< its first word, and its braces; `end` may be behind the text
  bool is_for_device = false;  ///< marked __global__, __device__ or constexpr, by a macro of the file too
};

/// Outside of classes, in their order. Directives before a function's first word are none of it.
std::vector<TextFunction> functions_in(std::string_view source);

/// Whether threads alone run it: marked __global__, or __device__ without __host__.
bool is_of_threads(const TextFunction& function);

/// Whether a name that parentheses follow is called there: it is no member, no address and no declaration.
bool is_called_at(std::string_view code, std::size_t at);

/// CUDA's words that mark what the device has, and macros of the text that stand for them.
std::vector<std::string> device_words(const std::string& code);

/// What stands between the parentheses behind its name.
std::string parameters_in(const TextFunction& function);

/// Names of all of them, in their order.
std::vector<std::string> defined_functions(std::string_view source);

}  // namespace lanescope
