/** Why a store can't be used. `unreachable` and `busy` pass; the others are mistakes in the settings. */
export type StoreErrorCode = 'keys_refused' | 'no_bucket' | 'wrong_region' | 'unreachable' | 'busy' | 'failed'

/** A store refused, or didn't answer. `message` is one sentence without a secret. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** True if the same call may succeed later, so the HTTP response is 503. */
export function isStoreAway(error: unknown): boolean {
  return error instanceof StoreError && (error.code === 'unreachable' || error.code === 'busy')
}
