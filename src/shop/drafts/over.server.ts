import { type Refusal, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { linkOver, linkRevoked } from './messages.ts'

/** A link to pay that has ended says whom to ask. */
export function refuseOver(shop: Shop): Refusal<'link_over'> {
  return refuse('link_over', linkOver(askOf(shop)), { extra: { state: 'lapsed' } })
}

/** One that staff revoked says that, too. */
export function refuseRevoked(shop: Shop): Refusal<'link_revoked'> {
  return refuse('link_revoked', linkRevoked(askOf(shop)), { extra: { state: 'lapsed' } })
}

function askOf(shop: Shop) {
  const settings = shop.settings()
  return { shop: settings['shop.name'], phone: settings['shop.phone'], email: settings['shop.email'] }
}
