import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { insertMail } from '#platform/mail/outbox-table.server.ts'
import { actorName } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Settings, ShopKind } from './definitions.ts'
import { destinationMail } from './mails.server.ts'
import { listOwnerAddresses } from './sql.server.ts'
import type { SettingChange } from './version-changes.server.ts'

/** `publicUrl` is for the links of mails. */
export type WritingShop = ShopKind & { publicUrl: string }

/** Mails all owners, at the address before too, if the shop's data or their own mails go elsewhere from now on. */
export async function tellOwners(
  tx: Transaction<Tables>,
  { publicUrl }: WritingShop,
  actor: Actor,
  { before, after, changes }: { before: Settings; after: Settings; changes: readonly SettingChange[] },
): Promise<void> {
  const moved = changes.filter(({ name }) => name === 'owner.email' || name.startsWith('backup.'))
  if (moved.length === 0) return
  const former = before['owner.email']
  const addresses = new Set([...(await listOwnerAddresses(tx)), ...(former === '' ? [] : [former])])
  for (const to of addresses)
    await insertMail(tx, destinationMail({ settings: after, publicUrl, to, by: actorName(actor), changes: moved }))
}
