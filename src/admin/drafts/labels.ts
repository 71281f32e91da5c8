import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { DraftSource, DraftState } from '#shop/drafts/rules.ts'
import type { DraftOrder } from '#shop/drafts/staff-contract.ts'
import type { Tone } from '#ui/parts.tsx'

export const STATE_TEXTS: Record<DraftState, string> = { open: t('Open'), paid: t('Paid'), lapsed: t('Lapsed') }

export const STATE_TONES: Record<DraftState, Tone> = { open: 'violet', paid: 'ok', lapsed: 'warn' }

export const SOURCE_TEXTS: Record<DraftSource, string> = {
  whatsapp: t('WhatsApp'),
  phone: t('Phone'),
  stall: t('Stall'),
  other: t('Other'),
}

export type HandMethod = NonNullable<DraftOrder['paid']>['method']

export const METHOD_TEXTS: Record<HandMethod, string> = { cash: t('Cash'), upi: t('UPI'), other: t('Other') }

/** What staff send with the link, ready for WhatsApp. */
export function linkSentence(draft: { customer: { name: string }; total: number; link: string }, shop: string): string {
  const name = draft.customer.name.split(' ')[0] ?? ''
  return t('Hello {name}, your order at {shop} comes to {total}. You can pay here: {link}', {
    name,
    shop,
    total: formatPrice(draft.total),
    link: draft.link,
  })
}

/** A WhatsApp chat with a sentence in it; an Indian number gets its country code. */
export function whatsAppLink(phone: string, sentence: string): string {
  const digits = phone.replace(/\D/g, '')
  const number = digits.length === 10 ? `91${digits}` : digits
  return `https://wa.me/${number}?text=${encodeURIComponent(sentence)}`
}

// Safe cast: the keys of a record.
export const HAND_METHODS = Object.keys(METHOD_TEXTS) as HandMethod[]
