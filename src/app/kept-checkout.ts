import { readSession } from '#platform/browser/session.ts'
import { tabStorage } from '#platform/browser/storage.ts'
import type { AddressDraft } from '#shop/addresses/rules.ts'

const KEY = 'keptCheckout'

/** What a shopper had entered on the checkout page when the session ended. */
export type KeptCheckout = {
  chosen: string | null
  /** The open form: of a new address (null) or of a saved one. */
  form: { addressId: string | null; draft: AddressDraft } | null
}

/** Keeps it in this tab for the same customer's next visit to the page. */
export function keepCheckout(userId: string, kept: KeptCheckout): void {
  tabStorage.write(KEY, { userId, ...kept })
}

/** What was kept for the signed-in customer, once. Null if nothing was. */
export function takeKeptCheckout(): KeptCheckout | null {
  // Safe cast: only `keepCheckout` writes this key.
  const kept = tabStorage.read(KEY) as ({ userId: string } & KeptCheckout) | null
  tabStorage.write(KEY, null)
  return kept !== null && kept.userId === readSession()?.user.id ? kept : null
}
