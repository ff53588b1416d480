// Has the calls of <gpufuse/linalg.h> computed on the GPU; needs the library gpufuse::library_cuda. That header
// includes this one in emitted CUDA files.
#pragma once

namespace gpufuse::cuda_runtime {

/// Installs the routine of matmul.
bool install_linalg() noexcept;

} // namespace gpufuse::cuda_runtime

namespace gpufuse::rt {

/// Before main; the reference also keeps the routine from being dropped, and only programs that include this have it.
inline const bool linalg_is_on_device = cuda_runtime::install_linalg();

} // namespace gpufuse::rt
