// Linked after the program: the byte past its shared memory.
extern "C" {
__attribute__((section(".gpufuse.shared"), used, aligned(64))) char gpufuse_emulator_shared_end = 0;
}
