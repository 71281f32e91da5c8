import { type ShownSettings, useSettings } from '../settings/client.ts'
import { useEstimate } from './use-estimate.ts'

/**
 * The shop's settings with the delivery fee of a PIN and the sum from which it's free there, or the fee to the USA, if fees
 * differ by place. The server's total is
 * decisive.
 */
export function useCharges(pin: string | null, isAbroad = false): ShownSettings {
  const settings = useSettings()
  const { estimate } = useEstimate(settings.deliveryVaries ? pin : null)
  const [usual, usualFrom] = [settings['order.delivery'], settings['delivery.freeFrom']]
  if (isAbroad)
    return { ...settings, 'order.delivery': usual + settings['shipping.usaSurcharge'], 'delivery.freeFrom': 0 }
  const { fee = usual, freeFrom = usualFrom } = estimate?.ok ? estimate.value : {}
  return { ...settings, 'order.delivery': fee, 'delivery.freeFrom': freeFrom }
}
