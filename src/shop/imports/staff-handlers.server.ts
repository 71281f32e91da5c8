import { type StaffSession, staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import type { Edited } from '../catalog/product/edit.server.ts'
import type { Shop } from '../shop.server.ts'
import { addPicture } from './add-picture.server.ts'
import { removeDemonstration } from './demonstration.server.ts'
import { countDemonstration } from './demonstration-sql.server.ts'
import { matchPictures } from './match-pictures.server.ts'
import { toRunView } from './run-view.server.ts'
import { applyRun, checkAgain, showRun, showRuns, takeFile, undoRun } from './runs.server.ts'
import type { importsStaffContract } from './staff-contract.ts'
import { readUploadedFile } from './upload-form.server.ts'

/** One product, and files of products, on the staff site. */
export function createImportsStaffHandlers(shop: Shop): Handlers<typeof importsStaffContract> {
  const by = (staff: StaffSession) => ({ ...shop, actor: staffActor(staff) })
  const tagged = (edited: Edited) => {
    shop.productsChanged([edited.product._id])
    return ok(edited, { etag: `"${edited.product.version}"` })
  }
  return {
    async 'POST /products/{id}/pictures'({ params: { id }, query, body, caller: { staff } }) {
      const added = await addPicture(by(staff), id, { ...query, bytes: body })
      return added.ok ? tagged(added.data) : added
    },

    async 'POST /pictures/match'({ body: { files } }) {
      return ok({ items: await matchPictures(shop, files) })
    },

    async 'GET /imports'() {
      const runs = await showRuns(shop)
      const items = runs.map((run) => {
        const { id, file, by: who, at, state, text, canUndo } = toRunView(run)
        return { id, file, by: who, at, state, text, canUndo }
      })
      return ok({ items, next: null })
    },

    async 'POST /imports'({ query: { stock }, body, caller: { staff, headers } }) {
      const file = await readUploadedFile(body, headers.get('content-type'))
      if (!file) return refuse('invalid_input', 'Please send one file, in a part named file.')
      return ok({ id: await takeFile(shop, staff, { ...file, stock: stock === 'true' }) })
    },

    async 'GET /imports/{id}'({ params: { id } }) {
      const run = await showRun(shop, id)
      return run ? ok(toRunView(run)) : refuse('not_found', 'This import doesn’t exist.')
    },

    async 'POST /imports/{id}/check'({ params: { id }, body: { prices, ...rest }, caller: { staff } }) {
      const choices = prices === undefined ? rest : { ...rest, prices: prices ?? undefined }
      const run = await checkAgain(shop, staff, id, choices)
      return run.ok ? ok(toRunView(run.data)) : run
    },

    async 'POST /imports/{id}/apply'({ params: { id }, caller: { staff } }) {
      const run = await applyRun(shop, staff, id)
      return run.ok ? ok(toRunView(run.data)) : run
    },

    async 'POST /imports/{id}/undo'({ params: { id }, caller: { staff } }) {
      const undone = await undoRun(shop, staffActor(staff), id)
      if (!undone.ok) return undone
      const { restored, removed, sold, kept } = undone.data
      return ok({ restored: restored.length, removed: removed.length, sold, kept })
    },

    async 'GET /demonstration'() {
      return ok(await countDemonstration(shop.db))
    },

    async 'DELETE /demonstration'({ caller: { staff } }) {
      const removed = await removeDemonstration(shop.db, staffActor(staff), { becomesReal: shop.config.real })
      await shop.invalidateCacheTags(['settings'])
      return ok(removed)
    },
  }
}
