import { PictureOrBlank } from '#ui/picture-or-blank.tsx'

const WIDTHS = { 32: 'w-8', 40: 'w-10', 48: 'w-12', 56: 'w-14', 64: 'w-16', 72: 'w-18', 80: 'w-20' } as const

type Props = {
  /** Or its address alone. */
  picture: { src: string; tone?: string | null | undefined } | string | null
  /** Pixels; the height is five fourths of it. */
  width: keyof typeof WIDTHS
  className?: string
}

/** A product's picture beside its name. */
export function Thumb({ picture, width, className = '' }: Props) {
  const { src, tone } =
    typeof picture === 'string' ? { src: picture, tone: null } : (picture ?? { src: '', tone: null })
  return (
    <PictureOrBlank
      src={src}
      placeholderColor={tone}
      sizes={`${width}px`}
      className={`aspect-4/5 ${WIDTHS[width]} shrink-0 self-start rounded-xs object-cover ${className}`}
    />
  )
}
