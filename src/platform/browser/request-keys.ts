/**
 * The idempotency keys of one form: the same payload gets the same key until `forget`, and another payload a new one.
 */
export interface RequestKeys {
  keyFor(payload: unknown): string
  /** Call it after a final response. The same payload then counts as a new request. */
  forget(): void
}

/** A retry after a lost response repeats its key, so sending a form twice does no harm (CONTRACT, Idempotency-Key). */
export function createRequestKeys(): RequestKeys {
  let last: { text: string; key: string } | null = null
  return {
    keyFor(payload) {
      const text = JSON.stringify(payload)
      if (last?.text !== text) last = { text, key: newKey() }
      return last.key
    },
    forget() {
      last = null
    },
  }
}

/** An idempotency key: 128 random bits; `crypto.randomUUID` exists only on https pages. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
