import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { suggestEmail } from '../rules.ts'

type Props = { value: string; onChange: (value: string) => void; error: string | null; autoFocus?: boolean }

/** An e-mail box that helps instead of scolding: "Did you mean gmail.com?" (research, rule 33). */
export function EmailField({ value, onChange, error }: Props) {
  const [suggestion, setSuggestion] = useState<string | null>(null)
  return (
    <div className="grid gap-2">
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        value={value}
        error={error}
        onChange={(event) => {
          onChange(event.target.value)
          setSuggestion(null)
        }}
        onBlur={() => setSuggestion(suggestEmail(value))}
      />
      <div role="status">
        {suggestion === null ? null : (
          <p className="flex flex-wrap items-center gap-x-1 text-sm">
            Did you mean
            <Button
              look="quiet"
              size="sm"
              className="px-1!"
              onClick={() => {
                onChange(suggestion)
                setSuggestion(null)
              }}
            >
              {suggestion}
            </Button>
            ?
          </p>
        )}
      </div>
    </div>
  )
}
