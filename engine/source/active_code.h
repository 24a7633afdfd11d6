// What of a text is compiled: branches of `#if` that its own `#define`s leave out are blank.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// As code_of(), and blank between `#if 0`, `#if VERSION == 2`, `#ifdef NAME` and the like and what ends them,
/// where the text says that they do not hold. Where it does not say, all branches stay. Every character and line is
/// in its place.
std::string active_code_of(std::string_view source);

/// Names that a build must define for a line to be compiled: of each `#ifdef NAME`, `#if NAME` and
/// `#if defined(NAME)` around it, behind which it stands before any `#else`, and that nothing in the text defines.
/// Not those that begin with `_`, which are a compiler's.
std::vector<std::string> names_needed_at(std::string_view source, unsigned line);

}  // namespace lanescope
