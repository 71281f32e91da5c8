import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id } from '#platform/api/fields.server.ts'

export const CREDIT_KINDS = ['given', 'used', 'returned', 'expired'] as const
export type CreditKind = (typeof CREDIT_KINDS)[number]

export const creditEntry = z
  .object({
    at: z.string(),
    /** `returned`: what was used for an order, given back. `expired`: it ended unused. */
    kind: z.enum(CREDIT_KINDS),
    /** In rupees, above 0. */
    amount: z.number(),
    reason: z.string(),
    orderId: z.string().optional(),
    /** When what was given ends; missing if it never does. */
    expiresAt: z.string().optional(),
  })
  .meta({ id: 'CreditEntry' })

/** In rupees. What is given and returned less what is used and expired is the balance. Entries: the newest first. */
export const credit = z.object({ balance: z.number(), entries: z.array(creditEntry) }).meta({ id: 'StoreCredit' })

export type CreditEntry = z.output<typeof creditEntry>
export type StoreCredit = z.output<typeof credit>

export const creditContract = defineContract({
  'GET /user/credit/{userId}': {
    summary: 'The customer’s store credit: the balance, and how it came about',
    group: 'Orders',
    access: 'customer',
    params: z.object({ userId: id }),
    status: 200,
    response: credit,
    refusals: [],
  },
})
