import { plainCode } from '#platform/text/typed.ts'
import type { PackItem } from './pack-contract.ts'
import { parseTrackingNumber } from './rules.ts'

/** What a scan is compared with. */
type Scanned = Pick<PackItem, 'id' | 'orderNumber'> & {
  lines: readonly Pick<PackItem['lines'][number], 'sku' | 'count'>[]
}

/** What was scanned, or typed in place of a scan. */
export type Scan =
  /** An order's number: everything to pack of it, which is more than one entry if an exchange waits too. */
  | { kind: 'order'; ids: string[] }
  /** A piece of the open parcel that still belongs into it. */
  | { kind: 'piece'; sku: string }
  /** All pieces of this SKU are in the parcel already. */
  | { kind: 'surplus'; sku: string }
  /** A piece that belongs into other parcels only. */
  | { kind: 'wrong'; sku: string }
  | { kind: 'unknown'; code: string }
  | { kind: 'empty' }

/**
 * The code in a text of a camera, a hand scanner or a keyboard: without what nobody sees, without the three characters
 * that some scanners put before a code to say which kind it is, and in capitals.
 */
export function scannedCode(text: string): string {
  const visible = plainCode(text.replace(/\p{Cc}/gu, ''))
  return visible.replace(/^\][A-Za-z][0-9A-Za-z](?=.)/, '').toUpperCase()
}

/**
 * Decides what was scanned. All three ways of scanning end here. Nothing ever matches an empty code or an empty field.
 * `open`: the parcel on the table, with the number of pieces of each SKU that are in it.
 */
export function readScan(
  text: string,
  items: readonly Scanned[],
  open: { item: Scanned; packed: Readonly<Record<string, number>> } | null = null,
): Scan {
  const code = scannedCode(text)
  if (code === '') return { kind: 'empty' }
  const line = open?.item.lines.find(({ sku }) => isCode(sku, code))
  if (line) {
    const packed = open?.packed[line.sku] ?? 0
    return { kind: packed < line.count ? 'piece' : 'surplus', sku: line.sku }
  }
  const ids = items.filter(({ orderNumber }) => isOrderNumber(orderNumber, code)).map(({ id }) => id)
  if (ids.length > 0) return { kind: 'order', ids }
  const other = items.flatMap(({ lines }) => lines).find(({ sku }) => isCode(sku, code))
  return other ? { kind: 'wrong', sku: other.sku } : { kind: 'unknown', code }
}

/** A carrier's number as scanned, or why it isn't one. */
export type TrackingScan =
  | { ok: true; tracking: string }
  | { ok: false; why: 'empty' | 'order' | 'piece' | 'unreadable' }

/** Reads the number of a parcel. The code of an order or of a piece, which lie on the same table, is none. */
export function readTrackingScan(text: string, items: readonly Scanned[]): TrackingScan {
  const code = scannedCode(text)
  if (code === '') return { ok: false, why: 'empty' }
  if (items.some(({ orderNumber }) => code === scannedCode(orderNumber))) return { ok: false, why: 'order' }
  if (items.some(({ lines }) => lines.some(({ sku }) => isCode(sku, code)))) return { ok: false, why: 'piece' }
  const tracking = parseTrackingNumber(code)
  return tracking === null ? { ok: false, why: 'unreadable' } : { ok: true, tracking }
}

function isCode(field: string, code: string): boolean {
  return scannedCode(field) === code
}

/** With its prefix, with another one, as printed before the prefix was changed, or without. */
function isOrderNumber(orderNumber: string, code: string): boolean {
  const digits = /^\D{0,12}(\d{1,9})$/.exec(code)?.[1]
  return digits !== undefined && digits === /\d+$/.exec(orderNumber)?.[0]
}
