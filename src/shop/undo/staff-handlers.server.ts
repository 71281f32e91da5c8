import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import type { undoContract } from './staff-contract.ts'
import { undoChange } from './undo.server.ts'

export function createUndoStaffHandlers(
  shop: Shop,
  rules: Parameters<typeof undoChange>[1],
): Handlers<typeof undoContract> {
  return {
    async 'POST /undo/{id}'({ params: { id }, caller: { staff } }) {
      const result = await undoChange(shop, rules, staff, id)
      return result.ok ? ok({ undone: true }) : result
    },
  }
}
