import { t } from '#platform/text/t.ts'
import type { Booking } from '#shop/carriers/staff-contract.ts'

export function bookingStateText(state: Booking['state']): string {
  switch (state) {
    case 'booking':
      return t('Being booked')
    case 'booked':
      return t('Booked')
    case 'failed':
      return t('Not booked')
    case 'cancelling':
      return t('Being cancelled')
    case 'cancelled':
      return t('Cancelled')
  }
}

export function bookingTone(state: Booking['state']): 'ok' | 'warn' | 'bad' | 'plain' {
  if (state === 'booked') return 'ok'
  if (state === 'failed') return 'bad'
  return state === 'cancelled' ? 'plain' : 'warn'
}
