import { formatRupees } from '#platform/money.ts'
import { shortDay } from '#platform/text/dates.ts'
import { t } from '#platform/text/t.ts'
import type { RefusedCode } from './grant-rules.ts'

/** Why a code doesn't count, and what is missing, for the shopper. */
export function refusedCodeText({ reason, missing }: Pick<RefusedCode, 'reason' | 'missing'>): string {
  switch (reason) {
    case 'offer_unknown':
      return t('There’s no such code.')
    case 'offer_ended':
      return t('This offer has ended.')
    case 'offer_not_started':
      return missing.from === undefined
        ? t('This offer hasn’t started yet.')
        : t('This offer starts on {day}.', { day: dayText(missing.from) })
    case 'offer_used_up':
      return t('This code has been used as often as it can be.')
    case 'offer_not_yours':
      return missing.firstOrder
        ? t('This code is for a first order, and you have ordered before.')
        : t('This code isn’t for this account.')
    case 'offer_below_minimum':
      return belowMinimumText(missing)
    case 'offer_no_goods':
      return noGoodsText(missing)
    case 'offer_not_with_method':
      return t('This code works if you pay online.')
    case 'offer_not_combined':
      return t('This code can’t be combined with your other offers, which save more.')
  }
}

function belowMinimumText({ goods, pieces = 0 }: RefusedCode['missing']): string {
  if (goods !== undefined) return t('{amount} more for this code.', { amount: formatRupees(goods) })
  return pieces === 1 ? t('1 more piece for this code.') : t('{count} more pieces for this code.', { count: pieces })
}

function noGoodsText({ pieces }: RefusedCode['missing']): string {
  return pieces === undefined ? t('This code saves nothing on what’s in your cart.') : belowMinimumText({ pieces })
}

function dayText(day: string): string {
  return shortDay(day) ?? day
}
