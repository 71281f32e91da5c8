import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { deletePreviewKey, findPreviewKey, keepPreviewKey } from './preview-sql.server.ts'

const DAY_MS = 86_400_000
/** The seconds since 1970 at which the link ends, and the signature. */
const TOKEN = /^(\d{9,11})\.([A-Za-z0-9_-]{43})$/

export interface PreviewLink {
  url: string
  until: Date
}

/** A link that shows the closed shop for some days to whoever has it. All links are signed with one key. */
export async function createPreviewLink(
  db: Kysely<Tables>,
  actor: Actor,
  { publicUrl, days, now }: { publicUrl: string; days: number; now: Date },
): Promise<PreviewLink> {
  const end = Math.floor((now.getTime() + days * DAY_MS) / 1000)
  const until = new Date(end * 1000)
  return db.transaction().execute(async (tx) => {
    const key = await keepPreviewKey(tx)
    await writeAudit(tx, actor, { action: 'preview.link', subject: 'preview', before: null, after: { until } })
    return { url: `${publicUrl}/preview?token=${end}.${sign(key, end)}`, until }
  })
}

/** Ends all preview links, and what was opened with them. False if there were none. */
export function endPreviewLinks(db: Kysely<Tables>, actor: Actor): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const ended = await deletePreviewKey(tx)
    if (ended) await writeAudit(tx, actor, { action: 'preview.end', subject: 'preview', before: null, after: null })
    return ended
  })
}

/** The seconds for which a token still shows the closed shop; 0 if it doesn't. */
export async function previewSeconds(db: Kysely<Tables>, token: string, now: Date): Promise<number> {
  const [, written = '', signature = ''] = TOKEN.exec(token) ?? []
  const end = Number(written)
  const seconds = end - Math.ceil(now.getTime() / 1000)
  if (signature === '' || seconds <= 0) return 0
  const key = await findPreviewKey(db)
  return key !== null && timingSafeEqual(Buffer.from(sign(key, end)), Buffer.from(signature)) ? seconds : 0
}

function sign(key: Buffer, end: number): string {
  return createHmac('sha256', key).update(`preview until ${end}`).digest('base64url')
}
