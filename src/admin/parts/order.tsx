import { GripVertical } from 'lucide-react'
import { type ComponentProps, type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** So near to an edge of the window, in px, the page scrolls, by so much each frame. */
const EDGE_PX = 90
const SCROLL_PX = 9

/** Classes of the list and of its items while one is held. */
export const DRAG_LIST =
  '[&[data-dragging]>:not([data-held])]:transition-transform motion-reduce:[&[data-dragging]>*]:transition-none [&[data-dragging]]:select-none'
export const DRAG_ITEM = 'data-held:relative data-held:z-20 data-held:cursor-grabbing data-held:opacity-85'

/** A list with one of its items at another place. */
export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}

/** What an item is taken hold of by, for mouse and finger. Buttons do the same for the keyboard, so it isn't read out. */
export function Grip({ className = '', ...rest }: ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      data-grip
      aria-hidden="true"
      className={`grid size-11 shrink-0 cursor-grab touch-none place-items-center select-none ${className}`}
    >
      <GripVertical size={18} />
    </span>
  )
}

/**
 * Lets the items of a list be put in order by a pointer; `list` has nothing else as children. The result makes the handler
 * of what the item at a place is taken hold of by, such as its `Grip`: a finger anywhere else scrolls the page. Escape
 * leaves all as it was.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const stop = useRef<(() => void) | null>(null)
  useEffect(() => () => stop.current?.(), [])
  return (from: number) => (event: PointerEvent) => {
    if (list.current === null || event.button !== 0 || stop.current !== null) return
    // Neither selects text nor drags the picture as a file.
    event.preventDefault()
    stop.current = drag(list.current, from, event.nativeEvent, (to) => {
      stop.current = null
      if (to !== null && to !== from) onMove(from, to)
    })
  }
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/** Follows one pointer until it's let go. `end` gets the new place; null if it was given up. @returns what gives it up */
function drag(
  list: HTMLElement,
  from: number,
  start: globalThis.PointerEvent,
  end: (to: number | null) => void,
): () => void {
  const items = Array.from(list.children).filter((one) => one instanceof HTMLElement)
  const boxes = items.map((item): Box => item.getBoundingClientRect())
  const scrolled = window.scrollY
  const listening = new AbortController()
  let [x, y] = [start.clientX, start.clientY]
  let to = from
  let frame = requestAnimationFrame(follow)

  function place(): void {
    // The list's own place when it was taken hold of.
    const top = y + window.scrollY - scrolled
    to = nearest(boxes, x, top)
    const slots = slotsOf(boxes, from, to)
    for (const [at, item] of items.entries()) {
      const [box, slot] = [boxes[at], slots[at]]
      if (!box || !slot) continue
      const [dx, dy] =
        at === from ? [x - start.clientX, top - start.clientY] : [slot.left - box.left, slot.top - box.top]
      item.style.transform = `translate(${dx}px, ${dy}px)`
    }
  }
  function follow(): void {
    if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX)
    else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX)
    place()
    frame = requestAnimationFrame(follow)
  }
  function finish(result: number | null): void {
    cancelAnimationFrame(frame)
    listening.abort()
    for (const item of items) {
      item.style.transform = ''
      delete item.dataset.held
    }
    delete list.dataset.dragging
    end(result)
  }
  list.dataset.dragging = ''
  const held = items[from]
  if (held) held.dataset.held = ''
  const { signal } = listening
  const isOurs = (event: globalThis.PointerEvent) => event.pointerId === start.pointerId
  window.addEventListener(
    'pointermove',
    (event) => {
      if (isOurs(event)) [x, y] = [event.clientX, event.clientY]
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    (event) => {
      if (!isOurs(event)) return
      ;[x, y] = [event.clientX, event.clientY]
      place()
      finish(to)
    },
    { signal },
  )
  window.addEventListener('pointercancel', (event) => isOurs(event) && finish(null), { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(null), { signal })
  return () => finish(null)
}

/** The place of the box that a point is in, or nearest to. */
function nearest(boxes: readonly Box[], x: number, y: number): number {
  const away = boxes.map(({ left, top, width, height }) =>
    Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height)),
  )
  return away.indexOf(Math.min(...away))
}

/** Where each item lies if one is moved. Those of a column may differ in height; those of a grid are alike. */
function slotsOf(boxes: readonly Box[], from: number, to: number): Pick<Box, 'left' | 'top'>[] {
  const [first, second] = boxes
  const isColumn = boxes.every(({ left }) => left === first?.left)
  const gap = first && second && isColumn ? second.top - first.top - first.height : 0
  let top = first?.top ?? 0
  const slots: Pick<Box, 'left' | 'top'>[] = []
  for (const [place, item] of moveItem([...boxes.keys()], from, to).entries()) {
    const box = boxes[isColumn ? item : place]
    if (!box) continue
    slots[item] = isColumn ? { left: box.left, top } : box
    top += box.height + gap
  }
  return slots
}

/** After a move by a button: the focus stays with it, or goes to the other one at the end of the list. */
export function focusMoved(list: HTMLElement | null, to: number, by: number): void {
  requestAnimationFrame(() => {
    const [back, forward] = Array.from(
      list?.children[to]?.querySelectorAll<HTMLButtonElement>('button[data-move]') ?? [],
    )
    const [wanted, other] = by < 0 ? [back, forward] : [forward, back]
    ;(wanted?.disabled ? other : wanted)?.focus()
  })
}

/** After a row was removed by its button: the focus goes to the button of the row in its place, or of the one before. */
export function focusRemoved(list: HTMLElement | null, at: number): void {
  requestAnimationFrame(() => {
    const row = list?.children[at] ?? list?.lastElementChild
    row?.querySelector<HTMLElement>('button[data-remove], summary')?.focus()
  })
}
