// The engine's sentences as the window shows them: in its language, and with the names of its controls.
#pragma once

#include <string>

namespace lanescope {

class Sentence;

/// A refusal, an error or a note in the current language. Controls have other names than the command line's
/// options, "--block 3" becomes "blockDim 3", and numbers are grouped.
std::string window_text(const Sentence& sentence);
/// A launch as it is written for the command line: "--n 600 --block 256" becomes "N 600, blockDim 256".
std::string window_launch(const std::string& options);

}  // namespace lanescope
