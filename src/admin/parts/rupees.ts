import { formatRupees } from '#platform/money.ts'

/** A sum at a glance, without paise: Rs. 26,540. The reports and orders have them. */
export function wholeRupees(rupees: number): string {
  return formatRupees(Math.round(rupees))
}

/**
 * An amount as people type it, in rupees with at most two decimals: "1,499", "1499.5", "₹ 1,49,900", "Rs. 40". Null for
 * anything else, such as "1,01" or "10.999".
 */
export function parseRupees(text: string): number | null {
  const amount = text.trim().replace(/^(?:₹|rs\.?|inr)\s*/i, '')
  // Commas between groups only: "1,01" is a mistyped 1.01, not 101.
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{1,2})?$/.test(amount)) return null
  const rupees = Number(amount.replaceAll(',', ''))
  return rupees <= 99_999_999 ? rupees : null
}
