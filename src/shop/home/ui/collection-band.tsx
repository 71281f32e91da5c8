import { useId } from 'react'
import { LinkButton } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import type { SectionOf } from '../client.ts'

/** The collection highlight of the home page: one story, one link. As wide as the page's grid, or the screen if that's no wider. */
export function CollectionBand({ label, heading, text, picture, alt, button }: SectionOf<'collection'>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mx-auto my-4 max-w-(--page-width) min-[85rem]:px-10">
      <div className="inverse grid md:grid-cols-[1.1fr_1fr] md:items-stretch">
        <Picture
          src={picture}
          alt={alt}
          sizes="(min-width: 769px) 55vw, 100vw"
          width={1600}
          height={1200}
          className="aspect-4/3 md:min-h-96"
        />
        <div className="grid content-center gap-4 px-4 py-10 md:px-12">
          <p className="text-xs font-bold tracking-wide-caps text-signal uppercase">{label}</p>
          <h2 id={id} className="font-wide text-3xl font-extrabold tracking-display text-balance uppercase">
            {heading}
          </h2>
          <p className="max-w-112 text-lg opacity-85">{text}</p>
          <div className="pt-2">
            <LinkButton to={button.link} variant="primary">
              {button.text}
            </LinkButton>
          </div>
        </div>
      </div>
    </section>
  )
}
