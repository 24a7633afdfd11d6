// Writes every listing into one CUDA file, each in a namespace of its own, and beside it which native entry each
// one must equal: lines of "namespace token", the token being a part of the entry's mangled name.
#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <typeinfo>

#include "engine/listing/plain_cuda.h"
#include "engine/listing/replacements.h"
#include "engine/request/catalogue.h"
#include "kernels/call.h"

namespace {

using namespace lanescope;

/// "9Segmented" of lanescope::Segmented.
template <class Kernel>
std::string mangled_name() {
  const std::string prefix = "N9lanescope", name = typeid(Kernel).name();
  return name.substr(prefix.size(), name.size() - prefix.size() - 1);
}

/// The variables that kernels of one file share: where they lie stands in their machine code.
constexpr std::string_view kShared[] = {"__device__ unsigned blocks_begun;\n",
                                        "__device__ ulonglong2 handed_over[4096 * 2];\n",
                                        "__device__ unsigned blocks_arrived;\n"};

std::string without_shared(std::string text) {
  for (const auto variable : kShared)
    if (const auto at = text.find(variable); at != std::string::npos) text.erase(at, variable.size());
  return text;
}

/// Of the kernels whose listing is a template: as many as tell whether blockDim reaches each of their loops.
constexpr unsigned kBlockDims[] = {32, 64, 256, 1024};

/// `block_dim`: the template's argument, 0 where the listing is no template.
template <class Kernel>
void write(Op op, ElementType type, Combining combining, unsigned block_dim, std::ostream& listings,
           std::ostream& table) {
  const bool stores = combining != Combining::atomic;
  const std::string space =
      fmt::format("{}_{}_{}{}{}", Kernel::facts.id, name_of(op), name_of(type), stores ? "_stored" : "",
                  block_dim > 0 ? fmt::format("_{}", block_dim) : "");
  listings << "namespace " << space << " {\n"
           << without_shared(plain_cuda_listing(kernel_info(Kernel::facts.id), op, type, combining).text);
  const std::string element = listing::operator_text(op, type).type;
  if (block_dim > 0) {
    listings << fmt::format("template __global__ void {}<{}>({}*, {}*, size_t);\n", Kernel::facts.id, block_dim,
                            element, element);
  }
  listings << "}\n\n";
  constexpr const char* kMangledTypes[] = {"i", "f", "d", "NS_5PointE"};
  table << fmt::format("{} INS_{}ENS_9NativeCtaILb{}ELj{}EEENS0_12WithOperatorINS_7FixedOpILNS_2OpE{}E{}EEEE\n",
                       space, mangled_name<Kernel>(), stores ? 1 : 0, block_dim, static_cast<int>(op),
                       kMangledTypes[static_cast<int>(type)]);
}

template <class Kernel>
void write(Op op, ElementType type, Combining combining, std::ostream& listings, std::ostream& table) {
  if (!Kernel::facts.unrolled) return write<Kernel>(op, type, combining, 0, listings, table);
  for (const unsigned block_dim : kBlockDims) write<Kernel>(op, type, combining, block_dim, listings, table);
}

/// As the entry of a known factor takes them.
constexpr const char* size_parameters(Shape shape) {
  return shape == Shape::product  ? "unsigned, unsigned, unsigned"
         : shape == Shape::matrix ? "unsigned, unsigned"
                                  : "size_t";
}

/// The kernels whose result is an array, of every type that they take, and of every factor that is known to one.
template <class Kernel, class T>
void write_array(ElementType type, std::ostream& listings, std::ostream& table) {
  constexpr KernelFacts facts = Kernel::facts;
  constexpr WorkloadFacts workload = facts_of(facts.workload);
  const unsigned most = facts.known_factor ? facts.max_coarse_factor : 1;
  const std::string element = listing::operator_text(Op::sum, type).type;
  constexpr const char* kMangledTypes[] = {"i", "f", "d"};
  for (unsigned factor = 1; factor <= most; ++factor) {
    const std::string space =
        fmt::format("{}_{}{}", facts.id, name_of(type), most > 1 ? fmt::format("_{}", factor) : "");
    listings << "namespace " << space << " {\n"
             << without_shared(plain_cuda_listing(entry_info(facts.id), Op::sum, type, Combining::atomic).text);
    if (most > 1) {
      std::string parameters = element + "*";
      for (unsigned i = 1; i < inputs_of(facts) + facts.outputs; ++i) parameters += ", " + element + "*";
      listings << fmt::format("template __global__ void {}<{}>({}, {});\n", facts.id, factor, parameters,
                              size_parameters(workload.shape));
    }
    listings << "}\n\n";
    table << fmt::format("{} INS_{}ENS_9NativeCtaILb1ELj0EEENS0_{}EJP{}\n", space, mangled_name<Kernel>(),
                         knows_factor(facts) ? fmt::format("10WithFactorILj{}EE", factor) : "6AsItIs",
                         kMangledTypes[static_cast<int>(type)]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: write_listings LISTINGS.cu TABLE.txt\n";
    return 2;
  }
  std::ofstream listings(argv[1]), table(argv[2]);
  // What the listings include must be included before the first namespace.
  listings << "#include <climits>\n#include <cmath>\n\n";
  for (const auto variable : kShared) listings << variable << '\n';
  for_each_kernel(DeviceKernels{}, [&]<class Kernel>(Kernel) {
    for (const Combining combining : {Combining::atomic, Combining::relaunch, Combining::last_block}) {
      const bool chosen = Kernel::facts.any_combining && combining != Combining::last_block;
      if (!chosen && combining != Kernel::facts.combining) continue;
      // Points are left out: the compiler takes the same steps, but initialises a structure's registers in another
      // order.
      for (const Op op : {Op::sum, Op::product, Op::min, Op::max})
        for (const ElementType type : {ElementType::int32, ElementType::float32, ElementType::float64})
          write<Kernel>(op, type, combining, listings, table);
    }
  });
  std::set<std::string_view> written;
  for_each_entry([&]<class Kernel>(Kernel) {
    if (facts_of(Kernel::facts.workload).reduces || !written.insert(Kernel::facts.id).second) return;
    if constexpr (runs_on<Kernel, std::int32_t>())
      write_array<Kernel, std::int32_t>(ElementType::int32, listings, table);
    if constexpr (runs_on<Kernel, float>()) write_array<Kernel, float>(ElementType::float32, listings, table);
    if constexpr (runs_on<Kernel, double>()) write_array<Kernel, double>(ElementType::float64, listings, table);
  });
  return listings && table ? 0 : 1;
}
