// Threads that a program's host starts: each runs to its end where it is started, since what kernels may touch, and
// what is known of it, is one thread's. The library is compiled and linked to call these instead of the system's.
#include <pthread.h>

#include <map>
#include <memory>
#include <thread>

namespace {

/// What threads have returned, until they are joined. Their numbers are no system's.
std::map<pthread_t, void*>& results() {
  static std::map<pthread_t, void*> of_threads;
  return of_threads;
}
pthread_t add_result(void* result) {
  static pthread_t last = 0;
  results()[++last] = result;
  return last;
}

struct ThreadNumber {
  pthread_t number;
};

}  // namespace

extern "C" {

int lanescope_pthread_create(pthread_t* thread, const pthread_attr_t*, void* (*function)(void*), void* argument) {
  *thread = add_result(function(argument));
  return 0;
}
int lanescope_pthread_join(pthread_t thread, void** result) {
  const auto found = results().find(thread);
  if (found == results().end()) return 3;  // ESRCH
  if (result) *result = found->second;
  results().erase(found);
  return 0;
}
int lanescope_pthread_detach(pthread_t thread) {
  return results().erase(thread) == 1 ? 0 : 3;
}

// Of std::thread, whose only member is its number.
void __wrap__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    ThreadNumber* thread, std::unique_ptr<std::thread::_State>* state, void (*)()) {
  thread->number = add_result(nullptr);
  (*state)->_M_run();
}
void __wrap__ZNSt6thread4joinEv(ThreadNumber* thread) {
  results().erase(thread->number);
  thread->number = 0;
}
void __wrap__ZNSt6thread6detachEv(ThreadNumber* thread) {
  __wrap__ZNSt6thread4joinEv(thread);
}
}
