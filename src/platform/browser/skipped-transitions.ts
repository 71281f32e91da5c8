/**
 * React Router skips a view transition when another navigation comes first, and doesn't handle the rejected `ready` promise of
 * the skipped one. Browsers report that as an uncaught error, so it is handled here.
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
