import { swatchColor } from '../swatches.ts'

/** A round sample of a colour with the ring that keeps white and black visible on any ground. Decoration. */
export function Swatch({ color, className = 'size-4' }: { color: string; className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <circle cx="10" cy="10" r="9.5" fill={swatchColor(color)} className="stroke-line-strong" strokeWidth="1" />
    </svg>
  )
}
