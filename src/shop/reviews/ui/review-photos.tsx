import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { Picture, pictureAt } from '#ui/picture.tsx'
import { valueName } from '../../catalog/value-names.ts'
import type { Review, ReviewPhoto } from '../contract.ts'

type Props = { review: Review; photos: readonly ReviewPhoto[] }

/** The photos below a review, small; a press shows one large. */
export function ReviewPhotos({ review, photos }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  if (photos.length === 0) return null
  const alt = photoAlt(review)
  return (
    <>
      <ul className="flex flex-wrap gap-2 pt-1">
        {photos.map((photo, index) => (
          <li key={photo._id}>
            <button
              type="button"
              aria-label={t('{alt}, {place} of {count}: show it large', {
                alt,
                place: index + 1,
                count: photos.length,
              })}
              className="block w-24 cursor-pointer overflow-hidden rounded-sm"
              onClick={() => setOpen(index)}
            >
              <Picture src={photo.src} alt={alt} sizes="96px" width={photo.width} height={photo.height} />
            </button>
          </li>
        ))}
      </ul>
      {open === null ? null : <PhotoViewer {...{ review, photos, open, setOpen }} />}
    </>
  )
}

type ViewerProps = Props & { open: number; setOpen: (index: number | null) => void }

function PhotoViewer({ review, photos, open, setOpen }: ViewerProps) {
  const photo = photos[open]
  if (photo === undefined) return null
  const name = review.userId?.name
  const turn = (by: number) => setOpen((open + by + photos.length) % photos.length)
  return (
    <Dialog open onClose={() => setOpen(null)} title={name ? t('Photo by {name}', { name }) : t('Photo by a shopper')}>
      <div className="grid gap-3">
        <img
          src={photo.src.startsWith('/') ? pictureAt(photo.src, 1080) : photo.src}
          alt={photoAlt(review)}
          width={photo.width}
          height={photo.height}
          className="mx-auto max-h-[70dvh] w-auto max-w-full rounded-sm bg-sunk object-contain"
        />
        {photos.length === 1 ? null : (
          <div className="flex items-center justify-center gap-3">
            <IconButton label={t('Previous photo')} onClick={() => turn(-1)}>
              <ChevronLeftIcon />
            </IconButton>
            <p aria-live="polite" className="text-sm tabular-nums">
              {t('{place} of {count}', { place: open + 1, count: photos.length })}
            </p>
            <IconButton label={t('Next photo')} onClick={() => turn(1)}>
              <ChevronRightIcon />
            </IconButton>
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** The alternative text: what is known of a photo without looking at it. */
export function photoAlt({ size }: Review): string {
  return size ? t('Photo by a buyer, size {size}', { size: valueName(size) }) : t('Photo by a buyer')
}
