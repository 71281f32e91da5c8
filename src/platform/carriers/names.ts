/** The carriers whose API the shop speaks. */
export const API_CARRIERS = ['delhivery', 'shiprocket'] as const
export type ApiCarrier = (typeof API_CARRIERS)[number]

export const CARRIER_LABELS: Readonly<Record<ApiCarrier, string>> = { delhivery: 'Delhivery', shiprocket: 'Shiprocket' }
