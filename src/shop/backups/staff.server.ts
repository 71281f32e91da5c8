import { z } from 'zod'
import type { ResponseOf } from '#platform/api/endpoint.ts'
import type { Actor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { backupPlan } from './make-backup.server.ts'
import { NO_BACKUP, NO_PLACE, NOT_HERE, UNDER_WAY } from './messages.ts'
import { addressOf, storeAddresses } from './place.server.ts'
import { downloadName } from './rules.ts'
import { findBackup, type ListedBackup, listBackups } from './sql.server.ts'
import type { backupsStaffContract, ListedBackupView } from './staff-contract.ts'
import { readBackupStatus } from './status.server.ts'
import { beginBackup, beginCheck } from './work.server.ts'
import { readWork } from './work-sql.server.ts'

type Begun = { begun: true }

/** The backups and how they stand. */
export async function showBackups(
  shop: Shop,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Result<ResponseOf<(typeof backupsStaffContract)['GET /backups']>, 'invalid_input'>> {
  const { db, settings, config, clock } = shop
  const from = readCursor(cursor, z.tuple([z.int()]))
  if (!from.ok) return from
  const plan = backupPlan(settings(), config)
  // First: work that has ended by then has its record in the list.
  const work = await readWork(db)
  const [rows, status] = await Promise.all([
    listBackups(db, limit + 1, from.data?.[0]),
    readBackupStatus(db, plan, clock.now()),
  ])
  const addresses = storeAddresses(shop, plan)
  const { items, next } = cutPage(rows, limit, ({ id }) => [id])
  return ok({
    items: items.map((row) => viewOf(addresses, row)),
    next,
    every: plan.everyHours,
    to: plan.to,
    onOwnDisk: plan.to.startsWith(config.dataDir),
    keep: settings()['backup.keep'],
    last: status.last && { ...status.last, id: String(status.last.id), at: status.last.at.toISOString() },
    ageSeconds: Math.floor(status.ageMs / 1000),
    problem: status.problem,
    work: work && { checks: work.checked === null ? null : String(work.checked), since: work.since.toISOString() },
  })
}

function viewOf(addresses: (place: string) => string, row: ListedBackup): ListedBackupView {
  const { id, at, verifiedAt, scheduled, ...more } = row
  return {
    ...more,
    id: String(id),
    at: at.toISOString(),
    address: addressOf(addresses(row.place), row.name),
    isEncrypted: row.name.endsWith('.age'),
    verifiedAt: verifiedAt?.toISOString() ?? null,
    file: row.problem === null ? downloadName(row.name, { hasPicturesBeside: scheduled }) : null,
  }
}

/** Begins a backup, with a line of the log. */
export async function makeNow(shop: Shop, actor: Actor): Promise<Result<Begun, 'conflict'>> {
  const { to } = backupPlan(shop.settings(), shop.config)
  if (to === '') return refuse('conflict', NO_PLACE)
  return begun(shop, actor, { action: 'backup.make', subject: 'backups' }, () => beginBackup(shop, { place: to }))
}

/** Begins the check of a backup, with a line of the log. */
export async function checkNow(shop: Shop, actor: Actor, id: number): Promise<Result<Begun, 'not_found' | 'conflict'>> {
  const row = await findBackup(shop.db, id)
  if (!row) return refuse('not_found', NO_BACKUP)
  const addresses = storeAddresses(shop, backupPlan(shop.settings(), shop.config))
  const address = addressOf(addresses(row.place), row.name)
  // Its secret key isn't here, by design.
  const args = ['backup', 'verify', address, ...(row.name.endsWith('.age') ? ['--as-written'] : [])]
  const subject = `backup:${row.name}`
  return begun(shop, actor, { action: 'backup.check', subject }, () => beginCheck(shop, id, args))
}

async function begun(
  { db, runCommand }: Shop,
  actor: Actor,
  line: { action: string; subject: string },
  begin: () => Promise<boolean>,
): Promise<Result<Begun, 'conflict'>> {
  if (!runCommand) return refuse('conflict', NOT_HERE)
  if ((await readWork(db)) !== null || !(await begin())) return refuse('conflict', UNDER_WAY)
  await db.transaction().execute((tx) => writeAudit(tx, actor, { ...line, before: null, after: null }))
  return ok({ begun: true })
}
