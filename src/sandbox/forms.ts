import type { FormError } from './pages.ts'
import type { Instrument } from './records.ts'
import { findTestCard, UPI_FAILURE, UPI_SUCCESS } from './test-instruments.ts'

/** A form that was understood: what to pay with, and the failure that this card or address stands for. */
export type PayForm = { instrument: Instrument; failReason: string | null }

type Fields = Record<string, string>

/** Whether `MM/YY` (or `MM/YYYY`) lies in this month or later. */
function isFuture(expiry: string, now: number): boolean {
  const match = /^(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)$/.exec(expiry.trim())
  if (!match) return false
  const endOfMonth = Date.UTC(2000 + Number(match[2]), Number(match[1]), 1)
  return endOfMonth > now
}

/** Reads the card form. Numbers other than the test cards are refused, so no real card is ever taken or kept. */
export function readCardForm(fields: Fields, now: number): PayForm | FormError {
  const { number = '', expiry = '', cvv = '', holder = '' } = fields
  const card = findTestCard(number)
  const kept = card ? { number, expiry, holder } : { expiry, holder }
  if (!card) return { field: 'number', sentence: 'Use one of the test cards. Real cards are not accepted here.', kept }
  if (!isFuture(expiry, now))
    return { field: 'expiry', sentence: 'Enter an expiry date in the future, such as 12/34.', kept }
  if (!/^\d{3,4}$/.test(cvv.trim()))
    return { field: 'cvv', sentence: 'Enter the CVV, 3 or 4 digits of your choice.', kept }
  if (holder.trim() === '') return { field: 'holder', sentence: 'Enter the name on the card.', kept }
  const last4 = card.number.slice(-4)
  return { instrument: { method: 'card', network: card.network, last4, name: holder.trim() }, failReason: card.reason }
}

/** Reads the UPI form: one of the two test addresses. */
export function readUpiForm(fields: Fields): PayForm | FormError {
  const vpa = (fields.vpa ?? '').trim().toLowerCase()
  if (vpa !== UPI_SUCCESS && vpa !== UPI_FAILURE) {
    const sentence = `Use ${UPI_SUCCESS} or ${UPI_FAILURE}. Real UPI IDs are not accepted here.`
    return { field: 'vpa', sentence, kept: {} }
  }
  return { instrument: { method: 'upi', vpa }, failReason: vpa === UPI_FAILURE ? 'payment_failed' : null }
}
