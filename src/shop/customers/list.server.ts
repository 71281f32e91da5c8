import { z } from 'zod'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result } from '#platform/api/result.ts'
import { micros } from '#platform/db/micros.server.ts'
import { paise, toRupees } from '#platform/money.ts'
import { visibleText } from '#platform/text/typed.ts'
import { parseSearch } from '../orders/search-terms.ts'
import type { Shop } from '../shop.server.ts'
import { listCustomerPage } from './list-sql.server.ts'
import type { ListedCustomer } from './staff-contract.ts'

const cursorKey = z.tuple([z.int().min(0).max(20), micros, z.string().max(64)])

/** A page of customers, with a search those that it may mean. */
export async function findCustomers(
  { db }: Pick<Shop, 'db'>,
  { q = '', cursor, limit }: { q?: string | undefined; cursor?: string | undefined; limit: number },
): Promise<Result<{ items: ListedCustomer[]; next: string | null }, 'invalid_input'>> {
  const after = readCursor(cursor, cursorKey)
  if (!after.ok) return after
  const terms = q.trim() === '' ? null : parseSearch(q)
  const rows = await listCustomerPage(db, { terms, emailStart: startOfEmail(q) }, { after: after.data, limit })
  const { items, next } = cutPage(rows, limit, ({ rank, at, id }) => [rank, at, id])
  return ok({
    items: items.map(({ rank: _, at: __, createdAt, lastOrderAt, spent_paise, ...one }) => ({
      ...one,
      since: createdAt.toISOString(),
      spent: toRupees(paise(spent_paise)),
      lastOrderAt: lastOrderAt?.toISOString() ?? null,
    })),
    next,
  })
}

/** What the beginning of an e-mail address is like, for SQL's `like`; null if the text can't be one. */
function startOfEmail(q: string): string | null {
  const text = visibleText(q).toLowerCase()
  return text.length >= 2 && !/\s/.test(text) && /\p{L}/u.test(text) ? `${text.replace(/[\\%_]/g, '\\$&')}%` : null
}
