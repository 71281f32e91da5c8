import { Camera, ImagePlus } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { FileButton } from '../parts/file-button.tsx'
import { ColourSelect } from './colour-select.tsx'
import {
  addUploads,
  dropUpload,
  readUploads,
  resumeUploads,
  retryUpload,
  subscribeUploads,
  type Upload,
} from './upload-queue.ts'

/** The files that the shop takes as pictures. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp'

type ChooseProps = { colors: readonly string[]; onChoose: (color: string, files: readonly File[]) => void }

/** Chooses or takes pictures of a colour. */
export function ChoosePictures({ colors, onChoose }: ChooseProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const color = chosen !== null && (chosen === '' || colors.includes(chosen)) ? chosen : (colors[0] ?? '')
  const add = (files: File[]) => onChoose(color, files)
  return (
    <>
      {colors.length > 1 ? (
        <div className="max-w-80">
          <ColourSelect label={t('Colour shown')} colors={colors} value={color} onChange={setChosen} />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <FileButton label={t('Add pictures')} accept={ACCEPTED} onFiles={add} multiple>
          <ImagePlus size={19} aria-hidden="true" />
        </FileButton>
        <FileButton
          label={t('Take a photo')}
          accept={ACCEPTED}
          onFiles={add}
          capture="environment"
          className="pointer-fine:hidden"
        >
          <Camera size={19} aria-hidden="true" />
        </FileButton>
      </div>
      <p className="text-xs text-ink-3">
        {t('JPEG, PNG or WebP. Large photos are resized and turned upright, and their location is removed.')}
      </p>
    </>
  )
}

/** Pictures on their way: how many, and those that failed, each with its sentence. `note`: what stands before them. */
export function UploadList({ uploads, note }: { uploads: readonly Upload[]; note?: string | undefined }) {
  const waiting = uploads.filter(({ state }) => state !== 'failed').length
  return (
    <ul aria-live="polite" className="grid gap-2">
      {note === undefined || uploads.length === 0 ? null : <li className="text-ink-2">{note}</li>}
      {waiting > 0 ? (
        <li className="text-ink-2">
          {t('{count, plural, one {# picture is} other {# pictures are}} being uploaded.', { count: waiting })}
        </li>
      ) : null}
      {uploads.map(({ id, name, state, error }) =>
        state === 'failed' ? (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-2 rounded-sm bg-bad-soft px-3 py-1 text-bad"
          >
            <span className="min-w-0 wrap-anywhere">
              <b>{name}</b>: {error}
            </span>
            <span className="flex">
              <Button variant="text" size="sm" className="text-bad" onClick={() => retryUpload(id)}>
                {t('Try again')}
              </Button>
              <Button variant="text" size="sm" className="text-bad" onClick={() => dropUpload(id)}>
                {t('Discard')}
              </Button>
            </span>
          </li>
        ) : null,
      )}
    </ul>
  )
}

/** Adds pictures to a product, and says what is on its way and what failed. */
export function AddPictures({ productId, colors }: { productId: string; colors: readonly string[] }) {
  const uploads = useSyncExternalStore(subscribeUploads, readUploads).filter((one) => one.productId === productId)
  const [left, setLeft] = useState(0)
  useEffect(() => void resumeUploads(productId).then(setLeft), [productId])
  return (
    <div className="grid gap-3">
      <ChoosePictures colors={colors} onChoose={(color, files) => addUploads(productId, color, files)} />
      <UploadList
        uploads={uploads}
        note={
          left === 0
            ? undefined
            : t(
                '{count, plural, one {# upload from your last visit continues.} other {# uploads from your last visit continue.}}',
                { count: left },
              )
        }
      />
    </div>
  )
}
