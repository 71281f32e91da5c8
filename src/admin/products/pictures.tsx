import { ArrowLeft, ArrowRight, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { IconButton } from '#ui/button.tsx'
import { Tag } from '#ui/parts.tsx'
import { Picture } from '#ui/picture.tsx'
import { FailureNotice } from '../parts/failure-notice.tsx'
import { DRAG_ITEM, DRAG_LIST, focusMoved, Grip, moveItem, useDragOrder } from '../parts/order.tsx'
import { Section } from '../parts/record-page.tsx'
import { AddPictures } from './add-pictures.tsx'
import { pictureSrc } from './fields.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { onUploaded } from './upload-queue.ts'
import { usePictures } from './use-pictures.ts'

/** A product's pictures: those of each colour in their order; the first of all is its cover. */
export function Pictures({ product, mayChange }: { product: ProductRecord; mayChange: boolean }) {
  const { pictures, error, save } = usePictures(product)
  const { revalidate } = useRevalidator()
  const [open, setOpen] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  // Safe cast: `catalog export` writes colours so.
  const colors = (product.colors ?? []) as string[]
  useEffect(() => onUploaded(() => void revalidate()), [revalidate])

  function move(from: number, to: number): void {
    void save(moveItem(pictures, from, to), t('Picture moved.'))
  }
  function moveBy(at: number, by: -1 | 1): void {
    move(at, at + by)
    focusMoved(list.current, at + by, by)
  }
  const hold = useDragOrder(list, move)
  const shown = open === null ? undefined : pictures[open]
  return (
    <Section title={t('Pictures')}>
      <div className="grid gap-4">
        <FailureNotice text={error} />
        {pictures.length === 0 ? (
          <p className="text-ink-2">{t('No pictures yet. The first one is the cover.')}</p>
        ) : null}
        <ol ref={list} className={`${DRAG_LIST} tiles`}>
          {pictures.map((one, at) => (
            <li key={pictureSrc(one)} className={`${DRAG_ITEM} tile grid min-w-0 content-start gap-1`}>
              <div
                className="relative"
                onPointerDown={mayChange ? (event) => event.pointerType === 'mouse' && hold(at)(event) : undefined}
              >
                <Picture
                  src={pictureSrc(one)}
                  alt={one.alt}
                  sizes={`(min-width: 768px) ${at === 0 ? 330 : 160}px, 45vw`}
                  placeholderColor={one.tone}
                  className="rounded-sm"
                />
                {mayChange && pictures.length > 1 ? (
                  <Grip
                    onPointerDown={hold(at)}
                    className="absolute top-1 right-1 rounded-pill bg-photo-paper/80 text-photo-ink"
                  />
                ) : null}
              </div>
              <span className="flex flex-wrap items-center gap-1 text-sm text-ink-2">
                {at === 0 ? <Tag tone="violet">{t('Cover')}</Tag> : null}
                {one.color}
                {one.alt === '' ? <Tag tone="warn">{t('No text')}</Tag> : null}
              </span>
              {mayChange ? (
                <span className="tile-tools flex items-center">
                  <IconButton
                    label={t('Move picture {number} forward', { number: at + 1 })}
                    data-move
                    disabled={at === 0}
                    className="disabled:opacity-40"
                    onClick={() => moveBy(at, -1)}
                  >
                    <ArrowLeft size={18} />
                  </IconButton>
                  <IconButton
                    label={t('Move picture {number} back', { number: at + 1 })}
                    data-move
                    disabled={at === pictures.length - 1}
                    className="disabled:opacity-40"
                    onClick={() => moveBy(at, 1)}
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
            void save(pictures.with(open, changed), t('Picture saved.'))
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
