import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { timeOfMicros } from '#platform/db/micros.server.ts'
import type { Tables } from '../tables.server.ts'
import { codeKey, type Offer, type OfferState } from './rules.ts'
import { type StoredOffer, selectOffers } from './sql.server.ts'
import type { Terms } from './terms.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** In a state on a day (YYYY-MM-DD, in India), as `stateOn` has it. */
const isIn = (state: OfferState, day: string): RawBuilder<boolean> => {
  if (state === 'ended') return sql<boolean>`(state = 'ended' or (state = 'running' and to_day < ${day}))`
  if (state === 'running') return sql<boolean>`(state = 'running' and (to_day is null or to_day >= ${day}))`
  return sql<boolean>`state = ${state}`
}

export interface OfferFilters {
  state: OfferState | null
  /** Part of a name, or a code. */
  q: string
  /** YYYY-MM-DD, in India. */
  day: string
}

/** Offers, the latest first. One more than `limit`. `after`: microseconds and id. */
export async function listOffers(
  db: Db,
  { state, q, day }: OfferFilters,
  { after, limit }: { after: readonly [number, string] | null; limit: number },
): Promise<StoredOffer[]> {
  let query = selectOffers(db)
  if (state) query = query.where(isIn(state, day))
  if (q !== '') {
    const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where(
      sql<boolean>`(name ilike ${pattern} or exists (select from offer_codes f where f.offer_id = offers.id and f.code = ${codeKey(q)}))`,
    )
  }
  if (after) {
    const time = timeOfMicros(after[0])
    query = query.where(
      sql<boolean>`offers.created_at <= ${time} and (offers.created_at < ${time} or offers.id > ${after[1]})`,
    )
  }
  return query
    .orderBy('offers.created_at', 'desc')
    .orderBy('offers.id')
    .limit(limit + 1)
    .execute()
}

/** How many offers there are in each state on a day. */
export async function countOffers(db: Db, day: string): Promise<Record<OfferState, number>> {
  const count = (state: OfferState) => sql`count(*) filter (where ${isIn(state, day)})::integer`
  const { rows } = await sql<
    Record<OfferState, number>
  >`select ${count('draft')} as draft, ${count('running')} as running,
    ${count('stopped')} as stopped, ${count('ended')} as ended from offers`.execute(db)
  return rows[0] ?? { draft: 0, running: 0, stopped: 0, ended: 0 }
}

export async function readOffer(db: Db, id: string): Promise<StoredOffer | undefined> {
  return selectOffers(db).where('offers.id', '=', id).executeTakeFirst()
}

/** An offer, locked until the end of the transaction: no use is taken meanwhile. */
export async function lockOffer(tx: Tx, id: string): Promise<StoredOffer | undefined> {
  return selectOffers(tx).where('offers.id', '=', id).forUpdate('offers').executeTakeFirst()
}

/** How many codes of a batch an offer has, and how many of them were used. */
export async function countBatch(db: Db, id: string): Promise<{ made: number; used: number }> {
  const { rows } = await sql<{ made: number; used: number }>`
    select count(*)::integer as made, (count(*) filter (where used > 0))::integer as used
    from offer_codes where offer_id = ${id} and max_uses = 1`.execute(db)
  return rows[0] ?? { made: 0, used: 0 }
}

/** Writes what an offer says, new or in place of what it said. Its codes aren't among it. */
export async function writeOffer(tx: Tx, id: string, state: OfferState, terms: Terms): Promise<void> {
  const values = { ...toColumns(terms), state }
  await tx
    .insertInto('offers')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

const inPaise = (rupees: number | undefined): number | null => (rupees === undefined ? null : Math.round(rupees * 100))

function toColumns(terms: Terms) {
  const { name, kind, buy, products, codes, minimum, from, to, limits, who, emails, methods, combines } = terms
  return {
    name,
    kind,
    value: Math.round(terms.value * 100),
    buy_quantity: buy?.quantity ?? null,
    buy_free: buy?.free ?? null,
    goal: terms.of,
    products: products && JSON.stringify(products),
    codes,
    minimum_goods_paise: inPaise(minimum?.goods),
    minimum_pieces: minimum?.pieces ?? null,
    from_day: from,
    to_day: to,
    limit_total: limits?.total ?? null,
    limit_per_customer: limits?.perCustomer ?? null,
    limit_budget_paise: inPaise(limits?.budget),
    who,
    emails: [...(emails ?? [])],
    online_only: methods !== null,
    combines: [...combines],
  }
}

/** Removes an offer with its codes; false if it was ever used. */
export async function deleteUnusedOffer(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('offers')
    .where('id', '=', id)
    .where(sql<boolean>`not exists (select from offer_uses u where u.offer_id = offers.id)`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Gives an offer its one code, or none, in place of the one that it has. False if another offer has that code: then
 * nothing is changed.
 */
export async function replaceCode(tx: Tx, id: string, written: string | null): Promise<boolean> {
  const code = written === null ? null : codeKey(written)
  const others = tx.deleteFrom('offer_codes').where('offer_id', '=', id).where('max_uses', 'is', null)
  await others.where(sql<boolean>`code is distinct from ${code}`).execute()
  if (code === null || written === null) return true
  const { rows } = await sql`
    insert into offer_codes (code, offer_id, written, used, created_at)
    select ${code}, id, ${written}, (select count(*) from offer_uses u
        where u.offer_id = o.id and u.code = ${code} and given_back_at is null), created_at
    from offers o where id = ${id}
    on conflict (code) do update set written = excluded.written where offer_codes.offer_id = excluded.offer_id
    returning code`.execute(tx)
  return rows.length > 0
}

/** The name of the offer that a code belongs to. */
export async function nameOfCode(db: Db, written: string): Promise<string | null> {
  const found = await db
    .selectFrom('offer_codes')
    .innerJoin('offers', 'offers.id', 'offer_codes.offer_id')
    .select('offers.name')
    .where('code', '=', codeKey(written))
    .executeTakeFirst()
  return found?.name ?? null
}

/** Adds those of some codes that nobody has, each for one use. @returns how many */
export async function addCodes(tx: Tx, id: string, batch: string, codes: readonly string[]): Promise<number> {
  const { rows } = await sql`
    insert into offer_codes (code, offer_id, written, max_uses, batch)
    select code, ${id}, code, 1, ${batch} from unnest(${[...codes]}::text[]) code
    on conflict do nothing returning code`.execute(tx)
  return rows.length
}

/** Removes the codes of a batch; false if one of them was ever used. */
export async function deleteUnusedCodes(tx: Tx, batch: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from offer_uses u where u.code = c.code and u.offer_id = c.offer_id) as used
    from offer_codes c where batch = ${batch} for update`.execute(tx)
  if (rows.length === 0 || rows.some(({ used }) => used)) return false
  await tx.deleteFrom('offer_codes').where('batch', '=', batch).execute()
  return true
}

export interface CodeUse {
  code: string
  order: string | null
  at: Date | null
}

/** The codes of an offer with each use that stands, in the order in which they were made. */
export async function listCodeUses(db: Db, id: string): Promise<CodeUse[]> {
  const { rows } = await sql<CodeUse>`
    select c.written as code, u.order_id as order, u.taken_at as at
    from offer_codes c left join offer_uses u on u.code = c.code and u.offer_id = c.offer_id and u.given_back_at is null
    where c.offer_id = ${id} order by c.created_at, c.code, u.id`.execute(db)
  return rows
}

/** The names of offers by id. */
export async function nameOffers(db: Db, ids: readonly string[]): Promise<Pick<Offer, 'id' | 'name'>[]> {
  return db.selectFrom('offers').select(['id', 'name']).where('id', 'in', ids).execute()
}
