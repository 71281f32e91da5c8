import { indianDay } from '#platform/india-time.ts'
import { t } from '#platform/text/t.ts'
import type { OfferState } from '#shop/offers/rules.ts'
import type { ListedOffer } from '#shop/offers/staff-contract.ts'
import type { Tone } from '#ui/parts.tsx'
import { dayText } from '../parts/when.tsx'

const STATES: Record<OfferState, [text: string, tone: Tone]> = {
  draft: [t('Draft'), 'plain'],
  running: [t('Running'), 'ok'],
  stopped: [t('Stopped'), 'warn'],
  ended: [t('Ended'), 'plain'],
}

export const stateText = (state: OfferState) => STATES[state][0]

/** When an offer counts: "from 5 Dec 2026 to 6 Dec 2026", or nothing if it always does. */
export function daysText({ from, to }: Pick<ListedOffer, 'from' | 'to'>): string {
  if (from && to) return t('{from} to {to}', { from: dayText(from), to: dayText(to) })
  if (from) return t('from {from}', { from: dayText(from) })
  return to ? t('until {to}', { to: dayText(to) }) : ''
}

/** The state for people: one that runs and whose first day is still to come waits for it. */
export function stateOf({ state, from }: Pick<ListedOffer, 'state' | 'from'>): { text: string; tone: Tone } {
  const waits = state === 'running' && from !== undefined && from > indianDay(new Date())
  return waits
    ? { text: t('Starts {day}', { day: dayText(from) }), tone: 'violet' }
    : { text: stateText(state), tone: STATES[state][1] }
}

/** How shoppers get it. */
export function codeText({ codes, code }: Pick<ListedOffer, 'codes' | 'code'>): string {
  if (codes === 'one') return code ?? ''
  return codes === 'batch' ? t('single-use codes') : t('automatic')
}
