import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { Entry } from './index/table.server.ts'

type Db = Kysely<Tables>

interface EntryRow {
  id: string
  price_paise: number
  category: string
  subcategory: string
  pattern: string
  fabric: string
  fit: string
  colors: string[]
  sizes: string[]
  latest_rank: number | null
  top_rank: number | null
}

/** A size counts where any of its colours can be bought: stock less what is held, summed (CONTRACT, Stock). */
const entryColumns = sql`p.id, p.price_paise, p.category, p.subcategory, p.pattern, p.fabric, p.fit, p.colors,
  p.latest_rank, p.top_rank, array(
    select s.size from stock s where s.product_id = p.id group by s.size having sum(s.on_hand - s.reserved) > 0
  ) as sizes`

/** What the filters know of some products; products that are gone are left out. */
export async function readEntries(db: Db, ids: readonly string[]): Promise<Entry[]> {
  const { rows } = await sql<EntryRow>`select ${entryColumns} from products p where p.id = any(${ids})`.execute(db)
  return rows.map(toEntry)
}

/** The whole range in the order of the listing, in slices, so that other work goes on in between. */
export async function* readAllEntries(db: Db, slice = 1000): AsyncGenerator<Entry[]> {
  let after = { price: -1, id: '' }
  for (;;) {
    const { rows } = await sql<EntryRow>`select ${entryColumns} from products p
      where (p.price_paise, p.id collate "C") > (${after.price}, ${after.id} collate "C")
      order by p.price_paise, p.id collate "C" limit ${slice}`.execute(db)
    if (rows.length > 0) yield rows.map(toEntry)
    const last = rows.at(-1)
    if (!last || rows.length < slice) return
    after = { price: last.price_paise, id: last.id }
  }
}

function toEntry(row: EntryRow): Entry {
  const ranked = row.latest_rank !== null || row.top_rank !== null
  return {
    id: row.id,
    price: row.price_paise,
    lists: {
      categories: [row.category],
      subcategory: [row.subcategory],
      colors: row.colors,
      sizes: row.sizes,
      pattern: [row.pattern],
      fabric: [row.fabric],
      fit: [row.fit],
    },
    ranks: ranked ? `${row.latest_rank ?? ''}/${row.top_rank ?? ''}` : '',
  }
}

/**
 * Products that words find, by the database's full text: as a web search, or with each word as the beginning
 * of one, so that `hood` finds hoodies while it is being typed.
 */
export async function findByWords(db: Db, words: string): Promise<string[]> {
  const beginnings = (words.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `${word}:*`).join(' & ')
  if (beginnings === '') return []
  const { rows } = await sql<{ id: string }>`select id from products
    where words @@ (websearch_to_tsquery('english', ${words}) || to_tsquery('english', ${beginnings}))`.execute(db)
  return rows.map((row) => row.id)
}
