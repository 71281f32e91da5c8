import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import type { ShownPicture } from './product-selectors.ts'
import { ZoomPicture } from './zoom-picture.tsx'

type Props = { pictures: readonly ShownPicture[]; start: number; onClose: () => void }

/**
 * The pictures over the whole screen, each at first as a whole: swiped, or turned by the buttons and the arrow keys. One
 * is enlarged by a click, a double tap, two fingers, or + and -.
 */
export function ZoomDialog({ pictures, start, onClose }: Props) {
  const [current, setCurrent] = useState(start)
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

  const nextAt = (by: number) => Math.min(pictures.length - 1, Math.max(0, current + by))
  /** The button keeps the focus, for the next press. */
  function turn(by: number): void {
    if (strip.current) show(strip.current, nextAt(by))
  }
  function handleKey(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    // In an enlarged picture the keys scroll it.
    if (by === 0 || (event.target instanceof Element && event.target.matches('[data-enlarged]'))) return
    event.preventDefault()
    turn(by)
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
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            setCurrent(Math.round(scrollLeft / Math.max(1, clientWidth)))
          }
          className="flex size-full touch-pan-x touch-pan-y snap-x snap-mandatory overflow-x-auto scroll-smooth [scrollbar-width:none]"
        >
          {pictures.map((picture, index) => (
            <li key={picture.src} className="size-full shrink-0 snap-start snap-always">
              {/* Those beside the shown one are loaded too, for the next swipe. */}
              {Math.abs(index - current) <= 1 ? <ZoomPicture picture={picture} shown={index === current} /> : null}
            </li>
          ))}
        </ul>
        {pictures.length > 1 ? (
          <div className="absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center rounded-pill border border-line bg-paper">
            <IconButton label={t('Previous picture')} aria-disabled={current === 0} onClick={() => turn(-1)}>
              <ChevronLeftIcon className={current === 0 ? 'opacity-40' : ''} />
            </IconButton>
            <p role="status" className="min-w-12 text-center text-sm font-bold tabular-nums">
              <span className="sr-only">{t('Picture')} </span>
              {current + 1}/{pictures.length}
            </p>
            <IconButton
              label={t('Next picture')}
              aria-disabled={current === pictures.length - 1}
              onClick={() => turn(1)}
            >
              <ChevronRightIcon className={current === pictures.length - 1 ? 'opacity-40' : ''} />
            </IconButton>
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function show(strip: HTMLElement, index: number, behavior?: 'instant'): void {
  strip.scrollTo({ left: index * strip.clientWidth, ...(behavior ? { behavior } : {}) })
}

/** For the keys that enlarge it. */
function focusPicture(strip: HTMLElement, index: number): void {
  strip.children[index]?.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
}
