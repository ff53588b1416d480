# What every lit suite shares: which files are tests, what the words in RUN lines stand for, and what is here to use.
import os
import platform
import subprocess

import lit.formats

config.name = "gpufuse"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".cpp", ".cu"]
# Inputs are what tests read; reference, gpu, user-project and src hold programs, not tests.
config.excludes = ["Inputs", "Language", "RandomIR", "Runtime", "reference", "gpu", "user-project", "src"]
config.test_source_root = os.path.join(config.source_root, "test")
config.test_exec_root = os.path.join(config.build_root, "test")

config.environment["PATH"] = os.pathsep.join([config.llvm_tools, config.environment["PATH"]])
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
for name in ("CCACHE_DIR", "HOME", "OMP_NUM_THREADS", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def has_gpu():
    try:
        found = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return found.returncode == 0 and "GPU " in found.stdout


def cached(compiler):
    return f"{config.compiler_cache} {compiler}".strip()


source = config.source_root
end_to_end = f"{config.python} {source}/test/EndToEnd"
includes = f"-I{source}/include -I{source}/runtime/include"
# Contraction is off, so that all ways to run a program give the same bits.
cpu_flags = f"-std=c++20 -O2 -ffp-contract=off {config.cxx_flags} {includes}"
cuda_flags = f"-std=c++20 -arch=sm_90 -fmad=false {config.cuda_flags} {includes}"

if config.nvcc:
    config.available_features.add("nvcc")
if has_gpu():
    config.available_features.add("gpu")
if config.clangxx and platform.machine() == "x86_64":
    config.available_features.add("emulator")

# Emulated programs run in a shuffled order; the natural one is that of the emulator's own tests.
emulator = f"env GPUFUSE_EMULATOR_BUILD={config.build_root}/emulator GPUFUSE_CLANGXX={config.clangxx}"
if "-fsanitize" in config.cxx_flags:
    config.available_features.add("sanitizers")

# A name that another begins with must not match there: hence \b and the lookahead.
config.substitutions += [
    (r"%gpufuse-opt\b", f"{config.tools}/gpufuse-opt"),
    (r"%gpufuse\b(?!-)", f"{config.tools}/gpufuse"),
    (r"%cxx\b", cached(config.cxx)),
    (r"%clangxx\b", cached(config.clangxx)),
    (r"%nvcc-path\b", config.nvcc),
    (r"%nvcc\b", cached(config.nvcc)),
    (r"%cmake\b", config.cmake),
    (r"%build-root\b", config.build_root),
    (r"%python\b", config.python),
    (r"%eager-flags\b", cpu_flags),
    (r"%cpu-flags\b", f"{cpu_flags} -fopenmp"),
    (r"%cuda-flags\b", cuda_flags),
    (r"%cuda-libraries\b", config.cuda_runtime),
    (r"%scripts\b", f"{source}/scripts"),
    (r"%examples\b", f"{source}/examples"),
    (r"%reference\b", f"{source}/test/EndToEnd/reference"),
    (r"%compare-emulated\b", f"env GPUFUSE_EMULATOR_SEED=1 {end_to_end}/compare.py"),
    (r"%compare\b(?!-)", f"{end_to_end}/compare.py"),
    (r"%emulate\b", f"{emulator} {source}/test/Emulator/compile"),
    (r"%finds-defect\b", f"{source}/test/Emulator/finds-defect"),
    (r"%structure\b", f"{end_to_end}/structure.py"),
    (r"%build-example\b",
     f"{end_to_end}/build_example.py --gpufuse {config.tools}/gpufuse --examples {source}/examples "
     f"'--compiler={cached(config.cxx)} {cpu_flags}'"),
]
