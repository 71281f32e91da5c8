import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { paise, toRupees } from '#platform/money.ts'
import { pictureOf } from '../cart/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { type BoughtProduct, stageDates, toLineProduct } from './bought-product.ts'
import type { Exchange } from './contract.ts'

/** Exchanges, oldest first, each with its product as it was bought. `where` is a condition on `exchanges e`. */
export async function listExchangesWhere(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<Exchange[]> {
  const { rows } = await sql<ExchangeRecord>`
    select e.id, e.order_id, e.product_id, e.reason, e.problem, e.color, e.size, e.status, e.requested_at, e.arrival_at,
      e.packaging_at, e.ontheway_at, e.delivered_at, e.cancelled_at, l.name, l.price_paise, l.color as line_color,
      e.carrier, e.tracking_number, e.url, e.pickup_carrier, e.pickup_number, e.pickup_url, e.received_at, e.refusal,
      e.refunded_at, e.difference_paise, e.difference_settled_at, e.fee_paise, e.other_product_id, e.other_name,
      (select coalesce(json_agg(json_build_object('lineId', x.order_line_id, 'quantity', x.quantity,
          'replacement', case when s.sku is not null then json_build_object('color', s.color, 'size', s.size) end)), '[]')
        from exchange_lines x left join stock s on s.sku = x.replacement_sku where x.exchange_id = e.id) as pieces,
      (select count(*)::integer from exchange_photos f where f.exchange_id = e.id) as photos,
      coalesce(p.pictures, l.pictures) as pictures, other.pictures as other_pictures
    from exchanges e
    join order_lines l on l.id = e.order_line_id
    left join products p on p.id = e.product_id
    left join products other on other.id = e.other_product_id
    where ${where} order by e.requested_at, e.id`.execute(db)
  return rows.map(toExchange)
}

interface ExchangeRecord
  extends Omit<
      Selectable<Tables['exchanges']>,
      | 'order_line_id'
      | 'hold'
      | 'difference_method'
      | 'difference_reference'
      | 'difference_payment_id'
      | 'difference_to'
      | 'difference_returned_at'
    >,
    BoughtProduct {
  line_color: string
  other_pictures: BoughtProduct['pictures'] | null
  pieces: Exchange['pieces']
  photos: number
}

/** The picture shows the replacement if another product or colour was requested. */
function toExchange(row: ExchangeRecord): Exchange {
  return {
    _id: row.id,
    orderId: row.order_id,
    productId: toLineProduct(row),
    exchangeStatus: row.status,
    isCancelled: row.cancelled_at !== null,
    arrivalDate: (row.delivered_at ?? row.arrival_at).toISOString(),
    requestedDate: row.requested_at.toISOString(),
    statusDates: stageDates(row.requested_at, row),
    reasonForExchange: row.reason,
    problem: row.problem,
    color: row.color,
    size: row.size,
    picture: pictureOf(row.other_pictures ?? row.pictures, row.color ?? row.line_color),
    pieces: row.pieces,
    other:
      row.other_product_id === null || row.other_name === null
        ? null
        : { _id: row.other_product_id, name: row.other_name },
    tracking: toTracking(row.carrier, row.tracking_number, row.url),
    pickup: toTracking(row.pickup_carrier, row.pickup_number, row.pickup_url),
    receivedDate: row.received_at?.toISOString() ?? null,
    refusal: row.refusal,
    refundedDate: row.refunded_at?.toISOString() ?? null,
    priceDifference: toRupees(paise(row.difference_paise)),
    isDifferencePaid: row.difference_paise > 0 && row.difference_settled_at !== null,
    fee: toRupees(paise(row.fee_paise)),
    photos: row.photos,
  }
}

function toTracking(carrier: string | null, number: string | null, url: string | null): Exchange['tracking'] {
  return carrier === null || number === null ? null : { carrier, number, url }
}
