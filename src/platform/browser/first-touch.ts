// A press before hydration, or by a screen reader, is only a click.
const TOUCHES = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'click', 'popstate'] as const

/**
 * Resolves when the visitor first moves the pointer, presses, types or goes back, before or after hydration; at once on the server,
 * and on a page that was opened at a part of it (`#reviews`). What nobody has touched loads its code after this.
 */
export const firstTouch: Promise<void> = import.meta.env.SSR || location.hash !== '' ? Promise.resolve() : touched()

function touched(): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const onFirst = () => {
      stop.abort()
      resolve()
    }
    // Before HEAD_SCRIPT's own listener could stop the event.
    for (const type of TOUCHES)
      window.addEventListener(type, onFirst, { capture: true, passive: true, signal: stop.signal })
  })
}
