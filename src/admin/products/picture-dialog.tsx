import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field, Select } from '#ui/field.tsx'
import { FocusField, MIDDLE } from '../parts/focus-field.tsx'
import { ColourSelect } from './colour-select.tsx'
import { type ProductPicture, pictureSrc } from './fields.ts'

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

/** What a picture shows, of which colour, and what stays in view of it. */
export function PictureDialog({ picture, colors, onClose, onSave, onRemove }: DialogProps) {
  const [alt, setAlt] = useState(picture.alt)
  const [color, setColor] = useState(picture.color)
  const [view, setView] = useState(picture.view)
  const [focus, setFocus] = useState(picture.focus ?? MIDDLE)
  const views = VIEWS.some((one) => one === picture.view) ? VIEWS : [...VIEWS, picture.view]
  return (
    <Dialog open onClose={onClose} title={t('Picture')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSave({ ...picture, alt: alt.trim(), color, view, focus })
        }}
      >
        <FocusField
          src={pictureSrc(picture)}
          width={picture.width}
          height={picture.height}
          tone={picture.tone}
          value={focus}
          onChange={setFocus}
        />
        <Field
          label={t('What it shows')}
          value={alt}
          maxLength={500}
          onChange={(event) => setAlt(event.target.value)}
          hint={t('For people who can’t see it, and for search engines.')}
        />
        <ColourSelect label={t('Colour')} colors={colors} value={color} onChange={setColor} />
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
          <Button variant="primary" type="submit" className="flex-1">
            {t('Save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
