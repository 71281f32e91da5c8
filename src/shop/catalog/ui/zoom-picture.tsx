import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { pictureSrcSet } from '#ui/picture.tsx'
import type { ShownPicture } from './product-selectors.ts'

/** Scales of the whole picture: after one press, and at most. */
const PRESSED = 2.5
const MOST = 4
/** About the scale at which a wide screen starts: the whole picture would be no larger there than on the page. */
const WIDE = 1.6
const isWide = () => window.matchMedia('(min-width: 64rem)').matches
const STEP = 1.5
/** Two taps this close in ms and px are a double tap. */
const DOUBLE_TAP = { ms: 350, px: 40 }

type Point = { x: number; y: number }

/**
 * One picture: whole at first, on a wide screen as wide as it fits. An enlarged one is scrolled by finger, wheel or arrow keys, and
 * follows the mouse.
 */
export function ZoomPicture({ picture, shown }: { picture: ShownPicture; shown: boolean }) {
  const frame = useRef<HTMLElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const [scale, setScale] = useState(1)
  const lastTap = useRef<(Point & { at: number }) | null>(null)
  const pinch = useRef<{ distance: number; scale: number } | null>(null)
  const isEnlarged = scale > 1
  /** A scale of the whole picture as a scale of what is shown first. */
  const fromStart = (size: number) => (isWide() ? size / WIDE : size)

  /** Enlarges around a point of the screen, which keeps its place in the picture. */
  function enlarge(wanted: number, { x, y }: Point): void {
    const [img, box] = [image.current, frame.current]
    if (img === null || box === null) return
    const next = Math.min(fromStart(MOST), Math.max(1, wanted))
    const before = img.getBoundingClientRect()
    const [partX, partY] = [(x - before.left) / before.width, (y - before.top) / before.height]
    const whole = before.width / scale
    img.style.width = next === 1 ? '' : `${whole * next}px`
    img.style.maxWidth = next === 1 ? '' : 'none'
    img.style.maxHeight = next === 1 ? '' : 'none'
    const after = img.getBoundingClientRect()
    box.scrollBy(after.left + partX * after.width - x, after.top + partY * after.height - y)
    setScale(next)
  }
  // It starts again the next time it's shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it leaves the screen.
  useEffect(() => {
    if (!shown && isEnlarged) enlarge(1, { x: 0, y: 0 })
  }, [shown])

  const toggle = (point: Point) => enlarge(isEnlarged ? 1 : fromStart(PRESSED), point)

  function handleClick({ clientX: x, clientY: y, timeStamp: at, nativeEvent }: MouseEvent): void {
    const isTouch = nativeEvent instanceof window.PointerEvent && nativeEvent.pointerType === 'touch'
    const last = lastTap.current
    const isDouble = last !== null && at - last.at < DOUBLE_TAP.ms && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP.px
    lastTap.current = isDouble ? null : { x, y, at }
    if (!isTouch || isDouble) toggle({ x, y })
  }
  function handleTouch({ touches }: TouchEvent): void {
    const [a, b] = [touches[0], touches[1]]
    if (!a || !b) {
      pinch.current = null
      return
    }
    const distance = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)
    pinch.current ??= { distance, scale }
    const middle = { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 }
    enlarge((pinch.current.scale * distance) / Math.max(1, pinch.current.distance), middle)
  }
  /** The picture's place in the frame follows the mouse. */
  function follow({ pointerType, clientX, clientY, currentTarget: box }: PointerEvent<HTMLElement>): void {
    if (pointerType !== 'mouse') return
    const { left, top, width, height } = box.getBoundingClientRect()
    box.scrollTo(
      ((clientX - left) / width) * (box.scrollWidth - width),
      ((clientY - top) / height) * (box.scrollHeight - height),
    )
  }
  function handleKey({ key }: KeyboardEvent<HTMLElement>): void {
    const box = frame.current?.getBoundingClientRect()
    if (!box) return
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    if (key === '+' || key === '=') enlarge(scale * STEP, middle)
    else if (key === '-') enlarge(scale / STEP, middle)
    else if (key === 'Enter') toggle(middle)
  }
  /** As wide as a wide screen, it's higher than it: the garment hangs in the middle, below a piece of wall. */
  function center(): void {
    const box = frame.current
    if (box !== null && !isEnlarged) box.scrollTo(0, (box.scrollHeight - box.clientHeight) / 2)
  }
  const srcSet = pictureSrcSet(picture.src)
  // Only an enlarged picture contains swipes: the strip needs the others, and Chromium contains them even without overflow.
  return (
    <section
      ref={frame}
      aria-label={picture.alt}
      tabIndex={shown ? 0 : -1}
      data-enlarged={isEnlarged || undefined}
      onClick={handleClick}
      onKeyDown={handleKey}
      onPointerMove={follow}
      onTouchStart={handleTouch}
      onTouchMove={handleTouch}
      onTouchEnd={handleTouch}
      onTouchCancel={handleTouch}
      className={`grid size-full outline-offset-[-4px] [align-items:safe_center] [justify-items:safe_center] [scrollbar-width:none] ${isEnlarged ? 'cursor-zoom-out overflow-auto overscroll-contain' : `cursor-zoom-in ${isWide() ? 'overflow-auto' : 'overflow-hidden'}`}`}
    >
      <img
        ref={image}
        src={picture.src}
        srcSet={srcSet}
        sizes={srcSet === undefined ? undefined : isEnlarged ? '250vw' : '100vw'}
        alt={picture.alt}
        width={1200}
        height={1500}
        draggable={false}
        onLoad={center}
        className={`w-auto max-w-full object-contain ${isWide() ? '' : 'max-h-[calc(100dvh-3.75rem)]'}`}
      />
    </section>
  )
}
