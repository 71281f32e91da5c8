import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { conflictWith, fileBytes, text, whole } from '#platform/api/fields.server.ts'
import { branch } from './contract.ts'
import { DAYS } from './rules.ts'

const TIME = 'Please give a time such as 09:30.'
const time = z
  .string({ error: TIME })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, TIME)
  .meta({ example: '09:30' })
const DAY = `The days are ${DAYS.join(', ')}.`
const NO_DAY = 'Please choose at least one day.'
const hoursOfDays = z.object({
  days: z.array(z.enum(DAYS, { error: DAY }), { error: NO_DAY }).min(1, NO_DAY),
  from: time,
  to: time,
})
const HOURS = 'The hours are a list of days, from and to.'

function degrees(name: string, max: number) {
  const error = `The ${name} is a number from -${max} to ${max}.`
  return z.number({ error }).min(-max, error).max(max, error)
}

const words = text({ max: 120 })

/** What may be written about a store, by its fields: for the screen, the command line and the file of stores. */
const fields = {
  name: text({ max: 120, required: 'Please enter the name of the store.' }),
  address: text({ max: 300, required: 'Please enter the address.' }),
  lat: degrees('latitude', 90).meta({ example: 19.0628 }),
  lng: degrees('longitude', 180).meta({ example: 72.8352 }),
  status: z.enum(['Open', 'Closed'], { error: 'The status is Open or Closed.' }),
  phone: text({ max: 40 }),
  /** In words, for stores without `opening`. */
  hours: words,
  opening: z.array(hoursOfDays, { error: HOURS }).max(14, 'Please give at most 14 lines of hours.'),
  /** A sentence beside the hours. */
  note: words,
  hindi: z
    .strictObject({ note: words.optional(), hours: words.optional() }, { error: 'Hindi has a note and hours.' })
    .transform(({ note, hours }) => ({ ...(note ? { note } : {}), ...(hours ? { hours } : {}) })),
}

/** A new store: what isn't said about it is empty. */
export const newStore = z.object({
  ...fields,
  phone: fields.phone.default(''),
  hours: fields.hours.default(''),
  opening: fields.opening.default([]),
  note: fields.note.default(''),
  hindi: fields.hindi.default({}),
})
export type NewStore = z.output<typeof newStore>

/** Fields of a store that change. */
export const storeChange = z.object(fields).partial()
export type StoreChange = z.output<typeof storeChange>

const hindi = z.object({ note: z.string().optional(), hours: z.string().optional() })
const store = branch
  .extend({
    note: z.string(),
    hindi,
    /** For `If-Match`. */
    version: z.string(),
  })
  .meta({ id: 'StaffStore' })
/** A store as the owner writes it. */
export type StaffStore = z.output<typeof store>

const MAX_BYTES = 1024 * 1024

const imported = z
  .object({
    /** How many the file has. */
    stores: z.int(),
    /** What is wrong, by the line of the file from 1; 0 is the file as a whole. Then nothing is imported. */
    errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    /** True if stores that stay are in another order. */
    isReordered: z.boolean(),
    /** The first hundred; `from` is null for a new store, `to` for one that isn't there any more. */
    changes: z.array(z.object({ key: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    /** Of the list that it was compared with: for `If-Match`. */
    version: z.string(),
    undo: z.string().nullable(),
  })
  .meta({ id: 'ImportedStores' })
export type ImportedStores = z.output<typeof imported>

const ids = z.object({ id: z.string().max(200) })
const CHANGE = ['second_factor_needed', 'foreign_origin', 'not_found'] as const
/** The id for `POST /undo/{id}`; null if nothing changed. */
const undo = z.string().nullable()
const call = { group: 'Stores', access: 'staff' } as const

/** The stores of the store locator. */
export const branchesStaffContract = defineContract({
  'GET /stores': {
    summary: 'Every store as the owner writes it, in the order of the list',
    ...call,
    status: 200,
    response: z.object({ items: z.array(store), next: z.null() }),
    refusals: ['second_factor_needed'],
  },
  'POST /stores': {
    summary: 'Adds a store at the end of the list; its id is made of its name',
    ...call,
    body: newStore,
    status: 201,
    response: z.object({ store, undo }),
    refusals: ['second_factor_needed', 'foreign_origin'],
    idempotent: true,
  },
  'PATCH /stores/{id}': {
    summary: 'Changes fields; with If-Match 412 if another has changed one of them since that version',
    ...call,
    params: ids,
    body: storeChange,
    status: 200,
    response: z.object({ store, undo }),
    conflict: conflictWith(store),
    refusals: CHANGE,
    idempotent: true,
  },
  'POST /stores/{id}/move': {
    summary: 'Moves a store to another place in the list, counted from 1',
    ...call,
    params: ids,
    body: z.object({ to: whole(1, 100_000, 'A place is a whole number from 1.') }),
    status: 200,
    response: z.object({ undo }),
    refusals: CHANGE,
    idempotent: true,
  },
  'DELETE /stores/{id}': {
    summary: 'Removes a store',
    ...call,
    params: ids,
    status: 200,
    response: z.object({ undo }),
    refusals: CHANGE,
  },
  'GET /stores/file': {
    summary: 'The stores as JSON Lines, to change and give back; an example if there are none',
    ...call,
    status: 200,
    response: fileBytes,
    fileType: 'application/jsonl',
    refusals: ['second_factor_needed'],
  },
  'POST /stores/import': {
    summary: 'Replaces all stores by those of a file, all or nothing; with `dryRun` it only says what would change',
    ...call,
    body: z.object({ text: z.string().max(MAX_BYTES), dryRun: z.boolean().default(false) }),
    maxBodyBytes: 2 * MAX_BYTES,
    status: 200,
    response: imported,
    refusals: ['second_factor_needed', 'foreign_origin', 'changed_meanwhile'],
    idempotent: true,
  },
})
