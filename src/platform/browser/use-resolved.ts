import { use } from 'react'

/**
 * The value of loader data that the `loader` awaits and the `clientLoader` leaves as a promise. Suspends until it
 * resolves.
 */
export function useResolved<T>(value: T | Promise<T>): T {
  return value instanceof Promise ? use(value) : value
}
