import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { Picture } from '#ui/picture.tsx'
import type { ShownPicture } from './product-selectors.ts'
import { ZoomPicture } from './zoom-picture.tsx'

type Props = { pictures: readonly ShownPicture[]; last: ReactNode; start: number; onClose: () => void }

/**
 * The pictures over the whole screen: swiped, or turned by the buttons, the small pictures beside them and the arrow keys. One
 * is enlarged by a click, a double tap, two fingers, or + and -. `last` follows them, and isn't enlarged.
 */
export function ZoomDialog({ pictures, last, start, onClose }: Props) {
  const count = pictures.length + (last === null ? 0 : 1)
  const [scrolled, setScrolled] = useState(start)
  /** Where the strip is scrolling to, until it's there: presses in quick succession count on from it. */
  const [aim, setAim] = useState<number | null>(null)
  const current = aim ?? scrolled
  const strip = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = strip.current
    if (list === null) return
    // The dialog opens after this effect; until then the strip has no width.
    const observer = new ResizeObserver(() => {
      if (list.clientWidth === 0) return
      observer.disconnect()
      show(list, start, 'instant')
      focusPicture(list, start)
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [start])

  const nextAt = (by: number) => Math.min(count - 1, Math.max(0, current + by))
  /** The button keeps the focus, for the next press. */
  function scrollTo(index: number): void {
    if (strip.current === null || index === current) return
    setAim(index)
    show(strip.current, index)
  }
  function handleScroll({ scrollLeft, clientWidth }: HTMLElement): void {
    const index = Math.round(scrollLeft / Math.max(1, clientWidth))
    setScrolled(index)
    if (aim !== null && Math.abs(scrollLeft - aim * clientWidth) < 1) setAim(null)
  }
  const letGo = () => setAim(null)
  function handleKey(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    // In an enlarged picture the keys scroll it.
    if (by === 0 || (event.target instanceof Element && event.target.matches('[data-enlarged]'))) return
    event.preventDefault()
    // The picture is there before it takes the focus.
    flushSync(() => scrollTo(nextAt(by)))
    if (strip.current) focusPicture(strip.current, nextAt(by))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Closer look')}
      className="h-dvh! max-h-dvh! w-screen! max-w-none! rounded-none! overflow-hidden!"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are a short cut for the buttons below. */}
      <div className="relative -m-5 h-[calc(100dvh-3.75rem)]" onKeyDown={handleKey}>
        <ul
          ref={strip}
          onPointerDown={letGo}
          onWheel={letGo}
          onScroll={(event) => handleScroll(event.currentTarget)}
          className="flex size-full touch-pan-x touch-pan-y snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none]"
        >
          {pictures.map((picture, index) => (
            <li key={picture.src} className="size-full shrink-0 snap-start snap-always">
              {/* Those beside the shown one are loaded too, for the next swipe. */}
              {Math.min(Math.abs(index - current), Math.abs(index - scrolled)) <= 1 ? (
                <ZoomPicture picture={picture} shown={index === current} />
              ) : null}
            </li>
          ))}
          {last === null ? null : (
            <li className="grid size-full shrink-0 snap-start snap-always place-items-center p-4">
              <div className="w-full max-w-112">{last}</div>
            </li>
          )}
        </ul>
        {count > 1 ? (
          <div className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center rounded-pill border border-line bg-paper">
            <IconButton
              label={t('Previous picture')}
              aria-disabled={current === 0}
              onClick={() => scrollTo(nextAt(-1))}
            >
              <ChevronLeftIcon className={current === 0 ? 'opacity-40' : ''} />
            </IconButton>
            <p role="status" className="min-w-12 text-center text-sm font-bold tabular-nums">
              <span className="sr-only">{t('Picture')} </span>
              {current + 1}/{count}
            </p>
            <IconButton
              label={t('Next picture')}
              aria-disabled={current === count - 1}
              onClick={() => scrollTo(nextAt(1))}
            >
              <ChevronRightIcon className={current === count - 1 ? 'opacity-40' : ''} />
            </IconButton>
          </div>
        ) : null}
        <Thumbnails pictures={pictures} current={current} onChoose={scrollTo} />
      </div>
    </Dialog>
  )
}

/** All pictures at a glance, at the left of a wide screen. */
function Thumbnails({
  pictures,
  current,
  onChoose,
}: {
  pictures: readonly ShownPicture[]
  current: number
  onChoose: (index: number) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (pictures.length < 2) return null
  return (
    <ul
      ref={list}
      className="absolute inset-y-0 left-0 hidden content-start gap-2 overflow-y-auto overscroll-contain p-4 lg:grid"
    >
      {pictures.map(({ src, alt }, index) => (
        <li key={src}>
          <button
            type="button"
            aria-label={alt}
            aria-current={index === current || undefined}
            onClick={() => onChoose(index)}
            className={`block w-14 cursor-pointer rounded-sm border-2 ${index === current ? 'border-ink' : 'border-transparent'}`}
          >
            <Picture src={src} alt="" sizes="56px" className="aspect-4/5 rounded-xs" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function show(strip: HTMLElement, index: number, behavior?: 'instant'): void {
  strip.scrollTo({ left: index * strip.clientWidth, ...(behavior ? { behavior } : {}) })
}

/** For the keys that enlarge it. */
function focusPicture(strip: HTMLElement, index: number): void {
  strip.children[index]?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
}
