import { preload } from 'react-dom'
import { LinkButton } from '#ui/button.tsx'
import { pictureSrcSet } from '#ui/picture.tsx'

const WIDE = '/media/home/hero.webp'
const PHONE = '/media/home/hero-phone-b.webp'
// A widespread phone is 721 px wide, and would ask for 1080 where 720 is as sharp.
const PHONE_SIZES = 'calc(100vw - 1px)'

/**
 * The first thing a visitor sees: on phones the words stand on the darkened foot of the picture, else on its bare wall,
 * above the folded shirts.
 * It is never higher than the picture at full width, which would cut off that wall.
 */
export function HomeHero() {
  askFirst()
  return (
    <section className="relative isolate flex min-h-[min(37rem,82svh)] items-end overflow-hidden bg-photo-ink text-photo-paper [--focus:var(--signal)] md:min-h-[min(36rem,70svh,48vw)] md:items-start xl:items-center md:bg-photo-wall md:text-on-signal md:[--focus:var(--photo-focus)]">
      <picture>
        <source media="(min-width: 481px)" srcSet={wideSet()} sizes="100vw" width={2400} height={1200} />
        <img
          src={`${PHONE}?w=720`}
          srcSet={pictureSrcSet(PHONE)}
          sizes={PHONE_SIZES}
          alt=""
          width={1200}
          height={1500}
          fetchPriority="high"
          className="absolute inset-0 -z-10 size-full object-cover object-top sm:max-md:object-[65%_0] md:object-right"
        />
      </picture>
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-photo-ink from-20% via-photo-ink/70 via-50% to-transparent to-80% md:hidden"
      />
      <div className="grid w-full gap-4 px-4 pt-56 pb-6 xl:gap-6 md:px-6 md:pt-[calc(5vw-1.2rem)] xl:px-10 xl:pt-8 xl:pb-26">
        <div className="grid gap-2 md:max-w-[29vw]">
          <p className="text-xs font-bold tracking-wide-caps text-signal uppercase md:text-on-signal">Monsoon drop</p>
          <h1 className="font-wide text-hero font-extrabold tracking-display uppercase md:text-[clamp(2.25rem,4.8vw,6.5rem)]">
            Thoda khisko.
          </h1>
          <p className="max-w-104 text-lg text-balance md:text-sm xl:max-w-[26vw] xl:text-lg">
            Room for one more. Heavyweight streetwear cut for a city that shares its seat.
          </p>
        </div>
        <div className="grid md:justify-start">
          <LinkButton to="/categories" look="signal" className="md:min-w-48 xl:min-w-56">
            Shop the drop
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** The picture is asked for before the fonts, as a single `img` would be: React does not look into a `picture`. */
function askFirst(): void {
  const how = { as: 'image', fetchPriority: 'high' } as const
  const phone = { imageSrcSet: pictureSrcSet(PHONE), imageSizes: PHONE_SIZES, media: '(max-width: 480.98px)' }
  preload(`${PHONE}?w=720`, { ...how, ...phone })
  preload(`${WIDE}?w=1080`, { ...how, imageSrcSet: wideSet(), imageSizes: '100vw', media: '(min-width: 481px)' })
}

/** The wide picture is made up to 2160 px, for large screens. */
function wideSet(): string {
  return [720, 1080, 1440, 2160].map((width) => `${WIDE}?w=${width} ${width}w`).join(', ')
}
