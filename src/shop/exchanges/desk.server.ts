import { z } from 'zod'
import type { StaffRole } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { micros } from '#platform/db/micros.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { findPiecePicture } from '../catalog/piece-picture-sql.server.ts'
import { addressLines, orderNumber } from '../orders/rules.ts'
import { seesAccounts, seesMoney } from '../orders/seen-by.ts'
import { findSoldOrder, listSoldLines } from '../refunds/order-sql.server.ts'
import { shareOf } from '../refunds/rules.ts'
import { findBalance } from '../refunds/sql.server.ts'
import { waysOf } from '../refunds/ways.server.ts'
import type { Shop } from '../shop.server.ts'
import { deskActions, type ExchangeState } from './desk-rules.ts'
import {
  countDesk,
  type DeskChange,
  type DeskExchange,
  findDeskExchange,
  listDesk,
  listDeskChanges,
  toListed,
} from './desk-sql.server.ts'
import { EXCHANGE_NOT_FOUND } from './messages.ts'
import { listPhotos } from './photos-sql.server.ts'
import type { ListedExchange, ShownExchange } from './staff-contract.ts'

type Context = Pick<Shop, 'db' | 'settings'>

/** A page of the desk's list, with the number of exchanges in each state. */
export async function listForDesk(
  { db, settings }: Context,
  { state, cursor, limit }: { state?: ExchangeState | undefined; cursor?: string | undefined; limit: number },
): Promise<
  Result<{ items: ListedExchange[]; next: string | null; counts: Record<ExchangeState, number> }, 'invalid_input'>
> {
  const after = readCursor(cursor, z.tuple([micros, z.string().max(64)]))
  if (!after.ok) return after
  const [rows, counts] = await Promise.all([
    listDesk(db, { state: state ?? null, after: after.data, limit }),
    countDesk(db),
  ])
  const { items, next } = cutPage(rows, limit, ({ at, id }) => [at, id])
  return ok({ items: items.map((row) => toListed(row, orderNumber(row.number, settings()))), next, counts })
}

/** An exchange as its record shows it to a role. Refused: no such exchange. */
export async function showForDesk(
  { db, settings }: Context,
  id: string,
  role: StaffRole,
): Promise<Result<ShownExchange, 'not_found'>> {
  const [row, changes, photos] = await Promise.all([
    findDeskExchange(db, id),
    listDeskChanges(db, id),
    listPhotos(db, id),
  ])
  if (!row) return refuse('not_found', EXCHANGE_NOT_FOUND)
  const isCancelled = row.cancelledAt !== null
  const can = deskActions({
    state: row.state,
    isCancelled,
    hasLeft: row.status === 'ontheway' || row.status === 'delivered',
    hasArrived: row.status === 'delivered',
    isReceived: row.receivedAt !== null,
    isUnpaid: row.difference > 0 && row.differenceAt === null,
  })
  const { pickup, tracking } = parcelsOf(row)
  const { pictures, color, number, lines, address } = row
  return ok({
    id,
    orderId: row.orderId,
    orderNumber: orderNumber(number, settings()),
    state: row.state,
    requestedAt: row.requestedAt.toISOString(),
    customer: row.customer,
    product: row.product,
    pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    from: lines.map((line) => `${line.oldColor} ${line.oldSize}`).join(', '),
    to: [row.otherName ?? [], ...lines.map((line) => (line.color === null ? line.sku : `${line.color} ${line.size}`))]
      .flat()
      .join(', '),
    picture: findPiecePicture(pictures, color),
    reason: row.reason,
    problem: row.problem,
    status: row.status,
    isCancelled,
    order: { orderedAt: row.orderedAt.toISOString(), deliveredAt: row.orderDeliveredAt?.toISOString() ?? null },
    address: { lines: addressLines({ ...address, phoneNumber: '' }), phone: address.phoneNumber },
    email: seesAccounts(role) ? address.email || row.email : null,
    lines: lines.map((line) => ({
      quantity: line.quantity,
      name: line.name,
      good: line.good,
      damaged: line.damaged,
      old: {
        sku: line.oldSku,
        color: line.oldColor,
        size: line.oldSize,
        picture: findPiecePicture(line.oldPictures, line.oldColor),
      },
      replacement: {
        name: line.newName,
        sku: line.sku,
        color: line.color,
        size: line.size,
        picture: findPiecePicture(line.pictures, line.color ?? line.oldColor),
        place: line.place,
        free: line.free,
      },
    })),
    comesBack: isCancelled && row.refundedAt === null ? 'replacement' : 'old',
    hold: row.hold,
    pickup,
    tracking,
    refusal: row.refusal,
    receivedAt: row.receivedAt?.toISOString() ?? null,
    timeline: timelineOf(row, changes),
    can,
    refund: seesMoney(role) && can.includes('refund') ? await refundInstead(db, row) : null,
    priceDifference: toRupees(paise(row.difference)),
    differencePaid:
      row.differenceAt === null || row.differenceMethod === null
        ? null
        : {
            at: row.differenceAt.toISOString(),
            method: row.differenceMethod,
            reference: row.differenceReference ?? '',
            backAt: row.differenceBackAt?.toISOString() ?? null,
            debitNote: row.debitNote,
          },
    payLinkUntil: seesMoney(role) ? (row.payLinkUntil?.toISOString() ?? null) : null,
    fee: toRupees(paise(row.fee)),
    photos,
    differenceTo: row.differenceTo,
    ...(await backOf({ db, settings }, row)),
  })
}

/** Where what a replacement costs less can go, and if it waits for the order's cash. */
async function backOf(
  context: Context,
  { orderId, orderState, difference, differenceAt, cancelledAt }: DeskExchange,
): Promise<Pick<ShownExchange, 'differenceWays' | 'differenceAwaitsCash'>> {
  if (difference >= 0 || differenceAt || cancelledAt) return { differenceWays: [], differenceAwaitsCash: false }
  const order = await findSoldOrder(context.db, orderId)
  const ways = order ? await waysOf(context, order) : []
  return {
    differenceWays: ways.filter((way) => way !== 'bank'),
    differenceAwaitsCash: orderState === 'placed',
  }
}

function parcelsOf(row: DeskExchange): Pick<ShownExchange, 'pickup' | 'tracking'> {
  const parcel = (carrier: string | null, number: string | null, url: string | null) =>
    carrier === null || number === null ? null : { carrier, number, url }
  return {
    pickup: parcel(row.pickupCarrier, row.pickupNumber, row.pickupUrl),
    tracking: parcel(row.carrier, row.trackingNumber, row.url),
  }
}

type Step = ShownExchange['timeline'][number]

/** The audit line that a step of the timeline belongs to. */
const ACTIONS: Readonly<Record<Step['what'], (change: DeskChange) => boolean>> = {
  requested: () => false,
  approved: ({ action, status }) => action === 'exchange.advance' && status === 'packaging',
  paid: ({ action, method }) => action === 'exchange.difference' && method !== null,
  pickup: ({ action }) => action === 'exchange.pickup',
  received: ({ action }) => action === 'exchange.receive',
  shipped: ({ action, status }) => action === 'exchange.advance' && status === 'ontheway',
  delivered: ({ action, status }) => action === 'exchange.advance' && status === 'delivered',
  refused: ({ action }) => action === 'exchange.refuse',
  refunded: ({ action }) => action === 'exchange.refund',
  cancelled: () => false,
}

/** Both parcels on one line of time. Steps come from their dates, and who made them from the audit log. */
function timelineOf(row: DeskExchange, changes: readonly DeskChange[]): Step[] {
  const { pickup, tracking } = parcelsOf(row)
  const isEndedByShop = row.refusal !== null || row.refundedAt !== null
  const pickedUp = changes.findLast(ACTIONS.pickup)
  const steps: [Step['what'], Date | null, Step['parcel']][] = [
    ['requested', row.requestedAt, null],
    ['paid', row.differenceMethod === null ? null : row.differenceAt, null],
    ['approved', row.packagingAt, null],
    ['pickup', pickup === null ? null : (pickedUp?.at ?? null), pickup],
    ['received', row.receivedAt, null],
    ['shipped', row.ontheWayAt, tracking],
    ['delivered', row.deliveredAt, null],
    ['refused', row.refusal === null ? null : row.cancelledAt, null],
    ['refunded', row.refundedAt, null],
    ['cancelled', isEndedByShop ? null : row.cancelledAt, null],
  ]
  return steps
    .flatMap(([what, at, parcel]) => {
      const change = changes.findLast(ACTIONS[what])
      return at === null ? [] : [{ at: at.toISOString(), what, by: change?.isStaff ? change.actor : null, parcel }]
    })
    .sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

/** What `refundExchange` would refund, in rupees, or null if the order's payment can't be refunded. */
async function refundInstead(db: Shop['db'], row: DeskExchange): Promise<number | null> {
  if (row.orderState !== 'paid' || row.isUnconfirmed) return null
  const [sold, balance] = await Promise.all([listSoldLines(db, row.orderId), findBalance(db, row.paymentId)])
  const pieces = row.lines.map(({ oldSku: sku, quantity: count }) => ({ sku, count }))
  return toRupees(paise(Math.min(balance.left, shareOf(row, sold, pieces))))
}
