import { type RefObject, useLayoutEffect, useRef } from 'react'

const GLIDE_MS = 160

/**
 * Lets the rows of a list glide to their new places after one is removed or moved: the gap closes instead of vanishing. Not for
 * those who ask for less motion. `list` is the element whose children are the rows.
 */
export function useGlidingRows(list: RefObject<HTMLElement | null>): void {
  const places = useRef<ReadonlyMap<Element, { x: number; y: number }>>(new Map())
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement)
    const before = places.current
    places.current = new Map(rows.map((row) => [row, { x: row.offsetLeft, y: row.offsetTop }]))
    const order = [...before.keys()].filter((row) => row.isConnected)
    const isSame = order.length === before.size && order.every((row, index) => row === rows[index])
    // Rows that only grew, or that others were added below, stay where they are.
    if (isSame || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const from = before.get(row)
      if (from === undefined) continue
      const [x, y] = [from.x - row.offsetLeft, from.y - row.offsetTop]
      if (x !== 0 || y !== 0)
        row.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], { duration: GLIDE_MS, easing: 'ease-out' })
    }
  })
}
