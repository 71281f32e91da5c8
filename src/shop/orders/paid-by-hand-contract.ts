import { z } from 'zod'
import { text } from '#platform/api/fields.server.ts'

/** How money comes that no payment provider takes. */
export const HAND_METHODS = ['cash', 'upi', 'other'] as const
export type HandMethod = (typeof HAND_METHODS)[number]

/** What staff record of it. */
export const paidByHand = z
  .object({
    method: z.enum(HAND_METHODS, { error: `The method is one of ${HAND_METHODS.join(', ')}.` }),
    /** The transfer's number; needed unless it was cash. */
    reference: text({ max: 100 }).optional(),
  })
  .refine(({ method, reference = '' }) => method === 'cash' || reference !== '', {
    path: ['reference'],
    message: 'Please enter the number of the transfer.',
  })
