import { setTimeout as wait } from 'node:timers/promises'
import { S3ServiceError } from 's3mini'
import { isStoreAway, StoreError, type StoreErrorCode } from './store-error.ts'

const ATTEMPTS = 3
/** An attempt that took longer isn't repeated: somebody is waiting for the answer. */
const PATIENCE_MS = 10_000

/**
 * Calls a store, and repeats the call after a fault that may pass. With `once`, for calls that mustn't be repeated, it
 * only translates the error.
 * @throws {StoreError} about `place`
 */
export async function callStore<T>(place: string, run: () => Promise<T>, { once = false } = {}): Promise<T> {
  const startedAt = Date.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const storeError = toStoreError(place, error)
      if (once || !isStoreAway(storeError) || attempt === ATTEMPTS || Date.now() - startedAt > PATIENCE_MS)
        throw storeError
      await wait(attempt * 200 * (0.5 + Math.random()))
    }
  }
}

/** Any error of a call to S3 as a sentence about `place`. */
export function toStoreError(place: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const fail = (code: StoreErrorCode, message: string) => new StoreError(code, message, { cause: error })
  if (!(error instanceof S3ServiceError))
    return fail('unreachable', `${place} can’t be reached (${networkReason(error)}); check the endpoint.`)
  const { status } = error
  const reason = errorCode(error)
  const said = `(${reason ?? status})`
  if (reason === 'InvalidAccessKeyId' || reason === 'SignatureDoesNotMatch' || status === 401)
    return fail('keys_refused', `S3 refuses these keys for ${place} ${said}; check both of them.`)
  if (reason === 'RequestTimeTooSkewed') return fail('failed', `The clock of this machine is wrong, says ${place}.`)
  if (status === 403) return fail('keys_refused', `S3 doesn’t let these keys do this in ${place} ${said}.`)
  if (status === 404) return fail('no_bucket', `There is no bucket ${place} ${said}; create it, or check its name.`)
  if (status === 301 || status === 307 || reason === 'AuthorizationHeaderMalformed')
    return fail('wrong_region', `${place} is in another region ${said}; check region and endpoint.`)
  if ((status >= 500 && status !== 501) || status === 429) return fail('busy', `${place} can’t answer now ${said}.`)
  return fail('failed', `${place} refuses this ${said}.`)
}

/** True for a file that doesn't exist, but not for a bucket that doesn't. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404 && errorCode(error) !== 'NoSuchBucket'
}

/** S3's own name of the fault. s3mini finds it only if the content type has no charset. */
function errorCode({ serviceCode, body = '' }: S3ServiceError): string | undefined {
  return serviceCode && serviceCode !== 'Unknown' ? serviceCode : /<Code>(\w+)<\/Code>/.exec(body)?.[1]
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer in time'
  if (error.cause instanceof Error) return networkReason(error.cause)
  return 'code' in error ? String(error.code) : error.message
}
