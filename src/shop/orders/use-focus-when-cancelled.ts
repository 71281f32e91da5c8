import { type RefObject, useEffect, useRef } from 'react'

/** Focuses an element when a cancellation removes the focused button. */
export function useFocusWhenCancelled(element: RefObject<HTMLElement | null>, cancelled: boolean): void {
  const before = useRef(cancelled)
  useEffect(() => {
    if (cancelled && !before.current) element.current?.focus({ preventScroll: true })
    before.current = cancelled
  }, [element, cancelled])
}
