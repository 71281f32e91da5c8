import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { creditContract } from './contract.ts'
import { readCredit } from './read.server.ts'

export function createCreditHandlers({ db, settings }: Shop): Handlers<typeof creditContract> {
  return {
    async 'GET /user/credit/{userId}'({ caller }) {
      return ok(await readCredit(db, caller.customer, settings()))
    },
  }
}
