// Leaving one stack and going on with another: what a switch of fibers is made of, and the only place that knows
// the processor.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope {

/// Where a fiber goes on. All other registers are the compiler's to keep, which knows those that are in use.
struct SuspendedStack {
  void* stack = nullptr;
  void* frame = nullptr;
  void* code = nullptr;
};

/// One that begins `entry` with the argument of the switch that comes to it first. `top` is aligned to 16 bytes.
inline SuspendedStack new_stack(std::byte* top, void (*entry)(void*)) {
#if defined(__x86_64__)
  top -= 8;  // as after a call, from nowhere
  *reinterpret_cast<std::uint64_t*>(top) = 0;
#endif
  return {top, nullptr, reinterpret_cast<void*>(entry)};
}

/// Written in place and not called: a processor foresees where a function returns to by the calls before it. A
/// switch that is called, and left by a jump, leaves one call too many, so the return behind every switch is
/// foreseen wrongly, which takes longer than the switch.
[[gnu::always_inline]] inline void switch_stacks(SuspendedStack& leaves, const SuspendedStack& goes_on,
                                                 void* argument) {
#if defined(__x86_64__)
  register void* first asm("rdi") = argument;
  register SuspendedStack* from asm("rsi") = &leaves;
  register const SuspendedStack* to asm("rdx") = &goes_on;
  asm volatile(
      "movq %%rsp, (%%rsi)\n\t"
      "movq %%rbp, 8(%%rsi)\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "movq %%rax, 16(%%rsi)\n\t"
      "movq (%%rdx), %%rsp\n\t"
      "movq 8(%%rdx), %%rbp\n\t"
      "jmpq *16(%%rdx)\n"
      "1:"
      : "+r"(first), "+r"(from), "+r"(to)
      :
      : "rax", "rbx", "rcx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3",
        "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "cc",
#ifdef __AVX512F__
        "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27",
        "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7",
#endif
        "memory");
#elif defined(__aarch64__)
  register void* first asm("x0") = argument;
  register SuspendedStack* from asm("x1") = &leaves;
  register const SuspendedStack* to asm("x2") = &goes_on;
  asm volatile(
      "mov x3, sp\n\t"
      "adr x4, 1f\n\t"
      "stp x3, x29, [x1]\n\t"
      "str x4, [x1, #16]\n\t"
      "ldp x3, x29, [x2]\n\t"
      "ldr x4, [x2, #16]\n\t"
      "mov sp, x3\n\t"
      "mov x30, xzr\n\t"
      "br x4\n"
      "1:"
      : "+r"(first), "+r"(from), "+r"(to)
      :
      : "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x19",
        "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5",
        "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21",
        "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "cc", "memory");
#else
#error "A switch of stacks is written for x86-64 and AArch64; another processor needs its own lines here."
#endif
}

}  // namespace lanescope
