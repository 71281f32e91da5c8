import { isUnavailable } from '#platform/db/database.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { findRestingOrders } from '../orders/staff-store.server.ts'
import type { Shop } from '../shop.server.ts'
import { checkOrders } from './check-order.server.ts'
import { wakeOpenOrders } from './check-store.server.ts'
import { forgetOldEvents, wakeEvents } from './inbox-store.server.ts'
import { wakeRefunds } from './refund-store.server.ts'
import { sendRefunds } from './refunds.server.ts'
import { processInbox } from './webhook.server.ts'

/** What the till does by itself. Every part claims its work, so any number of instances may run them. */
export interface CheckoutJobs {
  /** Starts the loop: what is due is looked for every few seconds. */
  run(): void
  /** Lets the round under way finish, then ends the loop. */
  stop(): Promise<void>
  /** One round: events, orders, refunds, the demonstration's parcels, and each hour the housekeeping of the whole shop. */
  tick(): Promise<void>
}

const POLL_MS = 2000
const BATCH = 20
/** DEMO_FULFILMENT: seconds in each stage. */
const DEMO_SECONDS = 8
const HOUSEKEEPING_MS = 60 * 60 * 1000

/** What a room of the shop has to forget, by the room's name. */
export type Housekeeping = Readonly<Record<string, (db: Shop['db']) => Promise<unknown>>>

/**
 * The inbox, the sweeper and reconciler, the refunds (docs/reliability.md). `housekeeping` is done hourly and soon after
 * each start, beside the till's own.
 */
export function createCheckoutJobs(shop: Shop, housekeeping: Housekeeping = {}): CheckoutJobs {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()
  let cleanedAt = 0

  /** One part may fail without holding up the others. */
  async function attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (isUnavailable(error)) shop.log.warn({ job: name }, 'jobs: the database did not answer')
      else shop.log.error({ err: error, job: name }, 'jobs: failed')
    }
  }

  /** Goes on until less than a whole batch was due; every claim puts its work off, so this ends. */
  async function drain(work: () => Promise<number>): Promise<void> {
    while ((await work()) === BATCH && !stopped);
  }

  /** What was put off for minutes because of a fault is looked at again as soon as there is a shop again. */
  async function wakeAll(): Promise<void> {
    await wakeOpenOrders(shop.db)
    await wakeRefunds(shop.db)
    await wakeEvents(shop.db)
  }

  async function tick(): Promise<void> {
    await Promise.all([
      attempt('inbox', () => drain(() => processInbox(shop, { limit: BATCH }))),
      attempt('orders', () => drain(() => checkOrders(shop, BATCH))),
      attempt('refunds', () => drain(() => sendRefunds(shop, BATCH))),
      shop.settings.demoFulfilment ? attempt('demonstration', () => moveParcels(shop)) : undefined,
    ])
    if (performance.now() - cleanedAt < HOUSEKEEPING_MS && cleanedAt > 0) return
    cleanedAt = performance.now()
    for (const [room, forget] of Object.entries({ events: forgetOldEvents, ...housekeeping }))
      await attempt(`housekeeping: ${room}`, () => forget(shop.db))
  }

  function next(): void {
    if (stopped) return
    timer = setTimeout(() => {
      round = tick().finally(next)
    }, POLL_MS)
    timer.unref()
  }

  return {
    run() {
      if (timer || stopped) return
      round = attempt('boot', wakeAll)
      next()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
    tick,
  }
}

/** Demonstration only: parcels move by themselves. */
async function moveParcels(shop: Shop): Promise<void> {
  for (const orderId of await findRestingOrders(shop.db, DEMO_SECONDS)) await advanceOrder(shop, orderId)
}
