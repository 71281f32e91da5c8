import { type ChangeEvent, useRef } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from './button.tsx'

type Props = {
  /** On the button. */
  label: string
  hint: string
  /** Types of files. */
  accept: readonly string[]
  pending: boolean
  /** What is wrong with the field, or null. */
  error?: string | null
  onChoose: (files: readonly File[]) => void
}

/** A button that opens the device's pictures or camera, with a line about what can be chosen. */
export function PhotoPicker({ label, hint, accept, pending, error = null, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): void {
    const files = [...(currentTarget.files ?? [])]
    currentTarget.value = ''
    onChoose(files)
  }
  return (
    <div className="grid justify-items-start gap-1.5">
      <input
        ref={input}
        type="file"
        accept={accept.join()}
        multiple
        tabIndex={-1}
        aria-label={t('Photos')}
        className="sr-only"
        onChange={choose}
      />
      <Button variant="outline" size="sm" pending={pending} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <p className="text-xs text-ink-3">{hint}</p>
      {error === null ? null : <p className="text-sm font-bold text-bad">{error}</p>}
    </div>
  )
}
