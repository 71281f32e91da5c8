import { type ShownSettings, useSettings } from '../settings/client.ts'
import { useEstimate } from './use-estimate.ts'

/**
 * The shop's settings with the delivery fee of a PIN, or that to the USA, if fees differ by place. The server's total is
 * decisive.
 */
export function useCharges(pin: string | null, isAbroad = false): ShownSettings {
  const settings = useSettings()
  const { estimate } = useEstimate(settings.deliveryVaries ? pin : null)
  const zoneFee = estimate?.ok ? estimate.value.fee : undefined
  const fee = isAbroad ? settings['order.delivery'] + settings['shipping.usaSurcharge'] : zoneFee
  return fee === undefined ? settings : { ...settings, 'order.delivery': fee }
}
