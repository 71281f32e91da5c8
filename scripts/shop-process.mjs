/** Environment and Node flags of the shop's process, also used by tests that measure it. Decision 005 has the figures. */
export const SHOP_PROCESS = {
  // glibc allocates blocks of at least this size with mmap, so free() returns them to the system.
  env: process.platform === 'linux' ? { MALLOC_MMAP_THRESHOLD_: '32768' } : {},
  flags: [
    // MB for each semi-space of V8's young generation, which on a large machine grows to 64 MB and rarely shrinks.
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    // After a burst of load, V8 may allocate everything in the old generation, which only a full collection frees.
    '--no-allocation-site-pretenuring',
    // Without it, V8 discards compiled code when idle. Recompiling makes memory grow, and soak tests would fail.
    '--no-memory-reducer-favors-memory',
  ],
}
