import { ArrowLeft, ArrowRight, Camera, ImagePlus, Pencil } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/imports/staff-contract.ts'
import { Button, buttonClass, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, Select } from '#ui/field.tsx'
import { Notice, Tag } from '#ui/parts.tsx'
import { Picture } from '#ui/picture.tsx'
import { Section } from '../parts/record-page.tsx'
import { useCall } from '../parts/use-call.ts'
import { useUndo } from '../parts/use-undo.ts'
import { type ProductPicture, pictureSrc, picturesOf } from './fields.ts'
import { addUploads, dropUpload, onUploaded, readUploads, retryUpload, subscribeUploads } from './upload-queue.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** A product's pictures: those of each colour in their order; the first of all is its cover. */
export function Pictures({ product, mayChange }: { product: ProductRecord; mayChange: boolean }) {
  const { revalidate } = useRevalidator()
  const { send, pending, error } = useCall()
  const showDone = useUndo()
  const [open, setOpen] = useState<number | null>(null)
  const pictures = picturesOf(product)
  // Safe cast: `catalog export` writes colours so.
  const colors = (product.colors ?? []) as string[]
  useEffect(() => onUploaded(() => void revalidate()), [revalidate])

  async function save(next: readonly ProductPicture[], text: string): Promise<void> {
    const body = { pictures: next.map((one) => ({ ...one })) }
    const saved = await send('PATCH /products/{id}', { params: { id: product._id }, body }, product.version)
    if (saved !== null) showDone(text, saved.undo)
    void revalidate()
  }
  function move(at: number, by: -1 | 1): void {
    const next = [...pictures]
    const [one] = next.splice(at, 1)
    if (one) next.splice(at + by, 0, one)
    void save(next, t('Moved.'))
  }
  const shown = open === null ? undefined : pictures[open]
  return (
    <Section title={t('Pictures')}>
      <div className="grid gap-4">
        {error === null ? null : (
          <Notice tone="bad" live>
            {error}
          </Notice>
        )}
        {pictures.length === 0 ? (
          <p className="text-ink-2">{t('No pictures yet. The first one is the cover.')}</p>
        ) : null}
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-3 2xl:grid-cols-4">
          {pictures.map((one, at) => (
            <li key={pictureSrc(one)} className="grid min-w-0 content-start gap-1">
              <Picture
                src={pictureSrc(one)}
                alt={one.alt}
                sizes="(min-width: 1280px) 200px, 45vw"
                placeholderColor={one.tone}
                className="rounded-sm"
              />
              <span className="flex flex-wrap items-center gap-1 text-sm text-ink-2">
                {at === 0 ? <Tag tone="violet">{t('Cover')}</Tag> : null}
                {one.color}
                {one.alt === '' ? <Tag tone="warn">{t('No text')}</Tag> : null}
              </span>
              {mayChange ? (
                <span className="flex flex-wrap items-center">
                  <IconButton
                    label={t('Move picture {number} forward', { number: at + 1 })}
                    disabled={at === 0 || pending}
                    className="disabled:opacity-40"
                    onClick={() => move(at, -1)}
                  >
                    <ArrowLeft size={18} />
                  </IconButton>
                  <IconButton
                    label={t('Move picture {number} back', { number: at + 1 })}
                    disabled={at === pictures.length - 1 || pending}
                    className="disabled:opacity-40"
                    onClick={() => move(at, 1)}
                  >
                    <ArrowRight size={18} />
                  </IconButton>
                  <IconButton label={t('Edit picture {number}', { number: at + 1 })} onClick={() => setOpen(at)}>
                    <Pencil size={18} />
                  </IconButton>
                </span>
              ) : null}
            </li>
          ))}
        </ol>
        {mayChange ? <AddPictures productId={product._id} colors={colors} /> : null}
      </div>
      {shown === undefined || open === null ? null : (
        <PictureDialog
          picture={shown}
          colors={colors}
          onClose={() => setOpen(null)}
          onSave={(changed) => {
            setOpen(null)
            void save(pictures.with(open, changed), t('Saved.'))
          }}
          onRemove={() => {
            setOpen(null)
            void save(pictures.toSpliced(open, 1), t('Picture removed.'))
          }}
        />
      )}
    </Section>
  )
}

function AddPictures({ productId, colors }: { productId: string; colors: readonly string[] }) {
  const [color, setColor] = useState(colors[0] ?? '')
  const uploads = useSyncExternalStore(subscribeUploads, readUploads).filter((one) => one.productId === productId)
  const waiting = uploads.filter(({ state }) => state !== 'failed').length
  return (
    <div className="grid gap-3">
      {colors.length > 1 ? (
        <div className="max-w-80">
          <Select label={t('New pictures show')} value={color} onChange={(event) => setColor(event.target.value)}>
            {colors.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
            <option value="">{t('All colours')}</option>
          </Select>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <FileButton label={t('Add pictures')} onFiles={(files) => addUploads(productId, color, files)} multiple>
          <ImagePlus size={19} aria-hidden="true" />
        </FileButton>
        <FileButton
          label={t('Take a photo')}
          onFiles={(files) => addUploads(productId, color, files)}
          capture="environment"
          className="pointer-fine:hidden"
        >
          <Camera size={19} aria-hidden="true" />
        </FileButton>
      </div>
      <p className="text-xs text-ink-3">
        {t(
          'JPEG, PNG or WebP. Large photos are made smaller here, turned upright, and lose the place where they were taken.',
        )}
      </p>
      <ul aria-live="polite" className="grid gap-2">
        {waiting > 0 ? (
          <li className="text-ink-2">
            {t('{count, plural, one {# picture is} other {# pictures are}} on the way.', { count: waiting })}
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
                  {t('Leave it')}
                </Button>
              </span>
            </li>
          ) : null,
        )}
      </ul>
    </div>
  )
}

type FileButtonProps = {
  label: string
  onFiles: (files: File[]) => void
  multiple?: boolean
  capture?: 'environment'
  className?: string
  children: ReactNode
}

/** A native file field that looks like a button. */
function FileButton({ label, onFiles, className = '', children, ...input }: FileButtonProps) {
  const id = useId()
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    onFiles([...(event.target.files ?? [])])
    // The same file can be chosen again.
    event.target.value = ''
  }
  return (
    <span className={`relative ${className}`}>
      <input {...input} id={id} type="file" accept={ACCEPTED} onChange={choose} className="peer sr-only" />
      <label
        htmlFor={id}
        className={buttonClass({
          variant: 'outline',
          size: 'sm',
          className: 'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink',
        })}
      >
        {children}
        {label}
      </label>
    </span>
  )
}

const VIEWS = ['front', 'back', 'turned', 'detail', 'worn'] as const

function viewText(view: string): string {
  switch (view) {
    case 'front':
      return t('From the front')
    case 'back':
      return t('From behind')
    case 'turned':
      return t('Three-quarter view')
    case 'detail':
      return t('Close up')
    case 'worn':
      return t('Worn')
    default:
      return view
  }
}

type DialogProps = {
  picture: ProductPicture
  colors: readonly string[]
  onClose: () => void
  onSave: (picture: ProductPicture) => void
  onRemove: () => void
}

function PictureDialog({ picture, colors, onClose, onSave, onRemove }: DialogProps) {
  const [alt, setAlt] = useState(picture.alt)
  const [color, setColor] = useState(picture.color)
  const [view, setView] = useState(picture.view)
  const views = VIEWS.some((one) => one === picture.view) ? VIEWS : [...VIEWS, picture.view]
  return (
    <Dialog open onClose={onClose} title={t('Picture')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSave({ ...picture, alt: alt.trim(), color, view })
        }}
      >
        <Picture
          src={pictureSrc(picture)}
          alt=""
          sizes="240px"
          placeholderColor={picture.tone}
          className="w-40 rounded-sm"
        />
        <Field
          label={t('What it shows')}
          value={alt}
          maxLength={500}
          onChange={(event) => setAlt(event.target.value)}
          hint={t('For people who don’t see it, and for search engines.')}
        />
        <Select label={t('Colour')} value={color} onChange={(event) => setColor(event.target.value)}>
          {colors.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
          <option value="">{t('All colours')}</option>
        </Select>
        <Select label={t('View')} value={view} onChange={(event) => setView(event.target.value)}>
          {views.map((one) => (
            <option key={one} value={one}>
              {viewText(one)}
            </option>
          ))}
        </Select>
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" className="flex-1" onClick={onRemove}>
            {t('Remove')}
          </Button>
          <Button type="submit" className="flex-1">
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
