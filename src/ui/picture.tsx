import { PICTURE_WIDTHS, type PictureWidth } from '#platform/pictures/widths.ts'

/** Every width except those of the hero. */
const SRCSET_WIDTHS = PICTURE_WIDTHS.filter((width) => width <= 1080)

type Props = {
  /** `/media/x/y.webp?v=hash` gets all widths. Any other URL is used unchanged. */
  src: string
  /** Empty if the text beside it has the same content. */
  alt: string
  /** How wide the picture is shown, as in `<img sizes>`: "(min-width: 769px) 25vw, 50vw". */
  sizes: string
  width?: number
  height?: number
  /** For the one picture of a page that is in view first. It's loaded before the fonts and all other pictures. */
  priority?: boolean
  /** The picture's edge colour as #rrggbb, shown until it is loaded. */
  placeholderColor?: string | null | undefined
  /** Classes of the frame, which is 4:5 unless they name another aspect. */
  className?: string
}

/** A picture in a frame with a fixed aspect ratio, so nothing shifts. The browser loads the smallest sharp width. */
export function Picture(props: Props) {
  const { src, alt, sizes, width = 1080, height = 1350, priority = false, placeholderColor, className = '' } = props
  const srcSet = pictureSrcSet(src)
  return (
    <span
      className={`relative block overflow-hidden bg-sunk ${/\baspect-/.test(className) ? '' : 'aspect-4/5'} ${className}`}
    >
      {placeholderColor ? (
        <svg aria-hidden="true" className="absolute inset-0 size-full">
          <rect width="100%" height="100%" fill={placeholderColor} />
        </svg>
      ) : null}
      <img
        src={srcSet === undefined ? src : pictureAt(src, 540)}
        srcSet={srcSet}
        sizes={srcSet === undefined ? undefined : sizes}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
        decoding={priority ? undefined : 'async'}
        className="relative size-full object-cover"
      />
    </span>
  )
}

/** The URL of a picture at one of the widths: `/media/a.webp?v=1` at 360 is `/media/a.webp?v=1&w=360`. */
export function pictureAt(src: string, width: PictureWidth): string {
  return `${src}${src.includes('?') ? '&' : '?'}w=${width}`
}

/** All widths for `srcset`, or undefined for a picture on another host. */
export function pictureSrcSet(src: string): string | undefined {
  if (!src.startsWith('/media/')) return undefined
  return SRCSET_WIDTHS.map((width) => `${pictureAt(src, width)} ${width}w`).join(', ')
}
