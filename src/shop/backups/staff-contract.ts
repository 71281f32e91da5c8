import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileStream } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'

const instant = z.iso.datetime()
const NO_ID = 'This isn’t the ID of a backup.'
const backupId = z.string({ error: NO_ID }).regex(/^[1-9]\d{0,8}$/, NO_ID)

const backup = z
  .object({
    id: z.string(),
    /** The moment that it holds, or when the attempt failed. */
    at: instant,
    place: z.string(),
    name: z.string(),
    /** How `restore` and `backup verify` call it. */
    address: z.string(),
    isEncrypted: z.boolean(),
    bytes: z.number().nullable(),
    rows: z.number().nullable(),
    pictures: z.number().nullable(),
    /** The shop's pictures that were gone when it was made, and the first of their names; null if it has all. */
    missing: z.object({ count: z.int(), names: z.array(z.string()) }).nullable(),
    /** How long it took. */
    seconds: z.number().nullable(),
    /** Why there is none; null if it was made. */
    problem: z.string().nullable(),
    /** When it was last checked. */
    verifiedAt: instant.nullable(),
    /** What was wrong then; null if it was good. */
    verifyProblem: z.string().nullable(),
    /** What its download is called; null if there is nothing to download. */
    file: z.string().nullable(),
  })
  .meta({ id: 'Backup' })
export type ListedBackupView = z.output<typeof backup>

const call = { group: 'Backups', access: 'staff' } as const
const startedCall = { ...call, status: 202, response: z.object({ begun: z.literal(true) }), idempotent: true } as const

/** Backups, for owners (CONTRACT part three, Staff site). */
export const backupsStaffContract = defineContract({
  'GET /backups': {
    summary: 'The backups and attempts that failed, the latest first, and how they stand',
    ...call,
    query: z.object(pageQuery),
    status: 200,
    response: pageOf(backup).extend({
      /** Every so many hours; 0: never. */
      every: z.number(),
      /** The folder or bucket; empty if none is set. */
      to: z.string(),
      /** True if they lie on the shop's own disk, with which they would be lost. */
      onOwnDisk: z.boolean(),
      /** How many are kept. */
      keep: z.number(),
      /** The last good one. */
      last: backup.pick({ id: true, at: true, place: true, name: true }).extend({ bytes: z.number() }).nullable(),
      /** How old that is, or the shop if there is none. */
      ageSeconds: z.int(),
      /** What is wrong, as a sentence without a full stop. */
      problem: z.string().nullable(),
      /** What is under way: one being made, or the backup with this id being checked. */
      work: z.object({ checks: z.string().nullable(), since: instant }).nullable(),
    }),
    refusals: ['second_factor_needed'],
  },
  'POST /backups': {
    summary: 'Begins a backup, which is then in the list, or why it failed',
    ...startedCall,
    isSensitive: true,
    refusals: ['second_factor_needed', 'foreign_origin', 'conflict'],
  },
  'POST /backups/{id}/verify': {
    summary: 'Begins the check of a backup: it’s restored into a scratch place',
    ...startedCall,
    params: z.object({ id: backupId }),
    refusals: ['second_factor_needed', 'foreign_origin', 'not_found', 'conflict'],
  },
  'GET /backups/{id}': {
    summary: 'A backup as one file, with its pictures',
    ...call,
    isSensitive: true,
    params: z.object({ id: backupId }),
    status: 200,
    response: fileStream,
    fileType: 'application/x-tar',
    refusals: ['second_factor_needed', 'not_found', 'conflict'],
  },
})
