import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { call } from '../api.ts'
import { failureText } from './failure-text.ts'
import { fileBytes, UNREADABLE } from './file-bytes.ts'

type Props = { label: string; value: string; onChange: (value: string) => void; error?: string | null }

/** A picture of the shop: its path, or one from this device. */
export function PictureField({ label, value, onChange, error }: Props) {
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
    if (result.ok) change.current(result.data.path)
    else setFailure(failureText(result))
  }
  // Of what can't be shown, the address is all there is to see.
  const isShown = value.startsWith('/') && error == null
  const address = (name: string) => (
    <Field
      label={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error ?? failure}
      hint={t('JPEG, PNG or WebP of at most 15 MB.')}
    />
  )
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{label}</legend>
      {isShown ? (
        <>
          <p aria-hidden="true" className="text-sm font-bold">
            {label}
          </p>
          <img
            src={value}
            alt=""
            className="aspect-video w-full rounded-sm border border-line bg-sunk object-contain"
          />
          {failure === null ? null : <p className="text-sm font-bold text-bad">{failure}</p>}
        </>
      ) : (
        address(label)
      )}
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
        {isShown ? (
          <details className="min-w-0 flex-1 basis-40">
            <summary className="min-h-11 cursor-pointer content-center text-sm text-ink-2 lg:min-h-9">
              {t('Its address')}
            </summary>
            {address(t('Address of the picture'))}
          </details>
        ) : null}
      </div>
    </fieldset>
  )
}
