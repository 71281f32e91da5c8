import { type Kysely, sql, type Transaction } from 'kysely'
import { newSecret } from '#platform/ids.server.ts'
import type { Picture } from '../catalog/contract.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** Days from delivery until the mail. What was delivered a week before that is left alone, so that turning it on asks nobody about last year. */
const ASKED_AFTER = { days: 10, atMost: 17 } as const

/** A product to ask about, in the colour and size that was bought. */
export interface AskedProduct {
  productId: string
  name: string
  color: string
  size: string
  pictures: readonly Picture[]
}

export interface Asked {
  email: string
  name: string
  products: AskedProduct[]
}

/**
 * Takes orders that were delivered ten days ago, each once, and returns what to ask about: products that are kept and
 * on sale, and that their customer hasn't reviewed. `taken` counts those without any, too.
 */
export async function takeDelivered(tx: Tx, limit: number): Promise<{ taken: number; asked: Asked[] }> {
  const { rows } = await sql<{ taken: number; asked: Asked[] }>`
    with due as (
      insert into review_requests (order_id)
      select o.id from orders o
      where o.status = 'delivered' and o.state in ('placed', 'paid')
        and o.delivered_at between now() - make_interval(days => ${ASKED_AFTER.atMost}) and now() - make_interval(days => ${ASKED_AFTER.days})
        and not exists (select from review_requests q where q.order_id = o.id)
      order by o.delivered_at, o.id limit ${limit}
      on conflict do nothing returning order_id),
    kept as (
      select l.order_id, l.product_id, min(l.position) as position,
        (array_agg(l.color order by l.position))[1] as color, (array_agg(l.size order by l.position))[1] as size
      from due join orders o on o.id = due.order_id join order_lines l on l.order_id = o.id
      where l.quantity > l.cancelled
        and not exists (select from exchanges e where e.order_id = o.id and e.product_id = l.product_id
          and (e.cancelled_at is null or e.refunded_at is not null))
        and not exists (select from reviews r where r.customer_id = o.customer_id and r.product_id = l.product_id)
        and o.total_paise > (select coalesce(sum(f.amount_paise + f.credit_paise), 0) from refunds f
          where f.order_id = o.id and f.payment_id = o.payment_id and f.state <> 'withdrawn')
      group by l.order_id, l.product_id)
    select (select count(*)::integer from due) as taken, coalesce(jsonb_agg(x.item order by x.id), '[]') as asked from (
      select o.id, jsonb_build_object('email', c.email, 'name', c.name, 'products',
        jsonb_agg(jsonb_build_object('productId', p.id, 'name', p.name, 'color', s.color, 'size', s.size, 'pictures', p.pictures)
          order by s.position, p.id)) as item
      from kept s join products p on p.id = s.product_id and p.state = 'published' join orders o on o.id = s.order_id
        join customers c on c.id = o.customer_id
      where c.email is not null and not exists (select from review_readers v where v.email = c.email and v.left_at is not null)
      group by o.id, c.email, c.name) x`.execute(tx)
  return rows[0] ?? { taken: 0, asked: [] }
}

/** The token by which an address unsubscribes. It never changes, so that links in earlier mails work. */
export async function readerToken(tx: Tx, email: string): Promise<string> {
  const { token } = await tx
    .insertInto('review_readers')
    .values({ email, token: newSecret() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/** Sends an address no more of these mails, by its token. */
export async function leaveReviewMails(db: Db, token: string): Promise<void> {
  await sql`update review_readers set left_at = coalesce(left_at, now()) where token = ${token}`.execute(db)
}
