import { useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { PhotoPicker } from '#ui/photo-picker.tsx'
import { Picture } from '#ui/picture.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { Review, ReviewPhoto } from '../contract.ts'
import { PHOTO_NOT_DELETED, PHOTO_NOT_SENT, PHOTOS_FULL } from '../messages.ts'
import { MAX_PHOTOS, PHOTO_TYPES } from '../rules.ts'
import { photoAlt } from './review-photos.tsx'

type Change = (photos: readonly ReviewPhoto[]) => readonly ReviewPhoto[]
type Props = { review: Review; productId: string; onChange: (change: Change) => void }

/**
 * The photos of the shopper's own review, including those waiting for approval, with buttons to add and remove some.
 */
export function OwnPhotos({ review, productId, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [pending, setPending] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const photos = review.photos ?? []
  const userId = review.userId._id

  /**
   * Shows the button `name` as pending until `work` returns null or an error message. `failed`: its code didn't load.
   */
  async function run(name: string, work: () => Promise<string | null>, failed: string): Promise<void> {
    setPending(name)
    setProblem(null)
    setProblem(await work().catch(() => failed))
    setPending((now) => (now === name ? null : now))
  }

  async function add(files: readonly File[]): Promise<string | null> {
    const { addReviewPhoto } = await import('../photos.ts')
    const free = MAX_PHOTOS - photos.length
    for (const file of files.slice(0, free)) {
      const added = await addReviewPhoto({ productId, userId }, file)
      if (!added.ok) return added.message
      onChange(() => added.photos)
      showToast(t('Thank you. We check each photo before we publish it.'), { tone: 'ok' })
    }
    return files.length > free ? PHOTOS_FULL : null
  }

  async function remove(id: string): Promise<string | null> {
    const { deleteReviewPhoto } = await import('../photos.ts')
    const problem = await deleteReviewPhoto(userId, id)
    if (problem === null) onChange((all) => all.filter(({ _id }) => _id !== id))
    // The button with the focus may be gone.
    box.current?.focus()
    return problem
  }

  return (
    <div ref={box} tabIndex={-1} className="grid gap-3 outline-none">
      {photos.length === 0 ? null : (
        <ul className="grid max-w-96 grid-cols-3 gap-3 pt-1">
          {photos.map((photo, index) => (
            <li key={photo._id} className="grid content-start gap-1">
              <Picture
                src={photo.src}
                alt={photoAlt(review)}
                sizes="112px"
                width={photo.width}
                height={photo.height}
                className="rounded-sm"
              />
              <p className="min-h-8 text-xs text-ink-2">{visibilityOf(photo)}</p>
              <Button
                variant="text"
                size="sm"
                className="-ml-4 justify-self-start"
                aria-label={t('Remove photo {place}', { place: index + 1 })}
                pending={pending === photo._id}
                onClick={() => void run(photo._id, () => remove(photo._id), PHOTO_NOT_DELETED)}
              >
                {t('Remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {photos.length >= MAX_PHOTOS ? null : (
        <PhotoPicker
          label={photos.length === 0 ? t('Add photos') : t('Add another photo')}
          hint={t('Up to {max}, JPEG, PNG or WebP. We remove location data and check photos before we publish them.', {
            max: MAX_PHOTOS,
          })}
          accept={PHOTO_TYPES}
          pending={pending === 'add'}
          onChoose={(files) => void run('add', () => add(files), PHOTO_NOT_SENT)}
        />
      )}
      <p role="alert" className="text-sm font-bold text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}

/** Who sees a photo. That of a hidden review comes as the picture itself, because it has no public URL. */
function visibilityOf({ waiting, src }: ReviewPhoto): string {
  if (waiting) return t('Waiting for approval')
  return src.startsWith('data:') ? t('Visible only to you') : t('Visible to everyone')
}
