import { useEffect, useState } from 'react'
import type { RefundPreview } from '#shop/refunds/staff-contract.ts'
import { call } from '../api.ts'
import { readFailureText } from '../parts/failure-text.ts'

export type PreviewRequest =
  | { kind: 'cancel'; restock: boolean }
  | { kind: 'refund'; restock: boolean; to?: RefundTarget; amount: number }
  | { kind: 'refund'; restock: boolean; to?: RefundTarget; lines: { sku: string; quantity: number }[] }

type RefundTarget = RefundPreview['ways'][number]

interface Reviewed {
  key: string
  review: RefundPreview | null
  error: string | null
}

const PAUSE_MS = 250

/**
 * The server's figures for what is chosen, or null while there are none: nothing is chosen, they're under way, or they
 * were refused (`error`).
 */
export function useRefundPreview(orderId: string, request: PreviewRequest | null) {
  const key = JSON.stringify(request)
  const [reviewed, setReviewed] = useState<Reviewed>({ key: '', review: null, error: null })
  useEffect(() => {
    const wanted: PreviewRequest | null = JSON.parse(key)
    if (wanted === null) return
    const stop = new AbortController()
    const timer = setTimeout(
      async () => {
        const { kind, ...body } = wanted
        const input = { params: { id: orderId }, body }
        const result =
          kind === 'cancel'
            ? await call('POST /orders/{id}/cancel/preview', input, { signal: stop.signal })
            : await call('POST /orders/{id}/refund/preview', input, { signal: stop.signal })
        if (stop.signal.aborted) return
        setReviewed(
          result.ok ? { key, review: result.data, error: null } : { key, review: null, error: readFailureText(result) },
        )
      },
      wanted.kind === 'cancel' ? 0 : PAUSE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, orderId])
  const isCurrent = request !== null && reviewed.key === key
  return { review: isCurrent ? reviewed.review : null, reviewError: isCurrent ? reviewed.error : null }
}
