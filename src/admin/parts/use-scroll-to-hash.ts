import { useEffect, useRef } from 'react'

/** Brings the part that the address names into view, with its first control focused; once for each screen. */
export function useScrollToHash(): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const name = window.location.hash.slice(1)
    if (name === '') return
    const place = document.getElementById(name)
    place?.scrollIntoView()
    place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true })
  }, [])
}
