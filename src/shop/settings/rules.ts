/** The types of the settings, for browser files too: the table itself has zod. */
import type { Settings } from './definitions.ts'

export type { SettingName, Settings, SharedSettings } from './definitions.ts'

/** True if a shop takes payments in the sandbox while it's open: it sells for nothing, and its staff are told. */
export function isSandboxOpen({ mode }: { mode: string }, settings: { readonly 'shop.open': boolean }): boolean {
  return mode === 'sandbox' && settings['shop.open']
}

/** True if an open shop charges GST without a GSTIN: its owner is told. */
export function chargesWithoutGstin(
  settings: Readonly<Pick<Settings, 'shop.open' | 'shop.gstin' | 'order.taxPercent' | 'tax.table'>>,
): boolean {
  const charges = settings['order.taxPercent'] > 0 || settings['tax.table'].length > 0
  return settings['shop.open'] && charges && settings['shop.gstin'] === ''
}

/** A path of this shop: never another host, a script or a control character. */
export const SHOP_PATH = /^\/(?![/\\])[\x21-\x7e]*$/

/** The name of the demonstration, whose pages show placeholders (SPEC 1) where a shop's own leave a sentence out. */
export const DEMONSTRATION_NAME = 'Fourth Seat'

export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** The pages whose text the owner may replace. */
export const PAGE_NAMES = ['terms', 'shipping', 'exchanges', 'privacy', 'about'] as const
export type PageName = (typeof PAGE_NAMES)[number]
