import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Picture } from '#ui/picture.tsx'
import type { ExchangePhoto } from '../contract.ts'

type Props = {
  photos: readonly ExchangePhoto[]
  /** Below a photo; `place` counts from 1. */
  renderAction?: (photo: ExchangePhoto, place: number) => ReactNode
}

/** Photos of what is exchanged, in a row. */
export function PhotoList({ photos, renderAction }: Props) {
  if (photos.length === 0) return null
  return (
    <ul className="grid max-w-96 grid-cols-3 gap-3 pt-1">
      {photos.map((photo, index) => (
        <li key={photo._id} className="grid content-start gap-1">
          <Picture
            src={photo.src}
            alt={t('Your photo {place}', { place: index + 1 })}
            sizes="112px"
            width={photo.width}
            height={photo.height}
            className="rounded-sm"
          />
          {renderAction?.(photo, index + 1)}
        </li>
      ))}
    </ul>
  )
}

/** The photos that were sent with an exchange, loaded with the customer's login. */
export function SentPhotos({ exchangeId, count }: { exchangeId: string; count: number }) {
  const [photos, setPhotos] = useState<readonly ExchangePhoto[]>([])
  useEffect(() => {
    if (count === 0) return
    let isShown = true
    void import('../photos.ts')
      .then(({ loadExchangePhotos }) => loadExchangePhotos(exchangeId))
      // Its code didn't load: the exchange goes without.
      .catch(() => [])
      .then((found) => {
        if (isShown) setPhotos(found)
      })
    return () => {
      isShown = false
    }
  }, [exchangeId, count])
  return <PhotoList photos={photos} />
}
