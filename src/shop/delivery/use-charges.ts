import { type ShownSettings, useSettings } from '../settings/client.ts'
import { useEstimate } from './use-estimate.ts'

/** The shop's settings with a PIN's delivery fee, if fees differ by place. The server's total is decisive. */
export function useCharges(pin: string | null): ShownSettings {
  const settings = useSettings()
  const { estimate } = useEstimate(settings.deliveryVaries ? pin : null)
  const fee = estimate?.ok ? estimate.value.fee : undefined
  return fee === undefined ? settings : { ...settings, 'order.delivery': fee }
}
