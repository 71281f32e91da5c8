import { useState } from 'react'
import { newKey } from '#platform/browser/request-keys.ts'
import { call } from '../api.ts'
import { failureText } from '../parts/failure-text.ts'
import { isFinal } from '../parts/use-call.ts'
import type { CountedSku } from './count.ts'
import { keepCount } from './count-store.ts'

/** A SKU whose stock the count changed. */
export interface TakenOver {
  sku: string
  difference: number
  undo: string | null
}

/** Takes a count over, SKU by SKU: those that are refused stay in the count, with the reason. */
export function useTakeOver(onDone: (done: readonly TakenOver[]) => void) {
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null)
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({})

  async function takeOver(skus: readonly CountedSku[]): Promise<void> {
    if (progress !== null) return
    const done: TakenOver[] = []
    const failed: Record<string, string> = {}
    const left: CountedSku[] = []
    for (const [at, { key = newKey(), ...one }] of skus.entries()) {
      const { sku, counted, began } = one
      setProgress({ done: at, all: skus.length })
      // Kept first: after a reload in the middle the same key asks for the answer, and nothing is counted twice.
      keepCount({ skus: [...left, { ...one, key }, ...skus.slice(at + 1)] })
      const input = { params: { sku }, body: { counted, began } }
      const result = await call('POST /stock/{sku}/count', input, { idempotencyKey: key })
      if (result.ok) done.push({ sku, difference: result.data.difference, undo: result.data.undo })
      else {
        failed[sku] = failureText(result)
        left.push(isFinal(result) ? one : { ...one, key })
      }
    }
    setProgress(null)
    setFailures(failed)
    keepCount(left.length === 0 ? null : { skus: left })
    if (done.length > 0) onDone(done)
  }

  return {
    /** How many are done of those under way, or null. */
    progress,
    failures,
    takeOver,
  }
}
