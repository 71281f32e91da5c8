import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { id, text } from '#platform/api/fields.server.ts'
import { SCOPE_NAMES } from './scope-rules.ts'

const scope = z.enum(SCOPE_NAMES, { error: `A scope is one of: ${SCOPE_NAMES.join(', ')}.` })
const day = z.iso.date('Please choose the last day.')

const listedKey = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    state: z.enum(['active', 'over', 'ended']),
    createdBy: z.string(),
    createdAt: z.iso.datetime(),
    /** The last moment at which it counts. */
    expiresAt: z.iso.datetime(),
    usedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ListedKey = z.output<typeof listedKey>

/** Keys of programs, which call this API with `Authorization: Bearer KEY` (CONTRACT part three, Staff site). */
export const keysStaffContract = defineContract({
  'GET /keys': {
    summary: 'Keys of programs, the newest first, and what a key can allow',
    group: 'Programs',
    access: 'staff',
    status: 200,
    response: z.object({
      items: z.array(listedKey),
      next: z.null(),
      scopes: z.array(z.object({ name: scope, title: z.string(), calls: z.array(z.string()) })),
    }),
    refusals: ['second_factor_needed'],
  },
  'POST /keys': {
    summary: 'Makes a key for a program; it is shown once',
    group: 'Programs',
    access: 'staff',
    isSensitive: true,
    body: z.object({
      name: text({ max: 60, required: 'Please enter a name.' }),
      scopes: z.array(scope).min(1, 'Please choose at least one permission.').max(SCOPE_NAMES.length),
      /** Its last day, in India. */
      until: day,
    }),
    status: 201,
    // Not idempotent by its Idempotency-Key, whose responses are stored: the key itself is stored nowhere. A name is taken once.
    response: z.object({ id: z.string(), key: z.string() }),
    refusals: ['second_factor_needed', 'foreign_origin', 'conflict'],
  },
  'DELETE /keys/{id}': {
    summary: 'Ends a key, from the next call on',
    group: 'Programs',
    access: 'staff',
    isSensitive: true,
    params: z.object({ id }),
    status: 204,
    response: null,
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found'],
  },
})
