import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#platform/browser/storage.ts'
import { createStore } from '#platform/browser/store.ts'
import type { StockCount } from './count.ts'

const KEY = 'stockCount'

// Safe cast: this module alone writes the key.
const store = createStore(deviceStorage.read(KEY) as StockCount | null)

/** The count that this device keeps until it's taken over or thrown away, or null. */
export const readCount = store.read

/** Keeps a count on this device: it survives a reload, a closed tab and an ended session. */
export function keepCount(count: StockCount | null): void {
  deviceStorage.write(KEY, count)
  store.set(count)
}

export function useCount(): StockCount | null {
  return useSyncExternalStore(store.subscribe, store.read)
}
