import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { SearchIcon } from '#ui/icons.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Picture } from '#ui/picture.tsx'
import type { ShownPicture } from './product-selectors.ts'

const SIZES =
  '(min-width: 1600px) 810px, (min-width: 1360px) 700px, (min-width: 720px) 52vw, (min-width: 480px) 62vw, 92vw'
const HALF_SIZES =
  '(min-width: 1600px) 400px, (min-width: 1360px) 345px, (min-width: 720px) 26vw, (min-width: 480px) 62vw, 92vw'

type Props = {
  pictures: readonly ShownPicture[]
  /** Shown after the pictures, also among the enlarged ones. */
  last: ReactNode
}

/**
 * The pictures of one colour: on narrow screens a swipeable strip in which the next one peeks, else a large first
 * picture above pairs. A press zooms.
 */
export function Gallery({ pictures, last }: Props) {
  const count = pictures.length + (last === null ? 0 : 1)
  const [current, setCurrent] = useState(0)
  const [zoomed, setZoomed] = useState<number | null>(null)
  return (
    <div className="relative">
      <ul
        className="flex snap-x snap-mandatory gap-1.5 overflow-x-auto [scrollbar-width:none] tablet:grid tablet:grid-cols-2 tablet:gap-2.5 tablet:overflow-visible"
        onScroll={(event) => setCurrent(pictureAtScroll(event.currentTarget))}
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.src}
            data-cover={index === 0 || undefined}
            className={`w-[92%] shrink-0 snap-start only:mx-auto only:w-full sm:w-[62%] tablet:w-full ${index === 0 ? '[view-transition-name:product]' : ''} ${isLarge(index, count) ? 'tablet:col-span-2' : ''}`}
          >
            <button
              type="button"
              aria-label={t('Zoom in: {alt}', { alt: picture.alt })}
              onClick={() => setZoomed(index)}
              className="group relative block w-full cursor-zoom-in max-tablet:-outline-offset-4 max-tablet:[--focus:var(--photo-focus)]"
            >
              <Picture
                src={picture.src}
                alt={picture.alt}
                sizes={isLarge(index, count) ? SIZES : HALF_SIZES}
                priority={index === 0}
                className="aspect-4/5 tablet:rounded-sm"
              />
              <ZoomIcon />
            </button>
          </li>
        ))}
        {last === null ? null : (
          <li
            className={`w-[92%] shrink-0 snap-start sm:w-[62%] tablet:w-full ${isLarge(count - 1, count) ? 'tablet:col-span-2' : ''}`}
          >
            {last}
          </li>
        )}
      </ul>
      {count > 1 ? <Place at={current} of={count} /> : null}
      {zoomed === null ? null : (
        <Suspense fallback={null}>
          <ZoomDialog pictures={pictures} last={last} start={zoomed} onClose={() => setZoomed(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** Which picture of the strip is shown: a bar for each, and in words. */
function Place({ at, of }: { at: number; of: number }) {
  return (
    <div className="flex gap-1.5 px-4 pt-2.5 tablet:hidden">
      <p className="sr-only">
        {t('Picture')} {at + 1}/{of}
      </p>
      {Array.from({ length: of }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity but their place.
          key={index}
          aria-hidden="true"
          className={`keep-colors h-1 flex-1 rounded-pill ${index === at ? 'bg-ink' : 'bg-line'}`}
        />
      ))}
    </div>
  )
}

/** The first picture, and an unpaired last one. */
function isLarge(index: number, count: number): boolean {
  return index === 0 || (index === count - 1 && index % 2 === 1)
}

/** Loaded on the first press. */
const ZoomDialog = lazyComponent(async () => (await import('./zoom-dialog.tsx')).ZoomDialog)

function ZoomIcon() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-3 right-3 grid size-10 place-items-center rounded-pill bg-paper text-ink tablet:opacity-0 tablet:group-hover:opacity-100 tablet:group-focus-visible:opacity-100"
    >
      <SearchIcon size={18} />
    </span>
  )
}

function pictureAtScroll(strip: HTMLElement): number {
  const last = strip.children.length - 1
  if (strip.scrollLeft + strip.clientWidth >= strip.scrollWidth - 2) return last
  const width = strip.firstElementChild?.clientWidth ?? strip.clientWidth
  return Math.min(last, Math.round(strip.scrollLeft / Math.max(1, width)))
}
