/**
 * The idempotency keys of one form: the same payload gets the same key until `forget`, and another payload a new one.
 */
export interface RequestKeys {
  keyFor(payload: unknown): string
  /** Call it after a final response. The same payload then counts as a new request. */
  forget(): void
}

/** The last request and its key. */
export interface StoredRequest {
  /** The payload as JSON. */
  text: string
  key: string
}

/** Where the last request is kept; by default in memory. */
interface RequestStore {
  read(): StoredRequest | null
  write(last: StoredRequest | null): void
}

/** A retry after a lost response repeats its key, so sending a form twice does no harm (CONTRACT, Idempotency-Key). */
export function createRequestKeys(store: RequestStore = inMemory()): RequestKeys {
  return {
    keyFor(payload) {
      const text = JSON.stringify(payload)
      const last = store.read()
      if (last?.text === text) return last.key
      const key = newKey()
      store.write({ text, key })
      return key
    },
    forget: () => store.write(null),
  }
}

function inMemory(): RequestStore {
  let last: StoredRequest | null = null
  return {
    read: () => last,
    write: (next) => {
      last = next
    },
  }
}

/** An idempotency key: 128 random bits; `crypto.randomUUID` exists only on https pages. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
