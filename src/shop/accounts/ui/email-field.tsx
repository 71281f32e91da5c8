import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { suggestEmail } from '../rules.ts'

/**
 * An e-mail box that helps instead of scolding: "Did you mean gmail.com?". The browser keeps its
 * value, so what was typed before the page listened is not lost; the form reads it on submit.
 */
export function EmailField({ error, onEdit }: { error: string | null; onEdit: () => void }) {
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)

  function accept(email: string): void {
    if (box.current) box.current.value = email
    setSuggestion(null)
    onEdit()
    box.current?.focus()
  }

  return (
    <div className="grid">
      <Field
        ref={box}
        label="E-mail"
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
      {/* Always there, and one line at any width: what the blur of a press says must not move the button away under it. */}
      <div role="status" className="-mb-3 h-11">
        {suggestion === null ? null : (
          <p className="text-sm">
            Did you mean{' '}
            <Button look="quiet" size="sm" className="px-0!" aria-label={suggestion} onClick={() => accept(suggestion)}>
              {suggestion.slice(suggestion.lastIndexOf('@') + 1)}
            </Button>
            ?
          </p>
        )}
      </div>
    </div>
  )
}

/** What a form's field holds, as text. */
export function readField(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
