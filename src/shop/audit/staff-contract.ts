import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'

const day = z.iso.date('A day is written 2026-11-26.')

const line = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    /** `staff`, `customer` or `system`. */
    actorKind: z.string(),
    /** As `audit list` names them. */
    actor: z.string(),
    /** The id of the member of staff; null for all others, and for the command line. */
    staff: z.string().nullable(),
    action: z.string(),
    /** The same in words: "Shipped". */
    actionText: z.string(),
    /** As `audit list` prints it. */
    subject: z.string(),
    /** What people call it: "order FS-10482". */
    subjectText: z.string(),
    /** The record's screen on the staff site, below `/admin`, if it has one. */
    path: z.string().nullable(),
    /** Without `whole` the beginning of its JSON, if that's longer than 2,000 characters. */
    before: z.unknown(),
    after: z.unknown(),
    /** The difference in words; null: there was no such value, or there is none any more. */
    changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    /** What takes it back with `POST /undo/{id}`: within a day, by whoever made it. */
    undo: z.string().nullable(),
  })
  .meta({ id: 'AuditLine' })
export type StaffAuditLine = z.output<typeof line>

/** The log of changes (CONTRACT part three, Staff site). */
export const auditStaffContract = defineContract({
  'GET /audit': {
    summary: 'Who changed what, newest first; `staff` is an id, `from` and `to` are days in India',
    group: 'Log',
    access: 'staff',
    query: z.object({
      ...pageQuery,
      /** Such as `product:linen-shirt`, `sku:LS-BLK-M`, `settings` or `order:FS-10482`. */
      subject: z.string().max(200).optional(),
      staff: z.string().max(64).optional(),
      action: z.string().max(100).optional(),
      from: day.optional(),
      to: day.optional(),
      /** True for whole values. Otherwise long ones are cut, and a page ends early: it has 60 KB. */
      whole: z.enum(['true', 'false']).optional(),
    }),
    status: 200,
    response: pageOf(line),
    refusals: ['second_factor_needed'],
  },
  'GET /audit/actions': {
    summary: 'Every action that the log has',
    group: 'Log',
    access: 'staff',
    status: 200,
    response: z.object({
      items: z.array(z.string()),
      /** Each of them in words. */
      texts: z.record(z.string(), z.string()),
      next: z.null(),
    }),
    refusals: ['second_factor_needed'],
  },
})
