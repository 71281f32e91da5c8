import { dropQueued, queueChange, readQueued, SAVED_UNTIL_SENT } from '#platform/browser/queued-changes.ts'
import { isRecord } from '../is-record.ts'
import { recentlyViewed } from '../related/recently-viewed.ts'
import type { CartLine } from './contract.ts'
import { UNLIMITED } from './parse-line.ts'
import { parseSelectedLine, type SelectedLine } from './pending-line.ts'

export { subscribeQueue } from '#platform/browser/queued-changes.ts'

/** A change of a line without a connection: with a `cartItemId` the line is removed, with null its quantity is set. */
export type UnsentLine = SelectedLine & { cartItemId: string | null }

const KIND = 'cart'
/** The prefix of the id of a line that the server does not know yet. */
const NEW_LINE_PREFIX = 'unsent:'

/** Stores a line's new quantity until it is sent. @returns the message to show; null where the browser stores nothing */
export function queueLine(userId: string, line: SelectedLine): string | null {
  return add(userId, { ...line, cartItemId: null })
}

/** Stores that a line is removed; a line that was never sent is only dropped. @returns as `queueLine` */
export function queueRemoval(userId: string, cartItemId: string, line: SelectedLine): string | null {
  const key = keyOf(line)
  if (!cartItemId.startsWith(NEW_LINE_PREFIX)) return add(userId, { ...line, cartItemId })
  const change = readQueued(userId).find((queued) => queued.key === key)
  if (change) dropQueued(userId, change)
  return SAVED_UNTIL_SENT
}

function add(userId: string, content: UnsentLine): string | null {
  return queueChange(userId, { key: keyOf(content), kind: KIND, content }) ? SAVED_UNTIL_SENT : null
}

/** The lines as they will be once everything is sent. */
export function withUnsent(lines: readonly CartLine[], userId: string): readonly CartLine[] {
  const changes = readQueued(userId).flatMap(({ kind, content }) =>
    kind === KIND ? (parseUnsentLine(content) ?? []) : [],
  )
  if (changes.length === 0) return lines
  const changed = new Map(changes.map((change) => [keyOf(change), change]))
  const shown = lines.flatMap((line) => {
    const key = keyOf({ ...line, productId: line.productId._id })
    const change = changed.get(key)
    changed.delete(key)
    if (change === undefined) return line
    return change.cartItemId === null ? { ...line, quantity: change.quantity } : []
  })
  const added = [...changed.values()].flatMap((change) => (change.cartItemId === null ? (newLine(change) ?? []) : []))
  return [...shown, ...added]
}

/** Parses a stored change; null for anything else. */
export function parseUnsentLine(content: unknown): UnsentLine | null {
  const line = parseSelectedLine(content)
  const cartItemId = (isRecord(content) && content.cartItemId) ?? null
  return line && (cartItemId === null || typeof cartItemId === 'string') ? { ...line, cartItemId } : null
}

/** A line that the server does not have, with what this device knows of its product; null where it was never seen here. */
function newLine(line: UnsentLine): CartLine | null {
  const seen = recentlyViewed.read().find(({ _id }) => _id === line.productId)
  if (seen === undefined) return null
  const { _id, name, price, cover, saving } = seen
  return {
    _id: `${NEW_LINE_PREFIX}${keyOf(line)}`,
    productId: { _id, name, price, mrp: saving?.mrp ?? null, images: cover === '' ? [] : [cover] },
    size: line.size,
    color: line.color,
    quantity: line.quantity,
    available: UNLIMITED,
    picture: null,
  }
}

function keyOf({ productId, color, size }: Omit<SelectedLine, 'quantity'>): string {
  return JSON.stringify([productId, color, size])
}
