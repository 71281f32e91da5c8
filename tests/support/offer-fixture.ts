import { sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { codeKey } from '#shop/offers/rules.ts'
import type { TestShop } from './shop.ts'

/** Columns of an offer, as the owner's form would fill them; those missing are of 10 % off the order. */
export interface OfferFields {
  name: string
  kind: 'percent' | 'amount' | 'price' | 'delivery' | 'buy'
  /** Paise, or hundredths of a per cent. */
  value: number
  buy_quantity: number
  buy_free: number
  goal: 'order' | 'products'
  products: object
  code: string
  batch: string[]
  minimum_goods_paise: number
  minimum_pieces: number
  from_day: string
  to_day: string
  limit_total: number
  limit_per_customer: number
  limit_budget_paise: number
  who: 'everyone' | 'first_order' | 'emails'
  emails: string[]
  online_only: boolean
  combines: string[]
  state: 'draft' | 'running' | 'stopped'
}

/** Stores a running offer and waits until the shop knows it. Returns its id. */
export async function addOffer({ shop }: TestShop, fields: Partial<OfferFields> = {}): Promise<string> {
  const id = newId()
  const { code, batch, products, ...columns } = fields
  const row = {
    id,
    name: 'Festival',
    kind: 'percent' as const,
    value: 1000,
    goal: 'order' as const,
    codes: batch ? ('batch' as const) : code === undefined ? ('none' as const) : ('one' as const),
    who: 'everyone' as const,
    state: 'running' as const,
    ...columns,
  }
  await sql`insert into offers select (jsonb_populate_record(null::offers, defaults.row)).* from (select jsonb_build_object(
    'emails', '{}'::text[], 'online_only', false, 'combines', '{}'::text[], 'used', 0, 'spent_paise', 0,
    'created_at', clock_timestamp()) || ${JSON.stringify({ ...row, products: products ?? null })}::jsonb as row) defaults`.execute(
    shop.db,
  )
  for (const written of batch ?? (code === undefined ? [] : [code]))
    await sql`insert into offer_codes (code, offer_id, written, max_uses)
      values (${codeKey(written)}, ${id}, ${written}, ${batch ? 1 : null})`.execute(shop.db)
  await shop.offersChanged()
  return id
}

/** Stops every offer, so that the next test begins without. */
export async function stopOffers({ shop }: TestShop): Promise<void> {
  await sql`update offers set state = 'stopped' where state = 'running'`.execute(shop.db)
  await shop.offersChanged()
}
