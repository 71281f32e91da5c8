import { useState } from 'react'
import { call } from '../api.ts'

/** Asks, before a product gets a price, what is to be known of it. */
export function usePriceAdvice(id: string) {
  const [shown, setShown] = useState<{ price: number; sentences: readonly string[] } | null>(null)

  /** @returns whether it's to be saved now: nothing is unusual, or the person has seen what is */
  async function isFine(price: number): Promise<boolean> {
    if (shown?.price === price) return true
    const result = await call('GET /products/{id}/price-advice', { params: { id }, query: { price: String(price) } })
    const sentences = result.ok ? [result.data.unusual, result.data.tax].filter((one) => one !== null) : []
    setShown({ price, sentences })
    return sentences.length === 0
  }

  return { isFine, adviceOn: (price: number | null) => (shown?.price === price ? shown.sentences : []) }
}
