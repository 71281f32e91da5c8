import { z } from 'zod'
import { ok, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../../audit/sql.server.ts'
import type { UndoKinds } from '../../undo/undo.server.ts'
import { changeFields, lineOf } from './change.server.ts'
import { deleteProducts, findSold, lockProducts } from './delete-sql.server.ts'
import { restoreLine } from './restore-line.server.ts'
import { lockProduct } from './sql.server.ts'

const values = z.record(z.string(), z.unknown())
const edit = z.object({ id: z.string(), before: values, after: values })
const creation = z.object({ id: z.string(), version: z.int() })

const GONE = 'This product is no longer in the shop.'

/** How edits of one product are taken back. What was changed again since stays. */
export const productUndo: UndoKinds = {
  'product.set': {
    takesBack: 'PATCH /products/{id}',
    async work({ tx, actor }, data) {
      const { id, before, after } = edit.parse(data)
      const row = await lockProduct(tx, id)
      if (!row) return refuse('not_found', GONE)
      const { line, kept } = restoreLine(lineOf(row), { before, after })
      if (kept.length >= Object.keys(before).length)
        return refuse('conflict', `${kept.join(', ')} changed again since.`)
      const fields = Object.keys(before).map((name) => [name, line[name] ?? null])
      const written = await changeFields(tx, actor, row, Object.fromEntries(fields))
      return written.ok ? ok(null) : refuse('conflict', written.message)
    },
  },
  'product.create': {
    takesBack: 'POST /products',
    async work({ tx, actor }, data) {
      const { id, version } = creation.parse(data)
      const row = await lockProduct(tx, id)
      if (!row) return refuse('not_found', GONE)
      if (row.version !== version)
        return refuse('conflict', `${row.name} was changed since, so it stays. It can be archived.`)
      await lockProducts(tx, [id])
      if ((await findSold(tx, [id], row.created_at)).length > 0)
        return refuse('conflict', `${row.name} was ordered since, so it stays. It can be archived.`)
      await deleteProducts(tx, [id])
      await writeAudit(tx, actor, {
        action: 'product.delete',
        subject: `product:${id}`,
        before: { name: row.name },
        after: null,
      })
      return ok(null)
    },
  },
}
