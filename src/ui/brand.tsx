/** The logo: four bars, the fourth short and yellow. Hidden from screen readers. */
export function BrandMark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 36 29" aria-hidden="true" className={`w-auto shrink-0 ${className}`}>
      <path
        d="M0 2q0-2 2-2h3q2 0 2 2v25q0 2-2 2H2q-2 0-2-2zM9.5 2q0-2 2-2h3q2 0 2 2v25q0 2-2 2h-3q-2 0-2-2zM19 2q0-2 2-2h3q2 0 2 2v25q0 2-2 2h-3q-2 0-2-2z"
        className="fill-current"
      />
      <path d="M28.5 13q0-2 2-2h3q2 0 2 2v14q0 2-2 2h-3q-2 0-2-2z" className="fill-signal" />
    </svg>
  )
}

/**
 * The mark of the shop: its own picture, the logo for `bars`, or nothing. A picture may only suit light surfaces, so on
 * dark ones it gets a light background.
 */
export function ShopMark({ mark, className = 'h-5' }: { mark: string; className?: string }) {
  if (mark === 'bars') return <BrandMark className={className} />
  if (mark === '') return null
  return <img src={mark} alt="" className={`mark w-auto shrink-0 rounded-sm ${className}`} />
}

/**
 * The mark with the shop's name, for header and footer. `folds`: on narrow screens the mark stands alone in a container
 * that is too narrow for a name in letters of this size.
 */
export function BrandWord({ name, mark, folds = false }: { name: string; mark: string; folds?: boolean }) {
  const word = folds && mark !== '' ? 'max-md:hidden max-md:@min-[8rem]:block' : ''
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5 max-[359px]:gap-1.5">
      <ShopMark mark={mark} />
      <span className={word}>
        <span className="line-clamp-2 font-wide text-sm leading-tight font-extrabold tracking-wide uppercase max-[359px]:text-[.625rem] max-[359px]:tracking-normal">
          {name}
        </span>
      </span>
    </span>
  )
}

/** Drawn here, because Lucide has no brand icons. */
export function InstagramIcon({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`fill-none stroke-current stroke-2 ${className}`}>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="17.2" cy="6.8" r=".6" className="fill-current" />
    </svg>
  )
}
