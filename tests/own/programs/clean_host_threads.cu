// Threads of the host run where they are started, one after another.
// expect: sum 10 of 4
// expect: pthread 5
#include <pthread.h>
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

__global__ void add(int* v, int by) { atomicAdd(v, by); }

struct Work {
  int* v;
  int by;
};
void* launch(void* given) {
  const Work* work = static_cast<Work*>(given);
  add<<<1, 1>>>(work->v, work->by);
  return given;
}

int main() {
  int *v, sum = 0, done = 0;
  cudaMalloc(&v, sizeof(int));
  cudaMemset(v, 0, sizeof(int));
  std::mutex mutex;
  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; ++i)
    threads.emplace_back(
        [&](int by) {
          add<<<1, 1>>>(v, by);
          const std::lock_guard<std::mutex> lock(mutex);
          ++done;
        },
        i);
  for (std::thread& thread : threads) thread.join();
  cudaMemcpy(&sum, v, sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum %d of %d\n", sum, done);
  pthread_t thread;
  Work work{v, -5};
  void* result = nullptr;
  if (pthread_create(&thread, nullptr, launch, &work) != 0 || pthread_join(thread, &result) != 0) return 1;
  cudaMemcpy(&sum, v, sizeof(int), cudaMemcpyDeviceToHost);
  printf("pthread %d\n", result == &work ? sum : -1);
}
