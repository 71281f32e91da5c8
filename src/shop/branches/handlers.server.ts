import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { branchesContract } from './contract.ts'
import { readBranches } from './sql.server.ts'

/** The store locator's list and its map (CONTRACT, Settings: MAP_TILE_URL). */
export function createBranchesHandlers({ db, config }: Shop): Handlers<typeof branchesContract> {
  return {
    async 'GET /stores'() {
      return ok({ stores: await readBranches(db) })
    },
    async 'GET /map/settings'() {
      return ok(config.map ?? { tileUrl: null, attribution: '' })
    },
  }
}
