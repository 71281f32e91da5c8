import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes } from '#platform/api/fields.server.ts'

/** The settings that are tables. */
export const TABLE_SETTINGS = ['shipping.zones', 'tax.table'] as const

const params = z.object({
  name: z.enum(TABLE_SETTINGS, { error: `Only ${TABLE_SETTINGS.join(' and ')} are tables.` }),
})

const read = z
  .object({
    /** What is wrong, by the line of the file from 1; 0 is the file as a whole. At most the first 200. */
    errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
    /** For `PUT /settings/{name}`; null if something is wrong. */
    value: z.array(z.unknown()).nullable(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    unchanged: z.int(),
    /** The first hundred of them; `from` is null for a new row, `to` for one that isn't there any more. */
    changes: z.array(z.object({ key: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  })
  .meta({ id: 'ReadSettingFile' })
export type ReadSettingFile = z.output<typeof read>

const MAX_BYTES = 3 * 1024 * 1024

/** Delivery zones and tax rates as CSV files (CONTRACT part three, Staff site). */
export const settingFilesContract = defineContract({
  'GET /settings/{name}/file': {
    summary: 'A table as a CSV file, to change and give back; an example if it’s empty',
    group: 'Settings',
    access: 'staff',
    params,
    status: 200,
    response: fileBytes,
    fileType: 'text/csv',
    refusals: ['second_factor_needed'],
  },
  'POST /settings/{name}/read': {
    summary: 'Reads a CSV file for a table: what is wrong by row and column, or what it would change. Nothing is saved',
    group: 'Settings',
    access: 'staff',
    params,
    body: z.object({ text: z.string().max(MAX_BYTES) }),
    maxBodyBytes: 2 * MAX_BYTES,
    status: 200,
    response: read,
    refusals: ['second_factor_needed', 'foreign_origin', 'invalid_input'],
  },
})
