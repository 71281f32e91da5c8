import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes, id } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'

const staffCall = { group: 'Orders', access: 'staff' } as const

const outcome = {
  /** Rows after which their parcel is paid whole. */
  matched: z.int(),
  /** Parcels of which something is still to come: what was due before the file, and what came with it, in rupees. */
  short: z.array(z.object({ awb: z.string(), due: z.number(), got: z.number() })),
  /** Paid whole before, or by this transfer before. */
  double: z.array(z.object({ awb: z.string(), utr: z.string() })),
  /** Numbers of no parcel that collects, and sums above what was due. */
  unknown: z.array(z.string()),
}

const remittance = z
  .object({
    id: z.string(),
    /** `payments`: of the provider's settlements; `awb` is then the payment's or refund's id. */
    of: z.enum(['cash', 'payments']),
    ...outcome,
  })
  .meta({ id: 'Remittance' })
export type Remittance = z.output<typeof remittance>

const listed = remittance.extend({
  at: z.iso.datetime(),
  by: z.string(),
  rows: z.int(),
  /** Of all its rows, in rupees. */
  total: z.number(),
  appliedAt: z.iso.datetime().nullable(),
})
export type ListedRemittance = z.output<typeof listed>

/** What carriers paid of the cash that they collected (CONTRACT, Cash on delivery). */
export const remittancesStaffContract = defineContract({
  'GET /remittances': {
    summary: 'Carriers’ files of the cash that they paid, the newest first, with what each did, or would do now',
    ...staffCall,
    query: z.object(pageQuery),
    status: 200,
    response: pageOf(listed).extend({
      /**
       * Of all that the provider has taken, whatever files are listed: what it hasn't settled, in rupees, and of it for more than a
       * week. Null on a later page (`cursor`), if nothing is open, and until a file of the provider was taken over.
       */
      unsettled: z.object({ payments: z.int(), due: z.number(), late: z.int(), lateDue: z.number() }).nullable(),
    }),
    refusals: ['second_factor_needed'],
  },
  'POST /remittances': {
    summary:
      'Checks a carrier’s file with the columns AWB, Amount, UTR and Date, in any order, or the provider’s settlement report; nothing is taken over yet',
    ...staffCall,
    upload: {
      types: ['text/csv'],
      maxBytes: 2_000_000,
      wrongType: 'Please choose a CSV file.',
      tooLarge: 'This file is larger than 2 MB. Please split it.',
    },
    body: fileBytes,
    status: 201,
    response: remittance,
    refusals: ['second_factor_needed', 'foreign_origin', 'unreadable_file'],
    idempotent: true,
  },
  'POST /remittances/{id}/apply': {
    summary: 'Takes over the money of a file that was checked; orders whose cash is all in are paid',
    ...staffCall,
    params: z.object({ id }),
    status: 200,
    response: remittance,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
    idempotent: true,
  },
})
