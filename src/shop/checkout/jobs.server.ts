import { attempt, createPoller, type Poller } from '#platform/process/poller.server.ts'
import { applyDueChanges } from '../catalog/jobs.server.ts'
import { sendNextBatch } from '../contact/staff.server.ts'
import { finishImports } from '../imports/jobs.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { findOrdersDueToAdvance } from '../orders/staff-sql.server.ts'
import { sweepDisputes } from '../refunds/disputes.server.ts'
import { sendRefunds } from '../refunds/send.server.ts'
import { wakeRefunds } from '../refunds/sql.server.ts'
import { countBoughtTogether } from '../related/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { reconcileOrders } from './reconcile.server.ts'
import { remindUnpaid } from './remind.server.ts'
import { wakeOpenOrders } from './sql.server.ts'
import { processEvents } from './webhook.server.ts'
import { deleteOldEvents, wakeEvents } from './webhook-sql.server.ts'

/** The background jobs of the whole shop. Each claims its rows, so any number of instances may run them. */
export interface CheckoutJobs extends Poller {
  /** One round of all jobs; disputes and the housekeeping of the whole shop run once an hour. */
  tick(): Promise<void>
}

const POLL_MS = 2000
const BATCH = 20
/** DEMO_FULFILMENT: seconds in each stage. */
const DEMO_SECONDS = 8
const HOUSEKEEPING_MS = 60 * 60 * 1000

/** What a feature deletes regularly, by the feature's name. */
export type Housekeeping = Readonly<Record<string, (db: Shop['db']) => Promise<unknown>>>

/** Creates the jobs; `housekeeping` runs hourly and soon after each start. */
export function createCheckoutJobs(shop: Shop, housekeeping: Housekeeping = {}): CheckoutJobs {
  let cleanedAt: number | null = null

  /** Repeats a job until less than a whole batch was due; every claim postpones its rows, so this ends. */
  async function drain(run: () => Promise<number>): Promise<void> {
    while ((await run()) === BATCH && !poller.isStopped());
  }

  /** Makes everything that a fault postponed due at once when a shop starts. */
  async function wakeAll(): Promise<void> {
    await wakeOpenOrders(shop.db)
    await wakeRefunds(shop.db)
    await wakeEvents(shop.db)
  }

  async function tick(): Promise<void> {
    await Promise.all([
      attempt(shop.log, 'inbox', () => drain(() => processEvents(shop, { limit: BATCH }))),
      attempt(shop.log, 'orders', () => drain(() => reconcileOrders(shop, BATCH))),
      attempt(shop.log, 'stock of imports', () => finishImports(shop.db)),
      attempt(shop.log, 'scheduled product changes', () => drain(() => applyDueChanges(shop.db, BATCH))),
      attempt(shop.log, 'newsletter', () => sendNextBatch(shop)),
      attempt(shop.log, 'unpaid orders', () => drain(() => remindUnpaid(shop, BATCH))),
      attempt(shop.log, 'refunds', () => drain(() => sendRefunds(shop, BATCH))),
      shop.settings.demoFulfilment ? attempt(shop.log, 'demonstration', () => advanceDemoOrders(shop)) : undefined,
    ])
    // After the others: it locks orders, which the reconciler would skip.
    await attempt(shop.log, 'products bought together', () => drain(() => countBoughtTogether(shop.db, BATCH)))
    if (cleanedAt !== null && performance.now() - cleanedAt < HOUSEKEEPING_MS) return
    cleanedAt = performance.now()
    await attempt(shop.log, 'disputes', () => sweepDisputes(shop))
    for (const [feature, clean] of Object.entries({ events: deleteOldEvents, ...housekeeping }))
      await attempt(shop.log, `housekeeping: ${feature}`, () => clean(shop.db))
  }

  const poller = createPoller({ log: shop.log, name: 'jobs', everyMs: POLL_MS, tick, onStart: wakeAll })
  return { ...poller, tick }
}

/** Demonstration only: parcels move by themselves. */
async function advanceDemoOrders(shop: Shop): Promise<void> {
  for (const orderId of await findOrdersDueToAdvance(shop.db, DEMO_SECONDS))
    await advanceOrder({ ...shop, actor: { kind: 'system', job: 'demonstration' } }, orderId)
}
