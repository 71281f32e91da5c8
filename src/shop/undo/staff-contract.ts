import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'

/** Taking a change back (CONTRACT part three, Staff site). */
export const undoContract = defineContract({
  'POST /undo/{id}': {
    summary: 'Takes back a change: once, by whoever made it, within a day',
    group: 'Undo',
    access: 'staff',
    params: z.object({ id: z.string().max(64) }),
    status: 200,
    response: z.object({ undone: z.literal(true) }),
    refusals: [
      'second_factor_needed',
      'foreign_origin',
      'forbidden',
      'sign_in_again',
      'not_found',
      'already_undone',
      'undo_over',
      'conflict',
      'already_shipped',
      'last_owner',
    ],
    idempotent: true,
  },
})
