import { CalendarIcon } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { indianDay } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import { Field } from '#ui/field.tsx'
import { parseDay, parseDayTime, shownDay } from './typed-day.ts'

interface Props {
  label: string
  /** A day in India as 2026-10-30, with a time as 2026-10-30T09:00, or what can't be read as one, which the server refuses. */
  value: string
  onChange?: (value: string) => void
  /** For a form that sends its fields by name. */
  name?: string
  hasTime?: boolean
  /** A day without a year lies behind, as in a report. */
  isPast?: boolean
  required?: boolean
  hint?: string | undefined
  error?: string | null
}

/** A day, or a time on a day, as it's said: typed as 30/10, tomorrow or 30 Oct 2026, or chosen in the device's own calendar. */
export function DayField(props: Props) {
  const { label, value: given, onChange, name, hasTime = false, isPast = false, error = null, ...rest } = props
  const [typed, setTyped] = useState({ given, value: given, text: shownDay(given) })
  const [isLeft, setLeft] = useState(true)
  const calendar = useRef<HTMLInputElement>(null)
  // The form has another value than at the last time, such as of another report.
  if (given !== typed.given)
    setTyped({ given, value: given, text: given === typed.value ? typed.text : shownDay(given) })
  const read = (text: string) => (hasTime ? parseDayTime : parseDay)(text, { today: indianDay(new Date()), isPast })
  const value = typed.text.trim() === '' ? '' : read(typed.text)
  const problem =
    value === null
      ? hasTime
        ? t('Enter a day and time, e.g. tomorrow 9 am.')
        : t('Enter a day, e.g. 30 Oct or tomorrow.')
      : null

  function write(text: string): void {
    const next = text.trim() === '' ? '' : (read(text) ?? text)
    setTyped({ given, value: next, text })
    onChange?.(next)
  }

  return (
    <>
      <Field
        {...rest}
        // The browser's own check holds a form back that would send an unreadable day.
        ref={(input: HTMLInputElement | null) => input?.setCustomValidity(problem ?? '')}
        label={label}
        autoComplete="off"
        placeholder={hasTime ? t('tomorrow 9 am') : t('30 Oct')}
        value={typed.text}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => write(target.value)}
        onFocus={() => setLeft(false)}
        onBlur={() => {
          setLeft(true)
          if (value) setTyped({ ...typed, text: shownDay(value) })
        }}
        error={error ?? (isLeft ? problem : null)}
        end={
          <>
            <button
              type="button"
              aria-label={t('Calendar')}
              className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center text-ink-2 hover:text-ink"
              onClick={() => calendar.current?.showPicker()}
            >
              <CalendarIcon size={18} aria-hidden="true" />
            </button>
            <input
              ref={calendar}
              type={hasTime ? 'datetime-local' : 'date'}
              tabIndex={-1}
              aria-hidden="true"
              value={value ?? ''}
              onChange={({ target }) => write(shownDay(target.value))}
              className="pointer-events-none absolute right-0 bottom-0 h-full w-11 opacity-0"
            />
          </>
        }
      />
      {name === undefined ? null : <input type="hidden" name={name} value={typed.value} />}
    </>
  )
}
