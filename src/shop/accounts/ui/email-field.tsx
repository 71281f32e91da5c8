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
    <div className="grid gap-2">
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
      <div role="status">
        {suggestion === null ? null : (
          <p className="flex flex-wrap items-center gap-x-1 text-sm">
            Did you mean
            <Button look="quiet" size="sm" className="px-1! wrap-anywhere" onClick={() => accept(suggestion)}>
              {suggestion}
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
