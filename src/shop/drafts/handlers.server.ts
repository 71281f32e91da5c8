import type { Handlers } from '#platform/api/mount.server.ts'
import type { Shop } from '../shop.server.ts'
import type { draftsContract } from './contract.ts'
import { openLink, readPayPage, verifyLink } from './pay.server.ts'

/** The calls of a link to pay (CONTRACT, An order entered for somebody). */
export function createDraftsHandlers(shop: Shop): Handlers<typeof draftsContract> {
  return {
    'GET /user/pay/{token}': ({ params: { token } }) => readPayPage(shop, token),
    'POST /user/pay/{token}': ({ params: { token }, body }) => openLink(shop, token, body),
    'POST /user/pay/{token}/verify': ({ params: { token }, body }) => verifyLink(shop, token, body),
  }
}
