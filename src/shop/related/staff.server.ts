import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { findProduct } from '../catalog/product/export-sql.server.ts'
import { lockProduct } from '../catalog/product/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { listGoesWith, replaceGoesWith } from './sql.server.ts'

/** The most products that the owner may set for one. */
const MAX_OTHERS = 12

/**
 * Sets which products are shown with a product, in this order. With an empty list only products bought together are
 * shown.
 */
export async function changeGoesWith(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  others: readonly string[],
): Promise<Result<{ _id: string; goesWith: string[] }>> {
  const goesWith = [...new Set(others)]
  if (goesWith.includes(id)) return refuse('invalid_input', 'A product can’t be shown with itself.')
  if (goesWith.length > MAX_OTHERS)
    return refuse('invalid_input', `At most ${MAX_OTHERS} products can be shown with one.`)
  return db.transaction().execute(async (tx) => {
    await lockProduct(tx, id)
    for (const one of [id, ...goesWith])
      if (!(await findProduct(tx, one))) return refuse('not_found', `There is no product ${one}.`)
    const before = await listGoesWith(tx, id)
    await replaceGoesWith(tx, id, goesWith)
    await writeAudit(tx, actor, {
      action: 'product.goes-with',
      subject: `product:${id}`,
      before: { goesWith: before },
      after: { goesWith },
    })
    return ok({ _id: id, goesWith })
  })
}
