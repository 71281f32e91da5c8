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
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error ?? failure}
        hint={t('JPEG, PNG or WebP of at most 15 MB.')}
      />
      <div className="flex flex-wrap items-center gap-3">
        {value.startsWith('/') ? (
          <img src={value} alt="" className="size-16 rounded-xs border border-line object-cover" />
        ) : null}
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
          {pending ? t('Uploading…') : t('Choose a picture')}
        </Button>
      </div>
    </div>
  )
}
