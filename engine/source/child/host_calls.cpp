// What the emulated runtime (engine/source/device) asks of this process: of the program that runs, or of the
// kernel's lane.
#include "engine/source/child/device_heap.h"
#include "engine/source/child/host_program.h"
#include "engine/source/finding_words.h"
#include "engine/source/refusal_words.h"

using lanescope::the_program;

namespace {

constexpr const char* kAsked[] = {lanescope::refusal_words::kLaunch, lanescope::refusal_words::kNode};
constexpr const char* kWhyRefused[] = {lanescope::refusal_words::kNoKernel, lanescope::refusal_words::kNoOtherNode};

}  // namespace

extern "C" {

int lanescope_allocate(void** place, unsigned long long bytes, int kind, unsigned element_bytes) {
  return the_program ? the_program->allocate(place, bytes, kind, element_bytes) : lanescope::kNoMemory;
}
int lanescope_free(void* place, int kind) {
  return the_program ? the_program->free(place, static_cast<lanescope::DeviceMemory::Kind>(kind) ==
                                                    lanescope::DeviceMemory::Kind::host)
                     : 0;
}
void lanescope_reset() {
  if (the_program) the_program->reset();
}
int lanescope_register(void* place, unsigned long long bytes) {
  return the_program ? the_program->register_memory(place, bytes) : 0;
}
int lanescope_unregister(void* place) {
  return the_program ? the_program->unregister_memory(place) : 0;
}
int lanescope_is_for_device(const void* place) {
  return the_program && the_program->is_for_device(place);
}
void lanescope_limit_levels(unsigned long long levels) {
  if (the_program) the_program->limit_levels(levels);
}
int lanescope_limit_heap(unsigned long long bytes) {
  return lanescope::device_heap().limit(bytes) ? 0 : lanescope::kNoMemory;
}
int lanescope_allow_shared(unsigned long long bytes) {
  return the_program ? the_program->allow_shared(bytes) : 0;
}
int lanescope_most_threads(const void* function) {
  return the_program ? static_cast<int>(the_program->most_threads_of(function)) : 1024;
}
unsigned long long lanescope_shared_bytes(const void* function) {
  return the_program ? the_program->shared_bytes_of(function) : 0;
}
void lanescope_note_symbol(const void* place, unsigned long long bytes) {
  if (the_program) the_program->note_symbol(place, bytes);
}
int lanescope_refuse(LanescopeAsked what, int line, LanescopeRefusal why, int error) {
  return the_program && !lanescope::the_machine
             ? the_program->refuse(lanescope::Sentence::of(kAsked[static_cast<int>(what)]),
                                   static_cast<std::uint32_t>(line),
                                   lanescope::Sentence::of(kWhyRefused[static_cast<int>(why)]), error,
                                   what == LanescopeAsked::launch)
             : error;
}
int lanescope_copy(void* to, const void* from, unsigned long long bytes, int kind) {
  return the_program ? the_program->copy(to, from, bytes, kind) : lanescope::kInvalidValue;
}
int lanescope_set(void* place, int value, unsigned long long bytes) {
  return the_program ? the_program->set(place, value, bytes) : lanescope::kInvalidValue;
}
unsigned long long lanescope_launches() {
  return the_program ? the_program->order().count() : 0;
}
void lanescope_wait_for(const void* stream, unsigned long long until) {
  if (the_program && !lanescope::the_machine) the_program->order().wait_for(stream, until);
}
void lanescope_let_wait(const void* stream, unsigned long long until) {
  if (the_program && !lanescope::the_machine) the_program->order().let_wait(stream, until);
}
void lanescope_reach_device(int reaches) {
  if (!the_program || lanescope::the_machine) return;                    // a kernel may anyway
  the_program->order().wait_for(nullptr, the_program->order().count());  // what libraries do may wait for all
  if (reaches)
    the_program->memory().open();
  else
    the_program->memory().close();
}
int lanescope_may_reach(const void* place, unsigned long long bytes) {
  return bytes == 0 || !the_program || lanescope::the_machine || the_program->memory().may_copy(place, bytes);
}
void lanescope_note_written(void* place, unsigned long long bytes) {
  if (the_program && !lanescope::the_machine) the_program->note_written(place, bytes);
}
void lanescope_note_all_written() {
  if (the_program && !lanescope::the_machine) the_program->note_all_written();
}
int lanescope_kind_of(const void* place) {
  const auto* found =
      the_program ? the_program->memory().find(reinterpret_cast<std::uintptr_t>(place), nullptr) : nullptr;
  return found ? static_cast<int>(found->kind) : -1;
}
unsigned long long lanescope_give(const void* place, int may_be_written) {
  return the_program ? the_program->give(reinterpret_cast<std::uintptr_t>(place), may_be_written != 0) : 0;
}
int lanescope_in_kernel() {
  return lanescope::the_machine != nullptr;
}
int lanescope_launch(const LanescopeLaunch* launch) {
  if (lanescope::the_machine && lanescope::the_program) {
    lanescope::the_machine->await_turn();
    return lanescope::the_program->launch_later(*launch);
  }
  if (lanescope::the_machine)
    lanescope::the_machine->end_thread(lanescope::FindingKind::crash, lanescope::finding_words::kNestedLaunch, {},
                                       static_cast<unsigned>(launch->line));
  return the_program ? the_program->launch(*launch) : lanescope::kInvalidConfiguration;
}
}
