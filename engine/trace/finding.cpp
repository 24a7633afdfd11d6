#include "engine/trace/finding.h"

#include "engine/base/error.h"

namespace lanescope {

void require_no_findings(const std::vector<Finding>& findings) {
  if (!findings.empty()) throw Error(ErrorKind::failed, findings.front().sentence);
}

}  // namespace lanescope
