import type { ApiCarrier } from '#platform/carriers/names.ts'

/** Where carriers push. Shiprocket takes no address with its own name in it. */
export const PUSH_PATHS: Readonly<Record<ApiCarrier, string>> = {
  delhivery: '/api/webhooks/delhivery',
  shiprocket: '/api/webhooks/parcels',
}
