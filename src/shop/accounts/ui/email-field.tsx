import { useEffect, useRef, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Fill } from '#ui/fill.tsx'
import { suggestEmail } from '../rules.ts'

type Props = {
  error: string | null
  /** Reads the address to begin with, in the browser. */
  known?: () => string
  onEdit: () => void
}

/**
 * An e-mail field that suggests "Did you mean gmail.com?". It's uncontrolled, so that text typed before hydration isn't
 * lost. The form reads it on submit.
 */
export function EmailField({ error, known, onEdit }: Props) {
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    // What was typed before hydration stays.
    if (input.current?.value === '') input.current.value = known?.() ?? ''
  }, [known])

  function accept(email: string): void {
    if (input.current) input.current.value = email
    setSuggestion(null)
    onEdit()
    input.current?.focus()
  }

  return (
    <div className="grid">
      <Field
        ref={input}
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        error={error}
        onChange={() => {
          setSuggestion(null)
          onEdit()
        }}
        onBlur={(event) => setSuggestion(suggestEmail(event.target.value))}
      />
      {/* Its space is always reserved, so that a suggestion shown on blur doesn't move the button under the pointer. */}
      <div role="status" className="-mb-3 h-11">
        {suggestion === null ? null : (
          <p className="text-sm">
            <Fill
              text={t('Did you mean {suggestion}?')}
              suggestion={
                <Button
                  variant="text"
                  size="sm"
                  className="px-0!"
                  aria-label={suggestion}
                  onClick={() => accept(suggestion)}
                >
                  {suggestion.slice(suggestion.lastIndexOf('@') + 1)}
                </Button>
              }
            />
          </p>
        )}
      </div>
    </div>
  )
}
