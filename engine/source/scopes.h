// The namespaces that places of a text are in.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

class Scopes {
 public:
  /// Of a text without comments and the contents of strings.
  explicit Scopes(const std::string& code_with_directives);
  /// As "ns::inner::"; those without a name are left out.
  std::string at(std::size_t place) const;

 private:
  std::vector<std::pair<std::size_t, std::string>> changes_;  // from which place on
};

}  // namespace lanescope
