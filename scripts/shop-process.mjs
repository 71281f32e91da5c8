/**
 * What the shop's process begins with, so that its memory is level from the first minutes on and its pauses short (decision
 * 005 has the figures). Tests that watch it begin it the same way.
 */
export const SHOP_PROCESS = {
  // Pages come and go, tens of thousands of bytes each. glibc would cut them out of one heap that hardly ever shrinks;
  // with this it gives each back to the system (mallopt(3), M_MMAP_THRESHOLD).
  env: process.platform === 'linux' ? { MALLOC_MMAP_THRESHOLD_: '32768' } : {},
  flags: [
    // In megabytes, and always the same. On a large machine V8 takes 64 for each half of what is new; it gives them back when
    // little happens and takes them again later, so that a shop's memory rises and falls by more than its pages take.
    '--min-semi-space-size=8',
    '--max-semi-space-size=8',
    // After a rush V8 may take every request for something that lasts, and put it among the old as it is made: pauses get
    // several times as long, and memory is held up until a full collection.
    '--no-allocation-site-pretenuring',
    // In quieter hours V8 collects on its own to save memory: it empties pages and throws away compiled code whose objects'
    // shapes nobody holds at that moment. The shop compiles it again for the next shoppers, and its memory grows by that.
    // It may still collect then, but as it always does.
    '--no-memory-reducer-favors-memory',
  ],
}
