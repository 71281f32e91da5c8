import { pictureAt, pictureSrcSet } from '#ui/picture.tsx'

/** A small picture of a piece; its name is beside it. */
export function Thumb({ src, isLarge = false }: { src: string | null; isLarge?: boolean }) {
  const size = isLarge ? 'h-22 w-18' : 'h-16 w-13'
  if (src === null) return <span aria-hidden="true" className={`shrink-0 rounded-xs bg-sunk ${size}`} />
  return (
    <img
      src={pictureSrcSet(src) === undefined ? src : pictureAt(src, 180)}
      alt=""
      width={180}
      height={225}
      loading="lazy"
      className={`shrink-0 rounded-xs bg-sunk object-cover ${size}`}
    />
  )
}

/** What a piece is: its name, then what tells it from others. */
export function PieceText({ piece }: { piece: { name: string; color: string; size: string; sku: string } }) {
  const { name, color, size, sku } = piece
  return (
    <>
      <span className="text-sm">{name}</span>
      <span className="text-sm font-bold">
        {color}, {size}
      </span>
      <span className="text-xs text-ink-3">{sku}</span>
    </>
  )
}
