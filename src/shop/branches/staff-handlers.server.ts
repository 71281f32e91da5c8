import { staffActor } from '#platform/api/identity.ts'
import { ifMatch } from '#platform/api/if-match.server.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { storeLines } from './read-stores.server.ts'
import { readBranches } from './sql.server.ts'
import { addStore, changeStore, importStores, moveStore, removeStore, toStaffStore } from './staff.server.ts'
import type { branchesStaffContract } from './staff-contract.ts'

/** The stores of the store locator, for staff. */
export function createBranchesStaffHandlers(shop: Shop): Handlers<typeof branchesStaffContract> {
  const { db } = shop
  /** This instance shows a change with the response; the database tells the others. */
  const shown = async <R extends { ok: boolean }>(result: R): Promise<R> => {
    if (result.ok) await shop.invalidateCacheTags(['branches'])
    return result
  }
  return {
    async 'GET /stores'() {
      return ok({ items: (await readBranches(db)).map(toStaffStore), next: null })
    },

    async 'POST /stores'({ body, caller: { staff } }) {
      return shown(await addStore(db, staffActor(staff), body))
    },

    async 'PATCH /stores/{id}'({ params: { id }, body, caller: { staff, headers } }) {
      return shown(await changeStore(db, staffActor(staff), id, body, ifMatch(headers)))
    },

    async 'POST /stores/{id}/move'({ params: { id }, body: { to }, caller: { staff } }) {
      return shown(await moveStore(db, staffActor(staff), id, to))
    },

    async 'DELETE /stores/{id}'({ params: { id }, caller: { staff } }) {
      return shown(await removeStore(db, staffActor(staff), id))
    },

    async 'GET /stores/file'() {
      const text = `${storeLines(await readBranches(db)).join('\n')}\n`
      return ok(Buffer.from(text), { 'content-disposition': 'attachment; filename="stores.jsonl"' })
    },

    async 'POST /stores/import'({ body: { text, dryRun }, caller: { staff, headers } }) {
      const lines = text.split(/\r\n|\n|\r/)
      const imported = await importStores(db, staffActor(staff), lines, { dryRun, version: ifMatch(headers) })
      return dryRun ? imported : shown(imported)
    },
  }
}
