// What nvcc includes before every .cu file.
#pragma once

#include <cuda_runtime_api.h>
