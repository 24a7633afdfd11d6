#include "engine/counters/counter_totals.h"

namespace lanescope {

namespace {

template <AccessKind kKind>
std::uint64_t requests(const Totals& totals) {
  return totals.of(kKind).requests;
}
template <AccessKind kKind>
std::uint64_t transactions(const Totals& totals) {
  return totals.of(kKind).transactions;
}
template <AccessKind kKind>
std::uint64_t conflicts(const Totals& totals) {
  return totals.bank_conflicts(kKind);
}

}  // namespace

const std::array<CounterTotal, kCounterTotals> kCounterTable = {{
    {"combine_ops", "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
     [](const Totals& totals) { return totals.combine_ops; }},
    {"divergent_branches", "smsp__sass_branch_targets_threads_divergent.sum",
     [](const Totals& totals) { return totals.divergent_branches; }},
    {"global_load_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", requests<AccessKind::global_load>},
    {"global_load_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
     transactions<AccessKind::global_load>},
    {"global_store_requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
     requests<AccessKind::global_store>},
    {"global_store_sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
     transactions<AccessKind::global_store>},
    {"shared_load_requests", "smsp__sass_inst_executed_op_shared_ld.sum", requests<AccessKind::shared_load>},
    {"shared_load_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
     transactions<AccessKind::shared_load>},
    {"shared_load_bank_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
     conflicts<AccessKind::shared_load>},
    {"shared_store_requests", "smsp__sass_inst_executed_op_shared_st.sum", requests<AccessKind::shared_store>},
    {"shared_store_wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
     transactions<AccessKind::shared_store>},
    {"shared_store_bank_conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
     conflicts<AccessKind::shared_store>},
    {"atomic_requests", "smsp__inst_executed_op_global_red.sum", requests<AccessKind::atomic>},
}};

CounterValues emulated_values(const Totals& totals) {
  CounterValues values{};
  for (std::size_t i = 0; i < kCounterTotals; ++i) values[i] = kCounterTable[i].emulated(totals);
  // The counter is of floats: what steps without them do, such as comparing, is no part of it.
  if (totals.flop == 0) values[kOperationsTotal] = 0;
  return values;
}

}  // namespace lanescope
