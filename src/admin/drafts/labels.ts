import { t } from '#platform/text/t.ts'
import type { DraftSource, DraftState } from '#shop/drafts/rules.ts'
import type { DraftOrder } from '#shop/drafts/staff-contract.ts'
import type { Tone } from '#ui/parts.tsx'

export const STATE_TEXTS: Record<DraftState, string> = { open: t('Open'), paid: t('Paid'), lapsed: t('Expired') }

export const STATE_TONES: Record<DraftState, Tone> = { open: 'violet', paid: 'ok', lapsed: 'warn' }

export const SOURCE_TEXTS: Record<DraftSource, string> = {
  whatsapp: t('WhatsApp'),
  phone: t('Phone'),
  stall: t('Stall'),
  other: t('Other'),
}

export type HandMethod = NonNullable<DraftOrder['paid']>['method']

export const METHOD_TEXTS: Record<HandMethod, string> = { cash: t('Cash'), upi: t('UPI'), other: t('Other') }

// Safe cast: the keys of a record.
export const HAND_METHODS = Object.keys(METHOD_TEXTS) as HandMethod[]
