// Variables of a text that only the host has, or sets.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace lanescope {

/// Their names: declared outside of functions and classes, and neither marked (__device__, __constant__,
/// __managed__, a macro that stands for one, or may) nor constexpr.
std::set<std::string> host_variables(std::string_view source);

/// Those that are declared `extern`, and no functions.
std::set<std::string> extern_variables(std::string_view source);

/// Names of __constant__ variables without a value, which only what the host copies there gives them.
std::set<std::string> unset_constants(std::string_view source);

/// Of those, the ones that threads use and that stand nowhere else in the text: nobody copies anything there.
std::set<std::string> unfilled_constants(std::string_view source);

/// Of the variables of the host the constant arrays.
std::set<std::string> host_arrays(std::string_view source);

}  // namespace lanescope
