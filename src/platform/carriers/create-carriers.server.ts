import type { CarriersConfig } from '../config.server.ts'
import type { Carriers } from './carrier.server.ts'
import { createDelhivery } from './delhivery.server.ts'
import { createShiprocket } from './shiprocket.server.ts'

/** The carriers whose keys the shop has. */
export function createCarriers({ delhivery, shiprocket }: CarriersConfig): Carriers {
  return {
    ...(delhivery ? { delhivery: createDelhivery(delhivery) } : {}),
    ...(shiprocket ? { shiprocket: createShiprocket(shiprocket) } : {}),
  }
}
