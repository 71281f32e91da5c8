import { useEffect, useState } from 'react'
import { type ShownSettings, useSettings } from '../settings/queries.ts'
import { loadEstimate } from './queries.ts'

/** The shop's settings with the delivery fee of a PIN, where fees differ by place. The server's total is what counts. */
export function useCharges(pin: string | null): ShownSettings {
  const settings = useSettings()
  const [found, setFound] = useState<{ pin: string; fee: number | undefined } | null>(null)
  const asked = settings.deliveryVaries ? pin : null
  useEffect(() => {
    if (asked === null) return
    let current = true
    void loadEstimate(asked).then((estimate) => {
      if (current) setFound(estimate.ok ? { pin: asked, fee: estimate.value.fee } : null)
    })
    return () => {
      current = false
    }
  }, [asked])
  if (found === null || found.pin !== asked || found.fee === undefined) return settings
  return { ...settings, 'order.delivery': found.fee }
}
