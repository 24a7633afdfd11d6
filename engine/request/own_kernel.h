// A kernel that a user brings as a file of CUDA, as data: what it is called, what it takes, and where its compiled
// code is. How it is compiled and run is not known here.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct RunRequest;

/// What a parameter is: a pointer to elements of that kind, or numbers; `other`: neither, such as a struct.
enum class OwnKind : unsigned char { whole, unsigned_whole, real, other, pointer };

struct OwnParameter {
  bool is_pointer = false;
  bool is_const = false;  ///< of a pointer: what it points to is only read
  bool has_size = false;  ///< as a pointer a container of the host's, std::vector, which tells how much it has
  OwnKind kind = OwnKind::other;
  unsigned bytes = 0;                     ///< of the number, or of an element
  unsigned parts = 1;                     ///< numbers of that kind in an element, or in it itself: 2 of int2
  std::string name = {};                  ///< empty where the source does not tell
  std::optional<double> usual = {};       ///< of a number: what it is where a call gives none
  unsigned offset = 0;                    ///< of a field: where it is in its struct
  std::vector<OwnParameter> fields = {};  ///< of a struct that is passed by value, where its text names them
};

/// A parameter or, of a struct, each of its fields in its place, called "params.width".
std::vector<OwnParameter> leaves_of(const std::vector<OwnParameter>& parameters);
/// Of those the pointers.
std::vector<OwnParameter> pointers_of(const std::vector<OwnParameter>& parameters);

/// A variable of a function's own that may have no value where it is used.
struct UnsetVariable {
  unsigned line = 0;  ///< of its declaration
  std::string name;
};

struct OwnKernel {
  std::string id;             ///< as the user writes it: "FILE.cu:reduce"
  std::string name;           ///< of the function, with its template arguments
  std::string scope = {};     ///< the namespaces that it is in, "ns::"
  std::string declared = {};  ///< its parameters, where its name alone does not tell which function it is
  std::string path;           ///< of the source
  std::string file_name;      ///< as sentences name the source
  bool has_file = true;       ///< there is a file at `path`; else the text is nowhere but here
  std::string text;           ///< that file, line 1 first
  std::vector<std::string> defines = {};         ///< NAME or NAME=VALUE, as -D of its build has them
  std::vector<std::string> needed_defines = {};  ///< those that nobody gave: without them it is left out
  std::string library;                           ///< path of the compiled code; empty: it has not been compiled yet
  std::vector<OwnParameter> parameters = {};
  unsigned static_shared_bytes = 0;  ///< of a block
  unsigned most_threads = 0;         ///< of a block, by __launch_bounds__; 0: it has none
  bool has_dynamic_shared = false;   ///< extern __shared__
  bool is_program = false;           ///< the file's main() is run, which launches its kernels
  bool is_launcher =
      false;  ///< of a program: instead of a main() this function of the host is called, with arguments
  std::array<bool, 3> threads = {true};  ///< whether it asks for threadIdx.x, y and z: else all there do the same
  std::array<bool, 3> blocks = {true};   ///< likewise for blockIdx
  std::array<unsigned, 3> spans = {};  ///< of a block in x, y and z, as the text says it; 0: as many as its threads
  bool knows_block = true;             ///< a thread may ask which block it is of; else all blocks would do the same
  bool is_free = false;  ///< what it computes is not known, so its arrays have N elements, and nothing is judged
  std::string header_text = {};                   ///< of those beside the source that were compiled with it
  std::vector<std::string> missing_headers = {};  ///< that nobody has, and that were taken for empty
  /// Used and defined by nobody: functions with their parameters, and of a launcher variables, too.
  std::vector<std::string> missing_definitions = {};
  /// Of functions of the device, as far as the compiler sees.
  std::vector<UnsetVariable> unset_variables = {};
  std::string host_error = {};  ///< the compiler's first, where the host's functions were left out because of it
  /// The launch of the kernel whose listing it was copied from, which says what shape a launch of the copy has;
  /// null of all others.
  std::shared_ptr<const RunRequest> like = {};

  /// It is called with arguments, as a main() is not.
  bool has_arguments() const { return !is_program || is_launcher; }
  /// x, y and z, up to the last that its threads or blocks are numbered in.
  unsigned directions() const { return threads[2] || blocks[2] ? 3 : threads[1] || blocks[1] ? 2 : 1; }
  bool numbers_threads() const { return threads[0] || threads[1] || threads[2]; }
  std::string text_with_headers() const { return text + "\n" + header_text; }
  /// As a compiler reads it, for what constants are worth; its lines are not the file's.
  std::string text_behind_headers() const { return header_text + "\n" + text; }
  /// As a place outside of all namespaces names it.
  std::string qualified_name() const {
    return name.substr(0, name.find('<')).find("::") == std::string::npos ? scope + name : name;
  }
};

}  // namespace lanescope
