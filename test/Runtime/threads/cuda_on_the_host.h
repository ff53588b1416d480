// Host threads as CUDA streams: what the runtime must order by itself is ordered by nothing else, so that
// ThreadSanitizer sees what it forgets. A thread of the program learns of a stream's work only by asking or waiting for
// it.
#pragma once

#include <functional>

namespace cuda_on_the_host {

/// What the next cudaLaunchKernel of this thread runs, its arguments included.
inline thread_local std::function<void()> next_kernel;

/// Waits for all streams and ends their threads.
void finish();

} // namespace cuda_on_the_host

#define GPUFUSE_BEFORE_LAUNCH(kernel) cuda_on_the_host::next_kernel = [=] { kernel(parameters...); }
