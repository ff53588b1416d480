// Has the calls of <gpufuse/sorting.h> computed on the GPU; needs the library gpufuse::library_cuda. That header
// includes this one in emitted CUDA files.
#pragma once

namespace gpufuse::cuda_runtime {

/// Installs the routines of sort, argsort and unique.
bool install_sorting() noexcept;

} // namespace gpufuse::cuda_runtime

namespace gpufuse::rt {

/// Before main; the reference also keeps the routines from being dropped, and only programs that include this have it.
inline const bool sorting_is_on_device = cuda_runtime::install_sorting();

} // namespace gpufuse::rt
