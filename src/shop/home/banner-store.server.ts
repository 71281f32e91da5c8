import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/store.server.ts'
import { SHOP_PATH } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'

/** The banner's address; null where there is none. */
export async function readBanner(db: Kysely<Tables>): Promise<string | null> {
  return (await db.selectFrom('banner').select('url').executeTakeFirst())?.url ?? null
}

/** Sets the banner's address, or removes it with null. It must be https or a path of this shop: never http or a script. */
export async function setBanner(
  db: Kysely<Tables>,
  actor: Actor,
  url: string | null,
): Promise<Result<{ url: string | null }>> {
  const address = url ? normalizeBannerUrl(url) : null
  if (url && !address)
    return refuse('invalid', 'The banner must be an https address or a path of this shop that starts with /.')
  await db.transaction().execute(async (tx) => {
    const before = { url: await readBanner(tx) }
    await tx.deleteFrom('banner').execute()
    if (address) await tx.insertInto('banner').values({ url: address }).execute()
    await writeAudit(tx, actor, { action: 'banner.set', subject: 'banner', before, after: { url: address } })
  })
  return ok({ url: address })
}

function normalizeBannerUrl(url: string): string | null {
  if (url.length > 2000) return null
  if (SHOP_PATH.test(url)) return url
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.username || parsed.password ? null : parsed.href
}
