import { OTPField } from '@base-ui/react/otp-field'
import type { ClipboardEvent } from 'react'
import { t } from '#platform/text/t.ts'
import { digitsIn } from '#platform/text/typed.ts'
import { codeInText } from '../rules.ts'

type Props = {
  /** The id of the first box, for its label. */
  id: string
  value: string
  onChange: (value: string) => void
  /** Called when six digits came at once, by paste or autofill, and can be submitted without a press. */
  onFilled: (value: string) => void
  /** Called when the sixth digit was entered. */
  onComplete: () => void
  invalid: boolean
  describedBy: string | undefined
}

const POSITIONS = [1, 2, 3, 4, 5, 6]

/**
 * Six boxes of one digit each (SPEC section 5). Rendered in the browser only: the library uses a style attribute, which
 * the content security policy forbids in the server's HTML.
 */
export function CodeBoxes({ id, value, onChange, onFilled, onComplete, invalid, describedBy }: Props) {
  /** A code pasted into any box fills all six from the first one. */
  function onPasteCapture(event: ClipboardEvent): void {
    const code = codeInText(event.clipboardData.getData('text/plain'))
    if (code === null) return
    event.preventDefault()
    event.stopPropagation()
    onChange(code)
    onFilled(code)
  }

  function change(next: string): void {
    onChange(next)
    if (next.length === 6 && next.length - value.length > 1) onFilled(next)
  }

  return (
    <OTPField.Root
      id={id}
      length={6}
      // The library's own filter would drop the digits of a Hindi keyboard before they are read.
      validationType="none"
      inputMode="numeric"
      normalizeValue={digitsIn}
      value={value}
      onValueChange={change}
      onValueComplete={onComplete}
      onPasteCapture={onPasteCapture}
      aria-describedby={describedBy}
      className="grid grid-cols-6 gap-1.5 sm:gap-2"
    >
      {POSITIONS.map((position) => (
        <OTPField.Input
          key={position}
          aria-label={position === 1 ? undefined : t('Digit {position} of 6', { position })}
          aria-invalid={invalid || undefined}
          autoFocus={position === 1}
          className="h-14 w-full min-w-0 rounded-sm border border-line-strong bg-card text-center font-wide text-xl font-extrabold text-ink tabular-nums aria-invalid:border-2 aria-invalid:border-bad"
        />
      ))}
    </OTPField.Root>
  )
}
