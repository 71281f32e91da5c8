import type { Kysely } from 'kysely'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { STOPPED } from './messages.ts'
import { findBackup, newestBackupId, recordBackup, recordVerification } from './sql.server.ts'
import { endWork, takeWork } from './work-sql.server.ts'

type Db = Kysely<Tables>
type WorkShop = Pick<Shop, 'db' | 'runCommand' | 'clock' | 'log'>

/**
 * Makes a backup by a command in a process of its own, unless other work on backups is under way. Whatever ends it, there
 * is a record: if the command left none, of why it failed.
 * @param place where it would be
 * @returns false if other work is under way; true once it has begun
 */
export function beginBackup(
  shop: WorkShop,
  { place, isDue = false }: { place: string; isDue?: boolean },
): Promise<boolean> {
  return begin(shop, null, async (session) => {
    const before = await newestBackupId(session)
    const problem = await problemOf(shop, isDue ? ['backup', '--due'] : ['backup'])
    if ((await newestBackupId(session)) !== before || (isDue && problem === null)) return
    const madeAt = shop.clock.now()
    await recordBackup(session, { madeAt, place, name: '', scheduled: true, problem: problem ?? STOPPED })
  })
}

/**
 * Checks a backup likewise.
 * @param args the command that does it
 */
export function beginCheck(shop: WorkShop, id: number, args: readonly string[]): Promise<boolean> {
  return begin(shop, id, async (session) => {
    const before = await findBackup(session, id)
    const problem = await problemOf(shop, args)
    if (!before || problem === null) return
    const after = await findBackup(session, id)
    if (after?.verifiedAt?.getTime() !== before.verifiedAt?.getTime()) return
    await recordVerification(session, { ...before, problem })
  })
}

/** @returns why the command failed, or null */
async function problemOf({ runCommand, log }: WorkShop, args: readonly string[]): Promise<string | null> {
  try {
    await runCommand?.(args)
    return null
  } catch (error) {
    log.error({ err: error }, 'backups: the command failed')
    const text = error instanceof Error ? error.message : String(error)
    return text.split('\n').at(-1) ?? text
  }
}

/** Begins work in a session that has the locks until it ends. */
function begin({ db, log }: WorkShop, checked: number | null, work: (session: Db) => Promise<void>): Promise<boolean> {
  const begun = Promise.withResolvers<boolean>()
  db.connection()
    .execute(async (session) => {
      const isTaken = await takeWork(session, checked)
      begun.resolve(isTaken)
      if (isTaken) await work(session).finally(() => endWork(session))
    })
    .catch((error: unknown) => {
      begun.reject(error)
      log.error({ err: error }, 'backups: the work failed')
    })
  return begun.promise
}
