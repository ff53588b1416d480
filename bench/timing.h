// Times calls two ways: one call between two marks, and many back to back, so that both latency and throughput show.
// With CUDA the marks are events on the current stream; without, a steady clock.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

namespace bench {

/// One line of the result: milliseconds a call, and the memory traffic that the call cannot avoid.
struct Row {
  std::string workload;
  std::int64_t size = 0;
  std::string system;
  double ms = 0;     ///< back to back: the median run divided by its calls
  double one_ms = 0; ///< one call between marks: the median
  double spread = 0; ///< (slowest - fastest) / median of the back-to-back runs
  double bytes = 0;
  int launches = 0;
};

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

#if defined(__CUDACC__)
template <class Call> double time_of(int calls, Call &call) {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (int k = 0; k < calls; ++k)
    call();
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return static_cast<double>(ms) / calls;
}
#else
template <class Call> double time_of(int calls, Call &call) {
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < calls; ++k)
    call();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count() / calls;
}
#endif

/// Warms up, then measures `call` both ways.
template <class Call>
Row measure(const char *workload, std::int64_t size, const char *system, double bytes, int launches, Call call) {
  time_of(3, call);
  std::vector<double> one, many;
  for (int repeat = 0; repeat < 21; ++repeat)
    one.push_back(time_of(1, call));
  const int calls = std::clamp(static_cast<int>(20 / std::max(median(one), 1e-3)), 3, 2000); // about 20 ms a run
  for (int repeat = 0; repeat < 9; ++repeat)
    many.push_back(time_of(calls, call));
  const auto [fastest, slowest] = std::minmax_element(many.begin(), many.end());
  return {workload, size, system, median(many), median(one), (*slowest - *fastest) / median(many), bytes, launches};
}

/// A table for people.
inline void print(const std::vector<Row> &rows) {
  std::printf("%-28s %12s %-10s %10s %10s %7s %9s %8s\n", "workload", "size", "system", "ms", "one ms", "spread",
              "GB/s", "launches");
  for (const Row &row : rows)
    std::printf("%-28s %12lld %-10s %10.4f %10.4f %6.1f%% %9.1f %8d\n", row.workload.c_str(),
                static_cast<long long>(row.size), row.system.c_str(), row.ms, row.one_ms, 100 * row.spread,
                row.bytes / row.ms / 1e6, row.launches);
}

/// {"machine", "copy_gbps", "rows": [...]} for scripts.
inline bool write_json(const char *path, const std::string &machine, double copy_gbps, const std::vector<Row> &rows) {
  std::FILE *file = std::fopen(path, "w");
  if (!file)
    return false;
  std::fprintf(file, "{\"machine\": \"%s\", \"copy_gbps\": %.1f, \"rows\": [\n", machine.c_str(), copy_gbps);
  for (std::size_t k = 0; k < rows.size(); ++k)
    std::fprintf(file,
                 "  {\"workload\": \"%s\", \"size\": %lld, \"system\": \"%s\", \"ms\": %.6f, \"one_ms\": %.6f, "
                 "\"spread\": %.4f, \"bytes\": %.0f, \"launches\": %d}%s\n",
                 rows[k].workload.c_str(), static_cast<long long>(rows[k].size), rows[k].system.c_str(), rows[k].ms,
                 rows[k].one_ms, rows[k].spread, rows[k].bytes, rows[k].launches, k + 1 < rows.size() ? "," : "");
  std::fprintf(file, "]}\n");
  return std::fclose(file) == 0;
}

} // namespace bench
