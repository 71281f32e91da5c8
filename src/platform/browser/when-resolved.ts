/**
 * For an effect that waits for a promise: calls `onValue`, unless the component has left or a newer effect has begun.
 * @returns the effect's cleanup
 */
export function whenResolved<T>(promise: Promise<T>, onValue: (value: T) => void): () => void {
  let isCurrent = true
  void promise.then((value) => {
    if (isCurrent) onValue(value)
  })
  return () => {
    isCurrent = false
  }
}
