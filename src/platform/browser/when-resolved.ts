import { logProblem } from './log-problem.ts'

/**
 * For an effect that waits for a promise: calls `onValue`, unless the component has unmounted or a newer effect has
 * begun. A rejection (an import while offline) is logged, and the component stays as it is.
 * @returns the effect's cleanup
 */
export function whenResolved<T>(promise: Promise<T>, onValue: (value: T) => void): () => void {
  let isCurrent = true
  void promise.then(
    (value) => {
      if (isCurrent) onValue(value)
    },
    (error: unknown) => logProblem('Something could not be loaded.', error),
  )
  return () => {
    isCurrent = false
  }
}
