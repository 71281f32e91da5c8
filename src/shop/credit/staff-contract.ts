import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { credit } from './contract.ts'

const AMOUNT = 'The amount is a number of rupees, such as 250 or 250.50.'
/** In rupees; a slip of a digit is found before it's given. */
export const MOST_CREDIT = 100_000
const MOST = 'At most Rs. 1,00,000 of store credit can be given at once.'

/** Store credit given by staff (CONTRACT part four, Store credit). */
export const creditStaffContract = defineContract({
  'POST /customers/{id}/credit': {
    summary: 'Gives a customer store credit, as goodwill',
    group: 'Customers',
    access: 'staff',
    isSensitive: true,
    params: z.object({ id }),
    body: z.object({
      /** In rupees. */
      amount: z.number(AMOUNT).positive(AMOUNT).multipleOf(0.01, AMOUNT).max(MOST_CREDIT, MOST),
      /** The customer reads it. */
      reason: text({ max: 200, required: 'Please give a reason.' }),
    }),
    status: 201,
    response: credit.extend({
      /** Takes it back with `POST /undo/{id}` while nothing of it is used. */
      undo: z.string().nullable(),
    }),
    refusals: ['second_factor_needed', 'foreign_origin', 'invalid_input', 'not_found'],
    idempotent: true,
  },
})
