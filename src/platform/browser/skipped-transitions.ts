/**
 * React Router skips a view transition when another navigation starts, and doesn't handle the rejection of its `ready`
 * promise. Browsers report that as an uncaught error, so it is handled here.
 */
export function ignoreSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
