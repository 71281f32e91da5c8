import { isDiskLow, readDiskSpace } from '#platform/disk.server.ts'
import { indianDay, indianHour } from '#platform/india-time.ts'
import { HOUR_MS } from '#platform/process/jobs.server.ts'
import { backupPlan } from '../backups/make-backup.server.ts'
import { readBackupStatus } from '../backups/status.server.ts'
import { claimDigest, claimForMail, recordEvent } from '../events/sql.server.ts'
import type { Shop, ShopJob } from '../shop.server.ts'
import { digestMail, eventMail } from './mails.server.ts'
import { findEventPerson, hasRecentEvent } from './person-sql.server.ts'
import { readToday } from './today-sql.server.ts'

const BATCH = 20
/** The most events of one digest; the others come with the next one. */
const MAX_IN_DIGEST = 200

export const ownerJobs: readonly ShopJob[] = [
  { name: 'owner mails', everyMs: 5000, run: writeOwnerMails },
  { name: 'age of backups', everyMs: HOUR_MS / 4, run: checkBackups },
  { name: 'disk space', everyMs: HOUR_MS / 12, run: (shop) => checkDisk(shop) },
]

/** Writes the due mails, each once however many instances run. @returns the number of events claimed for them */
export async function writeOwnerMails(shop: Shop): Promise<number> {
  const hasWebhooks = shop.config.webhooks !== null
  const { events, hasMails } = await shop.db.transaction().execute(async (tx) => {
    const settings = shop.settings()
    const sender = { settings, publicUrl: shop.config.publicUrl }
    if (settings['owner.email'] !== '' && settings['owner.mails'] === 'digest') {
      const now = shop.clock.now()
      if (indianHour(now) < settings['owner.digestHour'] || !(await claimDigest(tx, indianDay(now))))
        return { events: 0, hasMails: false }
      const events = await claimForMail(tx, MAX_IN_DIGEST)
      const disk = await readDiskSpace(shop.config.dataDir)
      const backups = await readBackupStatus(tx, backupPlan(settings, shop.config), now)
      const today = await readToday(tx, settings, { hasWebhooks, disk, backups })
      await shop.mail.enqueue(tx, digestMail(events, today, sender))
      return { events: events.length, hasMails: true }
    }
    // Events are claimed even without an address, so that an address set later gets no mails about the past.
    const events = await claimForMail(tx, BATCH)
    const hasMails = settings['owner.email'] !== '' && events.length > 0
    if (hasMails)
      for (const event of events)
        await shop.mail.enqueue(tx, eventMail(event, sender, await findEventPerson(tx, event)))
    return { events: events.length, hasMails }
  })
  if (hasMails) shop.mail.wake()
  return events
}

/** Tells the owner of a disk that is nearly full, once a day while it is. @returns the number of events */
export async function checkDisk(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  read: typeof readDiskSpace = readDiskSpace,
): Promise<number> {
  const { free, total } = await read(config.dataDir)
  if (!isDiskLow({ free, total })) return 0
  log.error({ free, total }, 'disk: nearly full')
  if (await hasRecentEvent(db, 'disk.low')) return 0
  await recordEvent(db, { type: 'disk.low', subject: 'disk', data: { free, total } })
  return 1
}

/** Tells the owner of backups that fail, once a day while they do. @returns the number of events */
export async function checkBackups({ db, config, settings, clock, log }: Shop): Promise<number> {
  const { problem } = await readBackupStatus(db, backupPlan(settings(), config), clock.now())
  if (problem === null) return 0
  log.error({ problem }, 'backups: they fail')
  if (await hasRecentEvent(db, 'backup.old')) return 0
  await recordEvent(db, { type: 'backup.old', subject: 'backups', data: { problem } })
  return 1
}
