// Linked before the program: the first byte of its shared memory.
extern "C" {
__attribute__((section(".gpufuse.shared"), used, aligned(64))) char gpufuse_emulator_shared_begin = 0;
}
