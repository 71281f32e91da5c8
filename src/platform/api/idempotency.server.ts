/** One keyed call: who asked (`scope`), the client's key, and what was sent. */
export interface KeyedCall {
  scope: string
  key: string
  payload: unknown
}

/**
 * Remembers the first answer to a keyed call (CONTRACT, Idempotency-Key): the same key and payload gives that answer
 * again, another payload 422, a call still under way 409.
 */
export interface IdempotencyStore {
  once(call: KeyedCall, run: () => Promise<Response>): Promise<Response>
}
