// The segmented kernel in OpenCL, for the comparison with Oclgrind in emulator_bench.cpp.
void atomic_add_float(volatile global float* address, float value) {
  union { unsigned bits; float value; } before, after;
  do {
    before.value = *address;
    after.value = before.value + value;
  } while (atomic_cmpxchg((volatile global unsigned*)address, before.bits, after.bits) != before.bits);
}
kernel void segmented(global const float* input, global float* output, local float* s) {
  const size_t t = get_local_id(0);
  const size_t i = 2 * get_local_size(0) * get_group_id(0) + t;
  s[t] = input[i] + input[i + get_local_size(0)];
  for (size_t stride = get_local_size(0) / 2; stride >= 1; stride /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < stride) s[t] = s[t] + s[t + stride];
  }
  if (t == 0) atomic_add_float(output, s[0]);
}
