import { use } from 'react'

/** The value of loader data that the server awaits and the browser streams as a promise; suspends until it resolves. */
export function useResolved<T>(value: T | Promise<T>): T {
  return value instanceof Promise ? use(value) : value
}
