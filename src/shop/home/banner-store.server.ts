import type { Kysely } from 'kysely'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import type { Tables } from '../tables.server.ts'

/** The banner's address; null where there is none. */
export async function readBanner(db: Kysely<Tables>): Promise<string | null> {
  return (await db.selectFrom('banner').select('url').executeTakeFirst())?.url ?? null
}

/** Sets the banner's address, or removes it with null. It must be https or a path of this shop: never http or a script. */
export async function setBanner(db: Kysely<Tables>, url: string | null): Promise<Result<{ url: string | null }>> {
  if (url === null || url === '') {
    await db.deleteFrom('banner').execute()
    return ok({ url: null })
  }
  const address = normalizeBannerUrl(url)
  if (!address)
    return refuse('invalid', 'The banner must be an https address or a path of this shop that starts with /.')
  await db
    .insertInto('banner')
    .values({ url: address })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ url: address }))
    .execute()
  return ok({ url: address })
}

function normalizeBannerUrl(url: string): string | null {
  if (url.length > 2000) return null
  if (/^\/(?![/\\])[\x21-\x7e]*$/.test(url)) return url
  if (!/^https:\/\//i.test(url) || !URL.canParse(url)) return null
  const parsed = new URL(url)
  return parsed.username || parsed.password ? null : parsed.href
}
