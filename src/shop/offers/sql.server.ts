import { type Kysely, type Selectable, sql } from 'kysely'
import { microsOf } from '#platform/db/micros.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import type { Tables } from '../tables.server.ts'
import type { Offer } from './rules.ts'
import type { OfferRow } from './tables.server.ts'

/** An offer as stored, with its one code as the owner wrote it. */
export type StoredOffer = Selectable<OfferRow> & {
  code: string | null
  /** Microseconds of `created_at`. */
  at: number
}

/** Offers with their one code. */
export const selectOffers = (db: Kysely<Tables>) =>
  db
    .selectFrom('offers')
    .leftJoin('offer_codes', (join) =>
      join.onRef('offer_codes.offer_id', '=', 'offers.id').on('offers.codes', '=', 'one'),
    )
    .selectAll('offers')
    .select(['offer_codes.written as code', microsOf(sql`offers.created_at`).as('at')])

/**
 * The offers that were started and not stopped, the oldest first, on a day (YYYY-MM-DD, in India). One that begins later is
 * among them, because its code has an answer of its own; one whose last day is over isn't.
 */
export async function listRunningOffers(db: Kysely<Tables>, day: string): Promise<Offer[]> {
  const rows = await selectOffers(db)
    .where('offers.state', '=', 'running')
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>=', day)]))
    .orderBy('offers.created_at')
    .orderBy('offers.id')
    .execute()
  return rows.map(toOffer)
}

/** Offers without a code, in whatever state. */
export async function findAutomaticOffers(db: Kysely<Tables>, ids: readonly string[]): Promise<Offer[]> {
  if (ids.length === 0) return []
  const rows = await selectOffers(db).where('offers.id', 'in', ids).where('offers.codes', '=', 'none').execute()
  return rows.map(toOffer)
}

/** True if one of these offers counts only if the order is paid online. */
export async function isAnyOnlineOnly(db: Kysely<Tables>, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false
  const found = await db
    .selectFrom('offers')
    .select('id')
    .where('id', 'in', ids)
    .where('online_only', '=', true)
    .limit(1)
    .execute()
  return found.length > 0
}

/** A code as stored, with its offer's id. */
export interface FoundCode {
  code: string
  offer: string
  /** True if it can't be used again. */
  usedUp: boolean
}

/** Which offers codes belong to, whatever the state of the offer. `codes`: as `codeKey` gives them. */
export async function findCodes(db: Kysely<Tables>, codes: readonly string[]): Promise<FoundCode[]> {
  if (codes.length === 0) return []
  return db
    .selectFrom('offer_codes')
    .select(['code', 'offer_id as offer', sql<boolean>`coalesce(used >= max_uses, false)`.as('usedUp')])
    .where('code', 'in', codes)
    .execute()
}

/** A stored offer as the rules and the API have it: absent fields are left out. */
export function toOffer(row: StoredOffer): Offer {
  const { id, name, kind, codes, who, combines, state } = row
  const isMoney = kind === 'amount' || kind === 'price'
  const minimum = given({ goods: rupees(row.minimum_goods_paise), pieces: row.minimum_pieces })
  const limits = given({
    total: row.limit_total,
    perCustomer: row.limit_per_customer,
    budget: rupees(row.limit_budget_paise),
  })
  return {
    id,
    name,
    kind,
    value: isMoney ? toRupees(paise(row.value)) : row.value / 100,
    ...(row.buy_quantity === null ? {} : { buy: { quantity: row.buy_quantity, free: row.buy_free ?? 0 } }),
    of: row.goal,
    ...given({ products: row.products }),
    codes,
    ...given({ code: row.code }),
    ...(isEmpty(minimum) ? {} : { minimum }),
    ...given({ from: row.from_day, to: row.to_day }),
    ...(isEmpty(limits) ? {} : { limits }),
    who,
    ...(who === 'emails' ? { emails: row.emails } : {}),
    ...(row.online_only ? { methods: ['online' as const] } : {}),
    combines,
    state,
    createdAt: row.created_at.toISOString(),
  }
}

const rupees = (amount: number | null): number | null => (amount === null ? null : toRupees(paise(amount)))

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** The entries that aren't null. */
function given<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  // Safe cast: entries of `values`, without those that are null.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
