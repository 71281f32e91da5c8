import { useEffect, useRef } from 'react'

/** The widths the shop's picture address can give. */
export const PICTURE_WIDTHS = [180, 360, 540, 720, 1080] as const

type Props = {
  /** `/media/x/y.webp?v=hash` gets all widths; any other address is used as it is. */
  src: string
  /** Empty for decoration beside text that says the same. */
  alt: string
  /** How wide it is shown, as in `<img sizes>`: "(min-width: 769px) 25vw, 50vw". */
  sizes: string
  width?: number
  height?: number
  /** The first picture a visitor sees: loaded at once; all others make way for it and for the fonts. One a page. */
  priority?: boolean
  /** The picture's own ground as #rrggbb, shown until it has come. */
  tone?: string
  /** Goes to the frame, which keeps 4:5 and the ground colour until the picture is there. */
  className?: string
  onError?: () => void
}

/** A picture in a frame of fixed proportions: no shift, no distortion, the smallest file that is sharp. */
export function Picture(props: Props) {
  const { src, alt, sizes, width = 1080, height = 1350, priority = false, tone, className = '', onError } = props
  const srcSet = pictureSrcSet(src)
  const image = useRef<HTMLImageElement>(null)
  const fail = useRef(onError)
  useEffect(() => {
    fail.current = onError
  }, [onError])
  // A picture can fail before the page is hydrated, when nobody listens yet.
  useEffect(() => {
    const { current } = image
    if (src !== '' && current?.complete && current.naturalWidth === 0) fail.current?.()
  }, [src])
  return (
    <span
      className={`relative block overflow-hidden bg-sunk ${/\baspect-/.test(className) ? '' : 'aspect-4/5'} ${className}`}
    >
      {tone === undefined ? null : (
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <rect width="100%" height="100%" fill={tone} />
        </svg>
      )}
      <img
        ref={image}
        src={srcSet === undefined ? src : pictureAt(src, 540)}
        srcSet={srcSet}
        sizes={srcSet === undefined ? undefined : sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
        decoding={priority ? undefined : 'async'}
        onError={onError}
        className="relative size-full object-cover"
      />
    </span>
  )
}

/** The address of a picture at one of the widths: `/media/a.webp?v=1` at 360 is `/media/a.webp?v=1&w=360`. */
export function pictureAt(src: string, width: (typeof PICTURE_WIDTHS)[number]): string {
  return `${src}${src.includes('?') ? '&' : '?'}w=${width}`
}

/** All widths for `srcset`, or `undefined` where the address is not one of ours. */
export function pictureSrcSet(src: string): string | undefined {
  if (!src.startsWith('/media/')) return undefined
  return PICTURE_WIDTHS.map((width) => `${pictureAt(src, width)} ${width}w`).join(', ')
}
