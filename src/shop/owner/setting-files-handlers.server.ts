import type { Handlers } from '#platform/api/mount.server.ts'
import { ok } from '#platform/api/result.ts'
import { BYTE_ORDER_MARK } from '#platform/csv.ts'
import type { Shop } from '../shop.server.ts'
import { readSettingFile, tableLines } from './setting-files.server.ts'
import type { settingFilesContract } from './setting-files-contract.ts'

/** Delivery zones and tax rates as CSV files. */
export function createSettingFilesHandlers(shop: Shop): Handlers<typeof settingFilesContract> {
  return {
    async 'GET /settings/{name}/file'({ params: { name } }) {
      const text = `${BYTE_ORDER_MARK}${tableLines(name, shop.settings()).join('\r\n')}\r\n`
      return ok(Buffer.from(text), { 'content-disposition': `attachment; filename="${name}.csv"` })
    },

    async 'POST /settings/{name}/read'({ params: { name }, body: { text } }) {
      return ok(await readSettingFile(name, shop.settings(), text.split(/\r\n|\n|\r/)))
    },
  }
}
