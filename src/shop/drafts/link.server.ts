import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { payPath } from './rules.ts'
import { keepLinkKey } from './sql.server.ts'

/** The token of a draft's link: 128 bits, made from a key of this shop, so that staff can copy the link again. */
export async function tokenOf(db: Kysely<Tables>, draftId: string): Promise<string> {
  return makeToken(await keepLinkKey(db, randomBytes(32)), draftId)
}

export function makeToken(key: Buffer, draftId: string): string {
  return createHmac('sha256', key).update(`pay ${draftId}`).digest().subarray(0, 16).toString('base64url')
}

export const linkOf = (publicUrl: string, token: string): string => `${publicUrl}${payPath(token)}`
