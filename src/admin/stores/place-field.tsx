import { useState } from 'react'
import { t } from '#platform/text/t.ts'
import { looksSwapped, placeText, placeUrl, readPlace } from '#shop/branches/place-text.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/parts.tsx'

type Props = {
  label: string
  value: string
  error: string | null
  /** True after the form was sent: a place that can't be read, or that is missing, is named then at the latest. */
  isTried: boolean
  onChange: (text: string) => void
}

/** Latitude and longitude, typed or pasted as maps show them, with a link to look at the place. */
export function PlaceField({ label, value, error, isTried, onChange }: Props) {
  const [isLeft, setLeft] = useState(false)
  const place = readPlace(value)
  const isUnreadable = place === null && (isTried || (isLeft && value.trim() !== ''))
  return (
    <div className="grid gap-1.5">
      <Field
        label={label}
        autoComplete="off"
        spellCheck={false}
        placeholder="19.0628, 72.8352"
        value={value}
        error={isUnreadable ? t('Please write latitude and longitude as maps show them: 19.0628, 72.8352.') : error}
        hint={t('On a map, long-press (or right-click) the place and copy the two numbers. A map link works too.')}
        onChange={({ target }) => {
          setLeft(false)
          onChange(target.value)
        }}
        onBlur={() => {
          setLeft(true)
          if (place !== null) onChange(placeText(place))
        }}
      />
      {place === null ? null : (
        <>
          <a
            href={placeUrl(place)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center justify-self-start text-sm underline underline-offset-4"
          >
            {t('View on a map')}
          </a>
          {looksSwapped(place) ? (
            <Notice tone="warn">
              <p>{t('This place is outside India. Latitude comes first; these two numbers look swapped.')}</p>
              <div>
                <Button
                  size="sm"
                  variant="outline"
                  onClick={() => onChange(placeText({ lat: place.lng, lng: place.lat }))}
                >
                  {t('Swap them')}
                </Button>
              </div>
            </Notice>
          ) : null}
        </>
      )}
    </div>
  )
}
