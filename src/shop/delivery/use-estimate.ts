import { useEffect, useState } from 'react'
import { whenResolved } from '#platform/browser/when-resolved.ts'
import type { Loaded } from '../catalog/client.ts'
import { loadEstimate } from './client.ts'
import type { DeliveryEstimate } from './contract.ts'

/**
 * The delivery estimate of a PIN, or why there is none. Null while it loads, and without a PIN. `accept` takes an
 * estimate already loaded, so that its PIN isn't requested again.
 */
export function useEstimate(pin: string | null) {
  const [loaded, setLoaded] = useState<{ pin: string; estimate: Loaded<DeliveryEstimate> } | null>(null)
  const estimate = loaded?.pin === pin ? loaded.estimate : null
  const isLoaded = estimate !== null
  useEffect(() => {
    if (pin === null || isLoaded) return
    return whenResolved(loadEstimate(pin), (result) => setLoaded({ pin, estimate: result }))
  }, [pin, isLoaded])
  const accept = (value: DeliveryEstimate) => setLoaded({ pin: value.pin, estimate: { ok: true, value } })
  return { estimate, accept }
}
