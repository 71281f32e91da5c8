import type { Kysely } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { notEnough, notMade } from '../cart/messages.ts'
import { recordEvent } from '../events/store.server.ts'
import type { Exchange } from '../orders/contract.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { estimatedExchange, isExchangeOpen } from '../orders/rules.ts'
import { readSettings } from '../settings/staff.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ExchangeRequest, exchangesContract } from './contract.ts'
import { exchangeMail } from './mails.server.ts'
import * as messages from './messages.ts'
import {
  cancelExchange,
  findExchange,
  findRequestFacts,
  hasOrder,
  insertExchange,
  lockExchange,
  type RequestFacts,
} from './store.server.ts'

/** Handles the calls about exchanges. The customer is the token's: these calls carry no user id (SPEC 7). */
export function createExchangesHandlers(shop: Shop): Handlers<typeof exchangesContract> {
  return {
    async 'POST /user/addExchange'({ body, caller }) {
      const result = await shop.db.transaction().execute((tx) => requestExchange(shop, tx, caller.customer, body))
      if (!result.ok) return result
      shop.mail.wake()
      return ok({ success: true, message: messages.EXCHANGE_REQUESTED, exchange: result.data })
    },
    async 'POST /user/cancelProductExchange'({ body, caller }) {
      const refusal = await shop.db.transaction().execute((tx) => cancel(shop, tx, caller.customer, body))
      if (refusal) return refusal
      shop.mail.wake()
      return ok({ success: true, message: messages.EXCHANGE_CANCELLED })
    },
  }
}

async function requestExchange(
  shop: Shop,
  tx: Kysely<Tables>,
  customer: CustomerId,
  request: ExchangeRequest,
): Promise<Result<Exchange>> {
  const facts = await findRequestFacts(tx, customer, request)
  if (!facts) {
    const known = await hasOrder(tx, customer, request.orderId)
    return refuse('not_found', known ? messages.PRODUCT_NOT_IN_ORDER : ORDER_NOT_FOUND)
  }
  const refusal = refuseRequest(facts, request)
  if (refusal) return refusal
  const arrivalAt = estimatedExchange(facts.now)
  const exchangeId = await insertExchange(tx, request, { lineId: facts.line_id, arrivalAt })
  if (!exchangeId) return refuse('conflict', messages.ALREADY_REQUESTED)
  const exchange = await findExchange(tx, exchangeId)
  const locked = await lockExchange(tx, exchangeId)
  if (!exchange || !locked) throw new Error('an exchange that was just inserted is not there')
  await recordEvent(tx, {
    type: 'exchange.requested',
    subject: `exchange:${exchangeId}`,
    data: { exchangeId, orderId: request.orderId, product: facts.name },
  })
  if (locked.email) {
    const recipient = {
      to: locked.email,
      name: locked.customer_name,
      publicUrl: shop.settings.publicUrl,
      settings: await readSettings(tx),
    }
    await shop.mail.enqueue(tx, exchangeMail({ exchangeId, productName: facts.name }, 'ordered', recipient))
  }
  return ok(exchange)
}

/** SPEC 4 and 5: delivered, not exchanged before, within the exchange days; a colour of the product, a size that is there. */
function refuseRequest(facts: RequestFacts, { color, size }: ExchangeRequest): Refusal | null {
  const days = facts.exchange_days
  if (facts.status !== 'delivered' || !facts.delivered_at) return refuse('conflict', messages.NOT_DELIVERED)
  if (facts.exchanged) return refuse('conflict', messages.ALREADY_REQUESTED)
  if (!isExchangeOpen(facts.delivered_at, facts.now, days)) return refuse('conflict', messages.windowClosed(days))
  if (color !== null && !facts.colors?.includes(color))
    return refuseChoice('color', notMade(facts.name, 'color', color))
  if (size === null) return null
  if (facts.size_left === null) return refuseChoice('size', notMade(facts.name, 'size', size))
  if (facts.size_left > 0) return null
  return refuse('conflict', notEnough({ ...facts, size }, 0))
}

function refuseChoice(path: string, message: string): Refusal {
  return refuse('invalid', message, { errors: [{ path, message }] })
}

async function cancel(
  shop: Shop,
  tx: Kysely<Tables>,
  customer: CustomerId,
  { orderId, exchangeId }: { orderId: string; exchangeId: string },
): Promise<Refusal | null> {
  const exchange = await lockExchange(tx, exchangeId, { customer, orderId })
  if (!exchange) {
    const known = await hasOrder(tx, customer, orderId)
    return refuse('not_found', known ? messages.EXCHANGE_NOT_FOUND : ORDER_NOT_FOUND)
  }
  if (exchange.cancelled_at) return refuse('conflict', messages.CANCELLED_ALREADY)
  if (exchange.status === 'delivered') return refuse('conflict', messages.DELIVERED_ALREADY)
  await cancelExchange(tx, exchangeId)
  if (exchange.email) {
    const recipient = {
      to: exchange.email,
      name: exchange.customer_name,
      publicUrl: shop.settings.publicUrl,
      settings: await readSettings(tx),
    }
    await shop.mail.enqueue(
      tx,
      exchangeMail({ exchangeId, productName: exchange.product_name }, 'cancelled', recipient),
    )
  }
  return null
}
