import { preload } from 'react-dom'
import { LinkButton } from '#ui/button.tsx'
import { pictureAt, pictureSrcSet } from '#ui/picture.tsx'
import type { SectionOf } from '../client.ts'
import { headingSize } from '../heading-size.ts'

// A pixel less than the screen: a phone of 721 device pixels would load the 1080 px picture, though the 720 px one is
// as sharp.
const PHONE_SIZES = 'calc(100vw - 1px)'
const WIDE_SIZES = 'min(100vw, 95rem)'

// If the picture isn't darkened, wide screens show dark text on its bright wall.
const WALL = 'md:bg-photo-wall md:text-photo-ink md:[--focus:var(--photo-focus)]'

// A word is no wider than 29vw on wide screens, and the screen less its margins on phones (../heading-size.ts).
const HEADINGS = {
  large: 'max-md:text-[min(var(--text-hero),15vw)] md:text-[clamp(2.25rem,4.3vw,4.5rem)]',
  medium: 'max-md:text-[11.8vw] md:text-[min(3.8vw,3.9rem)]',
  small: 'max-md:text-[9.3vw] md:text-[min(3vw,3.1rem)]',
  smallest: 'max-md:text-[6.9vw] md:text-[min(2.2vw,2.3rem)]',
}

/**
 * The hero. Its text is over the darkened bottom of the picture on phones, and over its empty wall on wider screens. On
 * screens wider than the page it keeps to the page's width, as the text would lie on the clothes otherwise.
 */
export function HomeHero({ label, heading, text, picture, darken, button, ...section }: SectionOf<'hero'>) {
  const phonePicture = section.phonePicture || picture
  preloadPicture(picture, phonePicture)
  return (
    <section
      className={`relative isolate flex min-h-[min(37rem,82svh)] items-end overflow-hidden bg-photo-ink text-photo-paper [--focus:var(--photo-signal)] md:min-h-[min(36rem,70svh,48vw)] md:items-start min-[85rem]:mx-auto min-[85rem]:mt-6 min-[85rem]:max-w-[calc(var(--page-width)-5rem)] min-[85rem]:rounded-md ${darken ? '' : WALL}`}
    >
      <picture>
        <source media="(min-width: 481px)" srcSet={wideSet(picture)} sizes={WIDE_SIZES} width={2400} height={1200} />
        <img
          src={pictureAt(phonePicture, 720)}
          srcSet={pictureSrcSet(phonePicture)}
          sizes={PHONE_SIZES}
          alt=""
          width={1200}
          height={1500}
          fetchPriority="high"
          className="absolute inset-0 -z-10 size-full object-cover object-top max-md:h-3/4 sm:object-right"
        />
      </picture>
      <div
        aria-hidden="true"
        className={`absolute inset-0 -z-10 bg-linear-to-t from-photo-ink from-25% via-photo-ink/70 via-50% to-transparent to-65% ${darken ? 'md:bg-linear-to-r' : 'md:hidden'}`}
      />
      <div className="page grid gap-4 pt-56 pb-6 md:pt-[calc(5vw-1.2rem)] xl:pt-8">
        <div className="grid gap-2 md:max-w-[min(29vw,30rem)]">
          <p
            className={`text-xs font-bold tracking-wide-caps text-photo-signal uppercase ${darken ? '' : 'md:text-photo-ink'}`}
          >
            {label}
          </p>
          <h1
            className={`font-wide text-hero font-extrabold tracking-display wrap-anywhere uppercase ${HEADINGS[headingSize(heading) ?? 'smallest']}`}
          >
            {heading}
          </h1>
          <p className="max-w-104 text-lg text-balance md:text-sm xl:max-w-[min(26vw,27rem)] xl:text-lg">{text}</p>
        </div>
        <div className="grid sm:justify-start">
          <LinkButton to={button.link} variant="primary" className="sm:min-w-48 xl:min-w-56">
            {button.text}
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

/** Loads the picture before the fonts: React preloads an `img`, but not the sources of a `picture`. */
function preloadPicture(picture: string, phonePicture: string): void {
  const options = { as: 'image', fetchPriority: 'high' } as const
  const phone = { imageSrcSet: pictureSrcSet(phonePicture), imageSizes: PHONE_SIZES, media: '(max-width: 480.98px)' }
  preload(pictureAt(phonePicture, 720), { ...options, ...phone })
  preload(pictureAt(picture, 1080), {
    ...options,
    imageSrcSet: wideSet(picture),
    imageSizes: WIDE_SIZES,
    media: '(min-width: 481px)',
  })
}

/** The wide picture has renditions up to 2160 px. */
function wideSet(picture: string): string {
  return ([720, 1080, 1440, 2160] as const).map((width) => `${pictureAt(picture, width)} ${width}w`).join(', ')
}
