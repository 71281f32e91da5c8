/**
 * A navigation that overtakes another one's transition skips it. The router asks for that and leaves the promise of the
 * skipped one unheard, which browsers report as an uncaught error: it is heard here.
 */
export function hearSkippedTransitions(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch(() => {})
    return transition
  }
}
