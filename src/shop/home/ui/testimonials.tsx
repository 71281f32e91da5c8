import { useEffect, useId, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '#ui/icons.tsx'
import { useMedia } from '#ui/use-media.ts'
import type { SectionOf } from '../client.ts'

/** How long each is shown (SPEC section 9). */
const ROTATE_MS = 5000

/** Testimonials, a new one every 5 seconds; paused by hover, focus, the button and reduced motion (WCAG 2.2.2). */
export function Testimonials({ heading, voices: testimonials }: SectionOf<'testimonials'>) {
  const { length } = testimonials
  const id = useId()
  const [index, setIndex] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const rotates = !stopped && !hovered && !focused && !reducedMotion
  const go = (step: number) => setIndex((now) => (now + step + length) % length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the index restarts the five seconds.
  useEffect(() => {
    if (!rotates) return
    const timer = setTimeout(() => setIndex((now) => (now + 1) % length), ROTATE_MS)
    return () => clearTimeout(timer)
  }, [rotates, index])
  return (
    <section aria-labelledby={id} className="page py-6 md:py-8">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only stop the clock. */}
      <div
        className="grid gap-5 rounded-md bg-sunk px-4 py-6 md:px-12 md:py-8"
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        <h2 id={id} className="text-xs font-bold tracking-wide-caps text-ink-2 uppercase">
          {heading}
        </h2>
        <Quotes testimonials={testimonials} index={index} live={!rotates} />
        <div className="flex items-center gap-2">
          <IconButton label={t('Previous')} className="border border-line-strong" onClick={() => go(-1)}>
            <ChevronLeftIcon size={20} />
          </IconButton>
          <IconButton label={t('Next')} className="border border-line-strong" onClick={() => go(1)}>
            <ChevronRightIcon size={20} />
          </IconButton>
          {reducedMotion ? null : (
            <IconButton label={stopped ? t('Play') : t('Pause')} onClick={() => setStopped(!stopped)}>
              {stopped ? <PlayIcon size={18} /> : <PauseIcon size={18} />}
            </IconButton>
          )}
          <Seats place={index} count={length} />
        </div>
      </div>
    </section>
  )
}

/** Which of them is shown: a seat for each, and in words. */
function Seats({ place, count }: { place: number; count: number }) {
  return (
    <div className="ml-auto flex items-end gap-1.5">
      <p className="sr-only">{t('{place} of {count}', { place: place + 1, count })}</p>
      {Array.from({ length: count }, (_, seat) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: seats have no identity but their place.
          key={seat}
          aria-hidden="true"
          className={`keep-colors w-1.5 rounded-xs ${seat === place ? 'h-4 bg-signal' : 'h-6 bg-ink'}`}
        />
      ))}
    </div>
  )
}

type QuotesProps = { testimonials: SectionOf<'testimonials'>['voices']; index: number; live: boolean }

/** All quotes share one grid cell, so the box is as high as the longest and nothing shifts. */
function Quotes({ testimonials, index, live }: QuotesProps) {
  return (
    <div aria-live={live ? 'polite' : 'off'} className="grid">
      {testimonials.map(({ text, author }, at) => (
        <figure
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and none moves.
          key={at}
          className={`col-start-1 row-start-1 grid content-start gap-3 transition-opacity duration-300 ${at === index ? '' : 'invisible opacity-0'}`}
        >
          <blockquote className="max-w-220 font-wide text-xl font-extrabold tracking-display text-balance md:text-2xl">
            {text}
          </blockquote>
          <figcaption className="text-sm text-ink-2">{author}</figcaption>
        </figure>
      ))}
    </div>
  )
}
