import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { keepSecret } from '../settings/secrets-sql.server.ts'
import type { Tables } from '../tables.server.ts'

/** What a link to pay is for. */
export type PayLinkKind = 'draft' | 'order' | 'exchange'

/** How long a link to pay an order in cash, or for an exchange, lives. */
export const PAY_LINK_HOURS = 48

/** The token of a link: 128 bits, made from a key of this shop, so that staff can copy the link again. */
export async function payTokenOf(db: Kysely<Tables>, kind: PayLinkKind, id: string): Promise<string> {
  const key = await keepSecret(db, 'pay-links')
  const text = kind === 'draft' ? `pay ${id}` : `pay ${kind} ${id}`
  return createHmac('sha256', key).update(text).digest().subarray(0, 16).toString('base64url')
}

export const payLinkOf = (publicUrl: string, token: string): string => `${publicUrl}/pay/${token}`
