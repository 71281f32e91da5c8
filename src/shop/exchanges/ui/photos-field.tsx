import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { PhotoPicker } from '#ui/photo-picker.tsx'
import { PHOTO_NOT_SENT } from '../../reviews/messages.ts'
import { MAX_PHOTOS, PHOTO_TYPES } from '../../reviews/rules.ts'
import type { ExchangePhoto } from '../contract.ts'
import { PHOTOS_FULL } from '../messages.ts'
import { PhotoList } from './photo-list.tsx'

type Props = {
  photos: readonly ExchangePhoto[]
  isNeeded: boolean
  /** Set if a photo is missing. */
  error: string | null
  onChange: (change: (before: readonly ExchangePhoto[]) => readonly ExchangePhoto[]) => void
}

/** The photos of an exchange request, uploaded as they're chosen. */
export function PhotosField({ photos, isNeeded, error, onChange }: Props) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function add(files: readonly File[]): Promise<string | null> {
    const { addExchangePhoto } = await import('../photos.ts')
    const free = MAX_PHOTOS - photos.length
    for (const file of files.slice(0, free)) {
      const added = await addExchangePhoto(file)
      if (!added.ok) return added.message
      onChange((before) => [...before, added.photo])
    }
    return files.length > free ? PHOTOS_FULL : null
  }

  async function choose(files: readonly File[]): Promise<void> {
    setPending(true)
    setProblem(null)
    // A failure: its code didn't load.
    setProblem(await add(files).catch(() => PHOTO_NOT_SENT))
    setPending(false)
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-bold">{isNeeded ? t('Photos') : t('Photos (optional)')}</legend>
      <PhotoList
        photos={photos}
        renderAction={({ _id }, place) => (
          <Button
            variant="text"
            size="sm"
            className="-ml-4 justify-self-start"
            aria-label={t('Remove photo {place}', { place })}
            onClick={() => onChange((before) => before.filter((one) => one._id !== _id))}
          >
            {t('Remove')}
          </Button>
        )}
      />
      {photos.length >= MAX_PHOTOS ? null : (
        <PhotoPicker
          label={photos.length === 0 ? t('Add photos') : t('Add another photo')}
          hint={t('Up to {max}, JPEG, PNG or WebP. Only you and the shop see them.', { max: MAX_PHOTOS })}
          accept={PHOTO_TYPES}
          pending={pending}
          error={error}
          onChoose={(files) => void choose(files)}
        />
      )}
      <p role="alert" className="text-sm font-bold text-bad empty:hidden">
        {problem}
      </p>
    </fieldset>
  )
}
