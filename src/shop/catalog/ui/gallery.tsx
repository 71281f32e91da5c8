import { ZoomIn } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { Picture } from '#ui/picture.tsx'
import type { ShownPicture } from './product-view.ts'

const SIZES = '(min-width: 1360px) 700px, (min-width: 769px) 52vw, 100vw'
const HALF_SIZES = '(min-width: 1360px) 345px, (min-width: 769px) 26vw, 100vw'

/**
 * The pictures of one colour: on narrow screens a strip to swipe with its count, else the first large and the others
 * below. A press shows one as large as the screen.
 */
export function Gallery({ pictures }: { pictures: readonly ShownPicture[] }) {
  const [at, setAt] = useState(0)
  const [zoomed, setZoomed] = useState<ShownPicture | null>(null)
  return (
    <div className="relative">
      <ul
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] md:grid md:grid-cols-2 md:gap-2.5 md:overflow-visible"
        onScroll={(event) => setAt(pictureAtScroll(event.currentTarget))}
      >
        {pictures.map((picture, index) => (
          <li key={picture.src} className={`w-full shrink-0 snap-start ${index === 0 ? 'md:col-span-2' : ''}`}>
            <button
              type="button"
              aria-label={`Zoom in: ${picture.alt}`}
              onClick={() => setZoomed(picture)}
              className="group relative block w-full cursor-zoom-in"
            >
              <Picture
                src={picture.src}
                alt={picture.alt}
                sizes={index === 0 ? SIZES : HALF_SIZES}
                priority={index === 0}
                className="aspect-4/5 md:rounded-sm"
              />
              <ZoomMark />
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 ? (
        <p className="absolute right-3 bottom-3 rounded-pill bg-paper px-3 py-1 text-xs font-bold tabular-nums md:hidden">
          <span className="sr-only">Picture </span>
          {at + 1}/{pictures.length}
        </p>
      ) : null}
      <Dialog
        open={zoomed !== null}
        onClose={() => setZoomed(null)}
        title="Closer look"
        className="h-dvh! max-h-dvh! w-screen! max-w-none! rounded-none! md:w-[min(64rem,100vw)]!"
      >
        {zoomed === null ? null : (
          <img src={zoomed.src} alt={zoomed.alt} width={1200} height={1500} className="w-full" />
        )}
      </Dialog>
    </div>
  )
}

function ZoomMark() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-3 right-3 grid size-10 place-items-center rounded-pill bg-paper text-ink md:opacity-0 md:group-hover:opacity-100 md:group-focus-visible:opacity-100"
    >
      <ZoomIn size={18} />
    </span>
  )
}

function pictureAtScroll(strip: HTMLElement): number {
  return Math.round(strip.scrollLeft / Math.max(1, strip.clientWidth))
}
