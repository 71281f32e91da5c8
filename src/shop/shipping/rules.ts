import { ok, type Result, refuse } from '#platform/api/result.ts'
import { plainCode } from '#platform/text/typed.ts'

/** What the desk for parcels that come back lists them by. `received`: at the shop, and nobody has decided about the order yet. */
export const RETURN_STATES = ['attempted', 'returning', 'returned', 'received'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

/** Letters, digits, dashes and slashes, as carriers print them. */
const TRACKING_NUMBER = /^[A-Z0-9][A-Z0-9/-]{2,39}$/

const LINK = /:\/\/|[\p{L}\p{M}\d]\.\p{L}[\p{L}\p{M}]/u

/** True if a mail program may show a text, or a part of it, as a link. */
export function looksLikeLink(text: string): boolean {
  return LINK.test(text)
}

/** A tracking number in capitals and without spaces. Null if it can't be one. */
export function parseTrackingNumber(text: string): string | null {
  const number = plainCode(text).replace(/\s+/g, '').toUpperCase()
  return TRACKING_NUMBER.test(number) ? number : null
}

/** The URL of a link for shoppers: https, without a user name or password. Null for any other text. */
export function parseLink(text: string): string | null {
  const url = URL.parse(text.trim())
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && url.href.length <= 500
    ? url.href
    : null
}

/** True if a link leads to one of these sites, such as `dtdc.com`, or to a part of one, such as `txk.dtdc.com`. */
export function leadsTo(link: string, sites: readonly string[]): boolean {
  const { hostname } = new URL(link)
  return sites.some((site) => hostname === site || hostname.endsWith(`.${site}`))
}

interface Line {
  id: string
  sku: string
  unshipped: number
}

/**
 * The pieces that go into a parcel: those `wanted` by SKU, or all that haven't left yet (null). Refused: a SKU that the
 * order doesn't have, more pieces than are left, nothing left.
 */
export function choosePieces(
  lines: readonly Line[],
  wanted: Readonly<Record<string, number>> | null,
): Result<{ id: string; sku: string; count: number }[], 'conflict' | 'invalid_input'> {
  const left = lines.map(({ id, sku, unshipped }) => ({ id, sku, count: unshipped }))
  if (left.every(({ count }) => count === 0))
    return refuse('conflict', 'All pieces of this order have already been shipped.')
  if (wanted === null) return ok(left.filter(({ count }) => count > 0))
  const chosen: { id: string; sku: string; count: number }[] = []
  for (const [sku, count] of Object.entries(wanted)) {
    const line = left.find((one) => one.sku === sku)
    if (!line)
      return refuse('invalid_input', `This order has no SKU ${sku}; it has ${lines.map((one) => one.sku).join(', ')}.`)
    if (!Number.isSafeInteger(count) || count < 1)
      return refuse('invalid_input', `${sku}: the number of pieces must be at least 1.`)
    if (count > line.count)
      return refuse('conflict', `${sku}: ${count} pieces requested, but only ${line.count} left to ship.`)
    chosen.push({ ...line, count })
  }
  return chosen.length > 0 ? ok(chosen) : refuse('invalid_input', 'Give at least one SKU.')
}
