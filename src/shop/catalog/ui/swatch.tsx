import { swatchColor } from '../swatches.ts'

/** `swatch`: #rrggbb, instead of the one that the name has. */
type Props = { color: string; swatch?: string | undefined; className?: string }

/** A colour sample, with a ring that keeps white and black visible on any background. Decorative. */
export function Swatch({ color, swatch, className = 'size-4' }: Props) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <circle
        cx="10"
        cy="10"
        r="9.5"
        fill={swatch ?? swatchColor(color)}
        className="stroke-line-strong"
        strokeWidth="1"
      />
    </svg>
  )
}
