import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { splitFocus, withFocus } from '#shop/catalog/product/focus.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { call } from '../api.ts'
import { FailureNotice } from './failure-notice.tsx'
import { failureText } from './failure-text.ts'
import { fileBytes, UNREADABLE } from './file-bytes.ts'
import { FocusField, MIDDLE } from './focus-field.tsx'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  /** The class of the part that the page shows, such as `aspect-4/3`, if it crops the picture: what stays in view is then chosen. */
  shape?: string
}

/** A picture of the shop: its path, or one from this device. */
export function PictureField({ label, value, onChange, error, shape }: Props) {
  // The fields beside it may be typed in during the upload: an earlier render's `onChange` would set them back.
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function upload(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setPending(true)
    setFailure(null)
    const body = await fileBytes(file)
    if (body === null) {
      setPending(false)
      return setFailure(UNREADABLE)
    }
    const result = await call('POST /home-page/pictures', { body }, { fileType: file.type })
    setPending(false)
    if (result.ok) {
      setOpen(false)
      change.current(result.data.path)
    } else setFailure(failureText(result))
  }
  const [isOpen, setOpen] = useState(false)
  const [isFocusing, setFocusing] = useState(false)
  /** What was there when somebody began to type an address: half an address shows nothing. */
  const [before, setBefore] = useState<string | null>(null)
  const shown = before ?? value
  // Of what can't be shown, the address is all there is to see.
  const isShown = shown.startsWith('/') && error == null
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{label}</legend>
      {isShown ? (
        <>
          <p aria-hidden="true" className="text-sm font-bold">
            {label}
          </p>
          {shape !== undefined && isFocusing ? (
            <FocusField
              src={shown}
              shape={shape}
              value={splitFocus(shown).focus ?? MIDDLE}
              onChange={(focus) => onChange(withFocus(shown, focus))}
            />
          ) : (
            <img
              src={shown}
              alt=""
              className="aspect-video w-full rounded-sm border border-line bg-sunk object-contain"
            />
          )}
          <FailureNotice text={failure} />
        </>
      ) : null}
      <div className="flex flex-wrap items-start gap-x-3">
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          tabIndex={-1}
          aria-label={t('Choose a picture: {label}', { label })}
          onChange={upload}
        />
        <Button size="sm" variant="outline" pending={pending} onClick={() => input.current?.click()}>
          {pending ? t('Uploading…') : isShown ? t('Replace') : t('Choose a picture')}
        </Button>
        {isShown && shape !== undefined ? (
          <Button size="sm" variant="text" aria-expanded={isFocusing} onClick={() => setFocusing(!isFocusing)}>
            {t('Focus point')}
          </Button>
        ) : null}
        {isShown ? (
          <Button size="sm" variant="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('Address')}
          </Button>
        ) : null}
      </div>
      {isShown && !isOpen ? null : (
        <Field
          label={isShown ? t('Address of the picture') : label}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onFocus={() => {
            // It stays where it is while it's typed in, whatever the picture does.
            setOpen(true)
            setBefore(value)
          }}
          onBlur={() => setBefore(null)}
          error={error ?? (isShown ? null : failure)}
          hint={t('JPEG, PNG or WebP of at most 15 MB.')}
        />
      )}
    </fieldset>
  )
}
