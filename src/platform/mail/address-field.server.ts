import { z } from 'zod'
import { canonicalEmail } from './address.ts'

/** Parses a mail address into its canonical form. `required` is the message for a missing or empty one. */
export function email(required: string, invalid = 'Please enter a valid e-mail address.') {
  return z
    .string({ error: required })
    .refine((value) => value.trim() !== '', { error: required, abort: true })
    .transform((value, context) => {
      const canonical = canonicalEmail(value)
      if (canonical !== null) return canonical
      context.addIssue({ code: 'custom', message: invalid })
      return z.NEVER
    })
    .meta({ format: 'email', maxLength: 254, example: 'asha@example.com' })
}
