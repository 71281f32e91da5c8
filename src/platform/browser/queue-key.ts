import { isStored } from './local-store.ts'

/** The key of `queued-changes.ts` in local storage. */
export const QUEUE_KEY = 'unsentChanges'

/** Whether any customer's change waits to be sent; without the code that reads it. */
export function hasQueuedChanges(): boolean {
  return isStored(QUEUE_KEY)
}
