import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import { downloadBackup } from './download.server.ts'
import { checkNow, makeNow, showBackups } from './staff.server.ts'
import type { backupsStaffContract } from './staff-contract.ts'

/** Backups, for owners (CONTRACT part three, Staff site). */
export function createBackupsStaffHandlers(shop: Shop): Handlers<typeof backupsStaffContract> {
  return {
    async 'GET /backups'({ query }) {
      return showBackups(shop, query)
    },

    async 'POST /backups'({ caller: { staff } }) {
      return makeNow(shop, staffActor(staff))
    },

    async 'POST /backups/{id}/verify'({ params: { id }, caller: { staff } }) {
      return checkNow(shop, staffActor(staff), Number(id))
    },

    async 'GET /backups/{id}'({ params: { id }, caller: { staff } }) {
      return downloadBackup(shop, staffActor(staff), Number(id))
    },
  }
}
