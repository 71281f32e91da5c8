import { useState } from 'react'
import { useResolved } from '#platform/browser/use-resolved.ts'
import { t } from '#platform/text/t.ts'
import { Dialog } from '#ui/dialog.tsx'
import { cutOf, readSizeRun } from '../rules.ts'
import { forgetBody, readBody, type StoredBody, storeBody } from '../stored-body.ts'
import { SizeAdvice } from './size-advice.tsx'
import { SizeForm } from './size-form.tsx'
import type { SizeHelpProps } from './size-help.tsx'

/** Asks for height and weight or a piece that fits, and names a size and why. All of it stays on the device. */
export function SizeDialog({ product, reviews, choice, onClose }: SizeHelpProps & { onClose: () => void }) {
  const fitBySize = useResolved(reviews)?.overallReview.fitBySize ?? []
  const run = readSizeRun(product.measurements ?? null)
  const cut = cutOf(product)
  const girth = run?.girths.chest ? 'chest' : 'waist'
  const [body, setBody] = useState(readBody)
  const [isEditing, setEditing] = useState(body === null || !isEnough(body, girth))
  if (run === null) return null
  function save(next: StoredBody): void {
    storeBody(next)
    setBody(next)
    setEditing(false)
  }
  function forget(): void {
    forgetBody()
    setBody(null)
    setEditing(true)
  }
  return (
    <Dialog open onClose={onClose} title={t('Find my size')}>
      {isEditing || body === null ? (
        <SizeForm
          key={body === null ? 'new' : 'stored'}
          body={body}
          gender={cut.gender}
          girth={girth}
          onSave={save}
          onForget={body === null ? null : forget}
        />
      ) : (
        <SizeAdvice
          {...{ run, cut, body, fitBySize }}
          isInStock={(size) => choice.sizes.includes(size)}
          onChoose={(size) => {
            choice.choose(size)
            onClose()
          }}
          onEdit={() => setEditing(true)}
          onForget={forget}
        />
      )}
    </Dialog>
  )
}

/** The details may have been stored for another garment: a waist says nothing about a shirt. */
function isEnough(body: StoredBody, girth: 'chest' | 'waist'): boolean {
  return (body.height !== null && body.weight !== null) || body[girth] !== null
}
