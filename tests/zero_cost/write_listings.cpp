// Writes every listing into one CUDA file, each in a namespace of its own, and beside it which native entry each
// one must equal: lines of "namespace token", the token being a part of the entry's mangled name.
#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <string>
#include <typeinfo>

#include "engine/core/catalogue.h"
#include "engine/listing/plain_cuda.h"
#include "kernels/ladder.h"

namespace {

using namespace lanescope;

/// "9Segmented" of lanescope::Segmented.
template <class Kernel>
std::string mangled_name() {
  const std::string prefix = "N9lanescope", name = typeid(Kernel).name();
  return name.substr(prefix.size(), name.size() - prefix.size() - 1);
}

template <class Kernel>
void write(Op op, ElementType type, Combining combining, std::ostream& listings, std::ostream& table) {
  const bool stores = combining != Combining::atomic;
  const std::string space =
      fmt::format("{}_{}_{}{}", Kernel::facts.id, name_of(op), name_of(type), stores ? "_stored" : "");
  listings << "namespace " << space << " {\n"
           << plain_cuda_listing(kernel_info(Kernel::facts.id), op, type, combining).text << "}\n\n";
  table << fmt::format("{} INS_{}ENS_7FixedOpILNS_2OpE{}E{}EELb{}EE\n", space, mangled_name<Kernel>(),
                       static_cast<int>(op), type == ElementType::float32 ? 'f' : 'i', stores ? 1 : 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: write_listings LISTINGS.cu TABLE.txt\n";
    return 2;
  }
  std::ofstream listings(argv[1]), table(argv[2]);
  // What the listings include must be included before the first namespace.
  listings << "#include <cfloat>\n#include <climits>\n\n";
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    for (const Combining combining : {Combining::atomic, Combining::relaunch}) {
      if (!Kernel::facts.any_combining && combining != Kernel::facts.combining) continue;
      for (const Op op : {Op::sum, Op::product, Op::min, Op::max})
        for (const ElementType type : {ElementType::int32, ElementType::float32})
          write<Kernel>(op, type, combining, listings, table);
    }
  });
  return listings && table ? 0 : 1;
}
