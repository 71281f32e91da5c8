import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result } from '#platform/api/result.ts'
import { micros } from '#platform/db/micros.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { ListedReturn } from './returns-contract.ts'
import { countReturns, listReturns, type ReturnRow } from './returns-sql.server.ts'
import type { ReturnState } from './rules.ts'

/** A page of the desk for parcels that come back, with how many there are in each state. */
export async function listForReturns(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { state, cursor, limit }: { state?: ReturnState | undefined; cursor?: string | undefined; limit: number },
): Promise<
  Result<{ items: ListedReturn[]; next: string | null; counts: Record<ReturnState, number> }, 'invalid_input'>
> {
  const after = readCursor(cursor, z.tuple([micros, z.string().max(64)]))
  if (!after.ok) return after
  const [rows, counts] = await Promise.all([
    listReturns(db, { state: state ?? null, after: after.data, limit }),
    countReturns(db),
  ])
  const { items, next } = cutPage(rows, limit, ({ at, id }) => [at, id])
  return ok({
    items: items.map((row) => toListed(row, settings())),
    next,
    counts: { attempted: 0, returning: 0, returned: 0, received: 0, ...counts },
  })
}

function toListed(row: ReturnRow, settings: Settings): ListedReturn {
  const { firstName, lastName, phoneNumber, townCity, zipCode } = row.address
  return {
    id: row.id,
    orderId: row.order_id,
    orderNumber: orderNumber(row.number, settings),
    carrier: row.carrier,
    number: row.tracking_number,
    url: row.url,
    state: row.state,
    reason: row.reason,
    since: row.since.toISOString(),
    name: `${firstName} ${lastName}`.trim(),
    phone: phoneNumber,
    place: `${townCity} ${zipCode}`.trim(),
    pieces: row.pieces.map((piece) => ({
      ...piece,
      picture: piece.picture && {
        src: piece.picture.src,
        tone: piece.picture.tone,
        width: piece.picture.width,
        height: piece.picture.height,
      },
    })),
  }
}
