import { useEffect, useState } from 'react'
import { IconButton } from '#ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '#ui/icons.tsx'
import { useMedia } from '#ui/use-media.ts'

/** SPEC section 9. */
const ROTATE_MS = 5000

/** Invented, like the whole demonstration catalogue. */
const VOICES = [
  {
    text: 'I bought one boxy tee. My brother took it. I bought another. My mother took that one.',
    author: 'Sneha P., Dombivli',
  },
  { text: 'First cargos that survived the 8:42 fast from Virar, both knees and my phone.', author: 'Imran S., Vasai' },
  { text: 'XXXL that was cut for an XXXL. I did not know clothes could do that.', author: 'Kavita R., Thane' },
  { text: 'Swapped a size on day five. They came home for it. I did not even get up.', author: 'Arnav D., Powai' },
]

/** Testimonials, a new one every 5 seconds; paused by hover, focus, the button and reduced motion (WCAG 2.2.2). */
export function Testimonials() {
  const [index, setIndex] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [hovered, setHovered] = useState(false)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const rotates = !stopped && !hovered && !still
  const go = (step: number) => setIndex((now) => (now + step + VOICES.length) % VOICES.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the index starts the five seconds again.
  useEffect(() => {
    if (!rotates) return
    const timer = setTimeout(() => setIndex((now) => (now + 1) % VOICES.length), ROTATE_MS)
    return () => clearTimeout(timer)
  }, [rotates, index])
  return (
    <section aria-labelledby="home-voices" className="page py-8 md:py-12">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only stop the clock. */}
      <div
        className="grid gap-5 rounded-md bg-sunk px-4 py-8 md:px-12 md:py-14"
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
        onFocus={() => setHovered(true)}
        onBlur={() => setHovered(false)}
      >
        <h2 id="home-voices" className="text-xs font-bold tracking-wide-caps text-ink-2 uppercase">
          Heard on the bench
        </h2>
        <Voices index={index} live={!rotates} />
        <div className="flex items-center gap-2">
          <IconButton label="Previous" className="border border-line-strong" onClick={() => go(-1)}>
            <ChevronLeftIcon size={20} />
          </IconButton>
          <IconButton label="Next" className="border border-line-strong" onClick={() => go(1)}>
            <ChevronRightIcon size={20} />
          </IconButton>
          <IconButton label={stopped ? 'Play' : 'Pause'} onClick={() => setStopped(!stopped)}>
            {stopped ? <PlayIcon size={18} /> : <PauseIcon size={18} />}
          </IconButton>
          <p className="ml-auto text-sm text-ink-2 tabular-nums">
            {index + 1} of {VOICES.length}
          </p>
        </div>
      </div>
    </section>
  )
}

/** All share one grid cell, so the box is as high as the longest and nothing shifts. */
function Voices({ index, live }: { index: number; live: boolean }) {
  return (
    <div aria-live={live ? 'polite' : 'off'} className="grid">
      {VOICES.map(({ text, author }, at) => (
        <figure
          key={author}
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
