import { expect } from 'vitest'
import type { ShownExchange } from '#shop/exchanges/staff-contract.ts'
import { advanceOrder } from '#shop/orders/staff.server.ts'
import { STAFF, type TestShop } from './shop.ts'
import type { SignedInStaff } from './staff.ts'

/** Calls a step of an exchange as staff do. */
export function exchangeStep({ browser }: SignedInStaff, id: string, action: string, body: object = {}) {
  return browser.call('POST', `/exchanges/${id}/${action}`, body)
}

/** An exchange as its record on the staff site shows it. */
export async function shownExchange({ browser }: SignedInStaff, id: string): Promise<ShownExchange> {
  // Safe cast: the call's response.
  return (await browser.call('GET', `/exchanges/${id}`)).body as unknown as ShownExchange
}

/** Delivers a paid order, and returns its id. */
export async function deliverOrder({ shop }: TestShop, orderId: string): Promise<string> {
  for (const _ of ['packaging', 'ontheway', 'delivered']) await advanceOrder({ ...shop, actor: STAFF }, orderId)
  return orderId
}

let parcels = 0

/** A parcel with a number of its own. */
export const exchangeParcel = () => ({ carrier: 'Delhivery', tracking: `SWAP${++parcels}` })

/** Does all that is left of an exchange that is asked for, and paid if it costs more. */
export async function finishExchange(owner: SignedInStaff, id: string): Promise<void> {
  for (const [action, body] of [['approve'], ['receive'], ['ship', exchangeParcel()], ['arrived']] as const)
    expect((await exchangeStep(owner, id, action, body)).status, action).toBe(200)
}
