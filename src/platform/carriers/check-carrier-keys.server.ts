import type { Carrier } from './carrier.server.ts'
import { type ApiCarrier, CARRIER_LABELS } from './names.ts'

/** Tries a carrier's keys. @throws {Error} with one sentence if it refuses them or can't be reached */
export async function checkCarrierKeys(name: ApiCarrier, carrier: Carrier): Promise<void> {
  // Any PIN does: only the keys are tried.
  const asked = await carrier.checkPin('110001', '')
  if (!asked.ok && asked.failure.kind === 'unreachable')
    throw new Error(`the keys of ${CARRIER_LABELS[name]} couldn’t be used: ${asked.failure.description}.`)
}
