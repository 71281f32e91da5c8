import { indianDay, indianHour } from '#platform/india-time.ts'
import { createPoller, type Poller } from '#platform/process/poller.server.ts'
import { claimDigest, claimForMail } from '../events/sql.server.ts'
import { readSettings } from '../settings/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { digestMail, eventMail } from './mails.server.ts'
import { readToday } from './today-sql.server.ts'

const POLL_MS = 5000
const BATCH = 20
/** The most events of one digest; the others come with the next one. */
const MAX_IN_DIGEST = 200

/** Writes the owner's mails. `hasWebhooks`: whether events are also sent to WEBHOOKS_URL. */
export function createOwnerJobs(shop: Shop, options: { hasWebhooks: boolean }): Poller {
  async function tick(): Promise<void> {
    while ((await writeOwnerMails(shop, options)) === BATCH && !poller.isStopped());
  }
  const poller = createPoller({ log: shop.log, name: 'owner mails', everyMs: POLL_MS, tick })
  return poller
}

/** Writes the mails that are due, each once however many instances run. @returns how many events were claimed for them */
export async function writeOwnerMails(shop: Shop, options: { hasWebhooks: boolean }): Promise<number> {
  const { events, hasMails } = await shop.db.transaction().execute(async (tx) => {
    const settings = await readSettings(tx)
    if (settings['owner.email'] !== '' && settings['owner.mails'] === 'digest') {
      const now = shop.clock.now()
      if (indianHour(now) < settings['owner.digestHour'] || !(await claimDigest(tx, indianDay(now))))
        return { events: 0, hasMails: false }
      const events = await claimForMail(tx, MAX_IN_DIGEST)
      await shop.mail.enqueue(tx, digestMail(events, await readToday(tx, options), settings))
      return { events: events.length, hasMails: true }
    }
    // Without an address events are claimed too, so that an address that is set later gets no mails about the past.
    const events = await claimForMail(tx, BATCH)
    const hasMails = settings['owner.email'] !== '' && events.length > 0
    if (hasMails) for (const event of events) await shop.mail.enqueue(tx, eventMail(event, settings))
    return { events: events.length, hasMails }
  })
  if (hasMails) shop.mail.wake()
  return events
}
