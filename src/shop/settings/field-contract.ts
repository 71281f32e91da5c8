import { z } from 'zod'
import { text } from '#platform/api/fields.server.ts'
import { SHOP_PATH } from './rules.ts'

// Values of settings. An error message is the end of a sentence that starts with the setting's name.

export const line = (max: number) => text({ max, tooLong: `may have at most ${max} characters` })
export const required = (max: number) =>
  text({ max, required: 'may not be empty', tooLong: `may have at most ${max} characters` })

export const pageText = text({ max: 50_000, tooLong: 'may have at most 50000 characters', multiline: true })

export const mailAddress = z.email({ error: 'must be an e-mail address' }).max(254)
export const rupees = z
  .number({ error: 'must be a number of rupees' })
  .refine((amount) => amount >= 0 && amount <= 100_000, 'must be from 0 to 100000 rupees')
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'must have at most two decimals')
export const whole = (min: number, max: number) =>
  z
    .int({ error: 'must be a whole number' })
    .refine((count) => count >= min && count <= max, `must be from ${min} to ${max}`)

export const path = z
  .string()
  .max(500)
  .regex(SHOP_PATH, 'must be a path of this shop that starts with /, as /categories?colors=Black or /media/home/a.webp')

export function fields<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has the unknown field ${issue.keys.join(', ')}` : undefined,
  })
}
