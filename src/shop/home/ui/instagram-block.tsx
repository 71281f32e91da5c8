import { useId } from 'react'
import { t } from '#platform/text/t.ts'
import { InstagramIcon } from '#ui/brand.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { useSettings } from '../../settings/client.ts'
import type { SectionOf } from '../client.ts'

/** The Instagram follow block: a link, and nothing loaded from Instagram (CONTRACT, Pages). */
export function InstagramBlock({ heading, pictures }: SectionOf<'instagram'>) {
  const id = useId()
  const settings = useSettings()
  return (
    <section aria-labelledby={id} className="page grid gap-5 py-6 md:py-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h2 id={id} className="font-wide text-xl font-extrabold tracking-display md:text-2xl">
            {heading}
          </h2>
          <p className="break-all text-ink-2">{settings['instagram.handle']}</p>
        </div>
        <a
          href={settings['instagram.url']}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('Follow on Instagram, opens in a new tab')}
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <InstagramIcon /> {t('Follow')}
        </a>
      </div>
      <div className="grid grid-cols-2 gap-2.5 md:grid-cols-4 md:gap-4.5">
        {pictures.map((picture, at) => (
          <Picture
            // biome-ignore lint/suspicious/noArrayIndexKey: two pictures may be equal, and none moves.
            key={at}
            src={picture}
            alt=""
            sizes="(min-width: 1360px) 320px, (min-width: 769px) 25vw, 50vw"
            className="aspect-square rounded-sm"
          />
        ))}
      </div>
    </section>
  )
}
