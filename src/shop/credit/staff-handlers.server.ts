import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import { giveCredit } from './staff.server.ts'
import type { creditStaffContract } from './staff-contract.ts'

export function createCreditStaffHandlers(shop: Shop): Handlers<typeof creditStaffContract> {
  return {
    async 'POST /customers/{id}/credit'({ params: { id }, body, caller: { staff } }) {
      return giveCredit({ ...shop, actor: staffActor(staff) }, id, body)
    },
  }
}
