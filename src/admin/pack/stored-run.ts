import { deviceStorage } from '#platform/browser/storage.ts'
import type { Run } from './run.ts'

const RUN = 'packRun'

/** The run that this device keeps, whoever began it, or null. */
export function readStoredRun(): Run | null {
  // Safe cast: this module alone writes the key.
  return deviceStorage.read(RUN) as Run | null
}

/** Keeps a run on this device, or with null forgets the one that it has: it has addresses in it. */
export function storeRun(run: Run | null): void {
  deviceStorage.write(RUN, run)
}
