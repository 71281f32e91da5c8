import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import type { Settings } from '../settings/rules.ts'
import { missingForFree } from './free-delivery-rules.ts'

/**
 * What goods lack until delivery is free, as in "Rs. 201 more for free delivery", or that it is. Null if it's never free
 * for its sum. `goods` in rupees.
 */
export function freeDeliveryText(
  goods: number,
  settings: Pick<Settings, 'order.delivery' | 'delivery.freeFrom'>,
): string | null {
  const missing = missingForFree(goods, settings['order.delivery'], settings['delivery.freeFrom'])
  if (missing === null) return null
  return missing === 0
    ? t('Delivery is free')
    : t('{missing} more for free delivery', { missing: formatRupees(Math.round(missing * 100) / 100) })
}
