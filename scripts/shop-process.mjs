/** How `npm start` begins the shop's process; tests that measure it do the same. Decision 005 has the figures. */
export const SHOP_PROCESS = {
  // glibc gives blocks of this size and more back to the system when they are freed, instead of growing its heap.
  env: process.platform === 'linux' ? { MALLOC_MMAP_THRESHOLD_: '32768' } : {},
  flags: [
    // Megabytes for each half of V8's young heap, which on a large machine takes 64 of them and rarely gives them back.
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    // After a rush V8 may allocate every request among its old objects, where only a full collection frees it.
    '--no-allocation-site-pretenuring',
    // In quiet hours V8 discards compiled code, and memory grows as it compiles that again: a soak is not level without it.
    '--no-memory-reducer-favors-memory',
  ],
}
