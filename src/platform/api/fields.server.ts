import { z } from 'zod'
import { parseIndianTime } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import { visibleText } from '#platform/text/typed.ts'

/** Control characters except tab and line breaks, which have their own rule. */
const CONTROLS = /[^\P{Cc}\t\n\r]/u
const LINE_BREAKS = /[\r\n\t]/
const STACKED_MARKS = /\p{M}{9,}/u

/** The response of a call that returns a file. */
export const fileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
/** The response of a call that returns a file too large for memory. */
export const fileStream = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)

export interface TextOptions {
  max: number
  required?: string
  tooLong?: string
  wrongType?: z.core.$ZodErrorMap
  multiline?: boolean
}

/**
 * Text typed by a person, as `visibleText` reads it. Control characters, lone surrogates and stacks of combining marks
 * are rejected. `multiline: true` allows line breaks; `wrongType` is the message for a value of another type.
 */
export function text({ max, required, tooLong, wrongType, multiline = false }: TextOptions) {
  return z
    .string({ error: wrongType ?? required ?? t('Please fill in this field.') })
    .transform(visibleText)
    .refine(
      (value) => value.isWellFormed() && !CONTROLS.test(value) && !STACKED_MARKS.test(value),
      t('This text contains characters that can’t be used.'),
    )
    .refine((value) => multiline || !LINE_BREAKS.test(value), t('This text must be on one line.'))
    .refine((value) => value.length <= max, {
      error: () => tooLong ?? t('Please use at most {max} characters.', { max }),
    })
    .refine((value) => required === undefined || value.length > 0, required ?? '')
    .meta({ maxLength: max, ...(required === undefined ? {} : { minLength: 1 }) })
}

const TIME = 'Please give a day such as 2026-12-01, or a time such as 2026-12-01T10:00 in India.'

/** A day or a time in India. */
export const writtenTime = z
  .string({ error: TIME })
  .max(40, TIME)
  .transform((written, context) => {
    const parsed = parseIndianTime(written)
    if (!parsed) context.addIssue({ code: 'custom', message: TIME })
    return parsed ?? z.NEVER
  })
  .meta({ example: '2026-12-01T10:00' })

/** An id of the shop: 22 characters of base64url. */
export const id = z
  .string({ error: t('This ID isn’t valid.') })
  .regex(/^[A-Za-z0-9_-]{22}$/, t('This ID isn’t valid.'))
  .meta({ example: 'q0Zb3mK9sV4xT7wYhN2cLA' })

/** A product's id: its slug. */
export const slug = z
  .string({ error: t('This product ID isn’t valid.') })
  .max(100, t('This product ID isn’t valid.'))
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, t('This product ID isn’t valid.'))
  .meta({ example: 'four-bars-boxy-tee' })

/** A whole number from a JSON number; strings, fractions and numbers past 2^53 are rejected. */
export function whole(min: number, max: number, message: string) {
  return z.int({ error: message }).min(min, message).max(max, message)
}

/** What a 412 says of a record: see `Conflict`. */
export function conflictWith<S extends z.ZodType>(current: S) {
  return z.object({ current, fields: z.array(z.string()), by: z.string().nullable() })
}
