import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { language } from '#platform/text/t.ts'
import type { Shop } from '../shop.server.ts'
import type { Branch, branchesContract } from './contract.ts'
import { openingSentence, openingText } from './messages.ts'
import { readBranches, type StoredBranch } from './sql.server.ts'

/** The store locator's list and its map (CONTRACT, Settings: MAP_TILE_URL). */
export function createBranchesHandlers({ db, config }: Shop): Handlers<typeof branchesContract> {
  return {
    async 'GET /stores'() {
      return ok({ stores: (await readBranches(db)).map(toBranch) })
    },
    async 'GET /map/settings'() {
      return ok(config.map ?? { tileUrl: null, attribution: '' })
    },
  }
}

/** A store with its hours as a sentence in the call's language: from its data, else the owner's text. */
function toBranch({ hours, note, hindi, ...store }: StoredBranch): Branch {
  const own = language() === 'hi' ? { note: hindi.note || note, hours: hindi.hours || hours } : { note, hours }
  return { ...store, hours: openingSentence(openingText(store.opening) || own.hours, own.note) }
}
