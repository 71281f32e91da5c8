import { use } from 'react'

/**
 * A value that the server's loader has awaited and the browser's hands on as a promise, so that the page can stand
 * there with its loading text first. Suspends until the promise is settled.
 */
export function useResolved<T>(value: T | Promise<T>): T {
  return value instanceof Promise ? use(value) : value
}
