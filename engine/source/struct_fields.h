// The fields of structs that kernels are passed by value, as the text of a file names them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// Of a declaration "const Matrix<T>& a" the name of the type, "Matrix"; empty where it points somewhere.
std::string type_name_in(std::string_view declaration);

/// The fields of the struct or class of that name, in their order; empty where the text (as code_of() has it) has
/// none, or one that is more than a list of fields: bases, bits, unions.
std::vector<std::string> struct_fields(std::string_view code, std::string_view type);

/// Code that makes the fields of parameters known to lanescope_signature, for each that has some.
std::string code_of_fields(const std::vector<std::vector<std::string>>& fields);

}  // namespace lanescope
