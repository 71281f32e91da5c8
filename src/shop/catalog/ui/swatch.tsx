import { swatchColor } from '../swatches.ts'

/** `swatch`: #rrggbb, instead of the one that the name has. */
type Props = { color: string; swatch?: string | undefined; className?: string }

/** A colour sample. Its ring keeps white visible on light backgrounds and, thicker, black on dark ones. Decorative. */
export function Swatch({ color, swatch, className = 'size-4' }: Props) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <circle
        cx="10"
        cy="10"
        r="8.75"
        fill={swatch ?? swatchColor(color)}
        className="stroke-line-strong stroke-1 dark:stroke-ink-2 dark:stroke-[2.5]"
      />
    </svg>
  )
}
