import { swatchColor } from '../swatches.ts'

/** A colour sample, with a ring that keeps white and black visible on any background. Decorative. */
export function Swatch({ color, className = 'size-4' }: { color: string; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <circle cx="10" cy="10" r="9.5" fill={swatchColor(color)} className="stroke-line-strong" strokeWidth="1" />
    </svg>
  )
}
