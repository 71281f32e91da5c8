import type { Shop, ShopJob } from '../shop.server.ts'
import { advanceOrder } from './staff.server.ts'
import { findOrdersDueToAdvance } from './staff-sql.server.ts'

/** DEMO_FULFILMENT: seconds in each stage. */
const DEMO_SECONDS = 8

export const orderJobs: readonly ShopJob[] = [{ name: 'demonstration', everyMs: 2000, run: advanceDemoOrders }]

/** Demonstration only: parcels move by themselves. */
async function advanceDemoOrders(shop: Shop): Promise<void> {
  if (!shop.config.demoFulfilment) return
  for (const orderId of await findOrdersDueToAdvance(shop.db, DEMO_SECONDS))
    await advanceOrder({ ...shop, actor: { kind: 'system', job: 'demonstration' } }, orderId)
}
