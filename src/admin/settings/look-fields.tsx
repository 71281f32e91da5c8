import { type ChangeEvent, useId, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { UNREADABLE } from '../parts/file-bytes.ts'
import { errorText, type SettingFieldProps } from './field-props.ts'

export function ColourField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const text = String(value ?? '')
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <Field
          label={setting.label}
          hint={setting.help}
          error={errorText(props)}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <input
        type="color"
        aria-label={t('Choose: {label}', { label: setting.label })}
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#' + '000000'}
        onChange={(event) => onChange(event.target.value)}
        className="control mt-7 w-16 shrink-0 cursor-pointer rounded-sm border border-line-strong bg-card p-1"
      />
    </div>
  )
}

/** An SVG as its text, a PNG as a data URL: what the setting takes. */
export function LogoField(props: SettingFieldProps) {
  const { setting, value, onChange } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const logo = String(value ?? '')
  const src = logo.startsWith('data:') ? logo : `data:image/svg+xml,${encodeURIComponent(logo)}`
  async function read(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    if (!['image/svg+xml', 'image/png'].includes(file.type)) return setFailure(t('The logo must be an SVG or a PNG.'))
    const text = await (file.type === 'image/png' ? dataUrl(file) : file.text()).catch(() => null)
    setFailure(text === null ? UNREADABLE : null)
    if (text !== null) onChange(text)
  }
  const error = failure ?? errorText(props)
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="text-sm font-bold">
        {setting.label}
      </label>
      {logo === '' ? (
        <p className="text-sm text-ink-2">{t('No logo. The shop’s name is shown instead.')}</p>
      ) : (
        <div className="grid max-w-100 grid-cols-2 gap-2">
          <div data-theme="light" className="grid h-24 place-items-center rounded-sm border border-line bg-paper p-3">
            <img src={src} alt={t('Logo on light background')} className="max-h-16 max-w-full" />
          </div>
          <div data-theme="dark" className="grid h-24 place-items-center rounded-sm border border-line bg-paper p-3">
            <img src={src} alt={t('Logo on dark background')} className="max-h-16 max-w-full" />
          </div>
        </div>
      )}
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/svg+xml,image/png"
        className="sr-only"
        tabIndex={-1}
        onChange={read}
      />
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" onClick={() => input.current?.click()}>
          {t('Choose a file')}
        </Button>
        {logo === '' ? null : (
          <Button size="sm" variant="outline" onClick={() => onChange('')}>
            {t('Remove logo')}
          </Button>
        )}
      </div>
      <p className="text-xs text-ink-3">{t('An SVG of at most 30 KB, or a PNG of at most 67 KB.')}</p>
      {error === null ? null : <p className="text-sm font-bold text-bad wrap-anywhere">{error}</p>}
    </div>
  )
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the file can’t be read'))
    reader.readAsDataURL(file)
  })
}
