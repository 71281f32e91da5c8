import { attempt, createPoller, type Poller } from '#platform/process/poller.server.ts'
import { claimDigest, claimForMail } from '../events/store.server.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import { digestMail, eventMail } from './mails.server.ts'
import { readToday } from './today-store.server.ts'

const POLL_MS = 5000
const BATCH = 20
/** Of one digest; what is beyond it comes with the next one. */
const MAX_IN_DIGEST = 200

/** Writes the owner's mails. `hasWebhooks`: whether events go to a program too. */
export function createOwnerJobs(shop: Shop, options: { hasWebhooks: boolean }): Poller {
  const poller: Poller = createPoller(
    () =>
      attempt(shop.log, 'owner mails', async () => {
        while ((await writeOwnerMails(shop, options)) === BATCH && !poller.isStopped());
      }),
    POLL_MS,
  )
  return poller
}

/** Writes the mails that are due, each once however many instances run, and returns how many events they are about. */
export async function writeOwnerMails(shop: Shop, options: { hasWebhooks: boolean }): Promise<number> {
  const written = await shop.db.transaction().execute(async (tx) => {
    const settings = await readSettings(tx)
    if (settings['owner.email'] !== '' && settings['owner.mails'] === 'digest') {
      const { day, hour } = indianTime(shop.clock.now())
      if (hour < settings['owner.digestHour'] || !(await claimDigest(tx, day))) return 0
      const events = await claimForMail(tx, MAX_IN_DIGEST)
      await shop.mail.enqueue(tx, digestMail(events, await readToday(tx, options), settings))
      return events.length
    }
    // Events that nobody wants to read are claimed too: a new address gets no mails about the past.
    const events = await claimForMail(tx, BATCH)
    if (settings['owner.email'] !== '')
      for (const event of events) await shop.mail.enqueue(tx, eventMail(event, settings))
    return events.length
  })
  if (written > 0) shop.mail.wake()
  return written
}

/** Day (YYYY-MM-DD) and hour in India. */
function indianTime(date: Date): { day: string; hour: number } {
  const local = new Date(date.getTime() + 5.5 * 3600 * 1000).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}
