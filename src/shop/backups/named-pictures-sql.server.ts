import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

/**
 * The pictures that the shop's rows name, below `/media/`: those of its products, of its present settings (pages, sections)
 * and its customers' photos. A line of an order has its own only after its product is gone, with the product's files.
 */
export async function findNamedPictures(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    select distinct file from (
      select substring(p.picture ->> 'src' from '^/media/([^?]+)') as file
        from products, jsonb_array_elements(pictures) as p(picture)
      union all
      select m.found[1] from (select values::text as text from settings_versions order by id desc limit 1) s
        cross join lateral regexp_matches(s.text, '/media/([^]?"\\\\() ]+)', 'g') as m(found)
      union all
      select 'uploads/photo-' || id || '.webp' from review_photos
      union all
      select 'uploads/photo-' || id || '.webp' from exchange_photos) named
    where file is not null order by file`.execute(db)
  return rows.map(({ file }) => file)
}
