import { type Refusal, refuse } from '#platform/api/result.ts'
import type { Shop } from '../shop.server.ts'
import { linkOver } from './messages.ts'

/** A link to pay that has ended says whom to ask. */
export function refuseOver(shop: Shop): Refusal<'link_over'> {
  const settings = shop.settings()
  const ask = { shop: settings['shop.name'], phone: settings['shop.phone'], email: settings['shop.email'] }
  return refuse('link_over', linkOver(ask), { extra: { state: 'lapsed' } })
}
