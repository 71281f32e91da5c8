import { useId } from 'react'
import { Link } from 'react-router'
import { prefetchOn } from '#platform/browser/save-data.ts'
import { ArrowRightIcon } from '#ui/icons.tsx'
import { Picture } from '#ui/picture.tsx'
import type { SectionOf } from '../client.ts'

/**
 * Links, mostly to categories. A link to the listing has its category in the navigation state (SPEC section 2) and in
 * its URL.
 */
export function HomeTiles({ heading, tiles, more }: SectionOf<'tiles'>) {
  const id = useId()
  const inThirds = tiles.length % 3 === 0
  // The last of an odd number is two tiles wide, so that there's no gap.
  const wideIndex = tiles.length % 2 === 1 ? tiles.length - 1 : -1
  return (
    <section aria-labelledby={id} className="page grid gap-4 pt-6 pb-2 md:pt-8">
      <h2 id={id} className="font-wide text-xl font-extrabold tracking-display uppercase md:text-2xl">
        {heading}
      </h2>
      <div className={`grid grid-cols-2 gap-2.5 md:gap-4.5 ${inThirds ? 'md:grid-cols-3' : ''}`}>
        {tiles.map((tile, at) => (
          <Link
            // biome-ignore lint/suspicious/noArrayIndexKey: two tiles may be equal, and none moves.
            key={at}
            to={tile.link}
            state={stateOf(tile.link)}
            prefetch={prefetchOn('intent')}
            className={`group relative block overflow-hidden rounded-sm ${at !== wideIndex ? '' : inThirds ? 'max-md:col-span-2' : 'col-span-2'}`}
          >
            <Picture
              src={tile.picture}
              alt=""
              sizes="(min-width: 1600px) 752px, (min-width: 1360px) 660px, calc(50vw - 20px)"
              width={960}
              height={1200}
              className={`md:[&_img]:object-[50%_25%] ${at !== wideIndex ? 'aspect-4/5 md:aspect-6/5' : inThirds ? 'aspect-8/5 md:aspect-6/5' : 'aspect-8/5 md:aspect-12/5'}`}
            />
            <span className="absolute bottom-0 left-0 flex max-w-full min-h-10 items-center gap-2 bg-paper px-3 font-wide text-sm font-extrabold text-ink wrap-anywhere group-hover:underline md:min-h-14 md:px-4 md:text-xl">
              {tile.name}
              <ArrowRightIcon size={18} />
            </span>
          </Link>
        ))}
      </div>
      {more ? (
        <Link
          to={more.link}
          state={stateOf(more.link)}
          prefetch={prefetchOn('intent')}
          className="flex min-h-16 items-center justify-between gap-4 rounded-sm bg-signal px-4 font-wide text-base font-extrabold text-on-signal hover:underline md:min-h-20 md:px-6 md:text-xl"
        >
          {more.name}
          <ArrowRightIcon size={22} />
        </Link>
      ) : null}
    </section>
  )
}

/** The navigation state of a link to the listing: its one category, or All if it has no filter. */
function stateOf(link: string) {
  const category = link === '/categories' ? 'All' : /^\/categories\?categories=(\w+)$/.exec(link)?.[1]
  return category && { category }
}
