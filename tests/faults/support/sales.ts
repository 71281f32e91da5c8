import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEYS, startStandIn } from '../../support/quick-provider.ts'
import { createOrder, verify } from './buying.ts'
import type { FaultContext } from './context.ts'
import type { Customer } from './environment.ts'

/** A call of a sale. */
export interface SaleCall {
  /** When it began, by `performance.now()`. */
  at: number
  ms: number
  status: number
  text: string
}

/** Orders that are placed and paid at a fixed rate until `stop`. */
export interface Sales {
  /** create-order and verify-payment, in the order in which they ended. */
  calls: SaleCall[]
  paid(): number
  /** Sales that were due while too many others were under way. */
  unsent(): number
  stop(): Promise<void>
}

/** A machine that can't keep up gets no more at once: the calls would measure their own queue. */
const MAX_AT_ONCE = 16

/** Settings of a shop whose payment provider responds at once: what is measured is the shop. */
export async function quickProvider(context: FaultContext): Promise<Record<string, string>> {
  const provider = await startStandIn()
  context.defer(() => provider.stop())
  return {
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
    RAZORPAY_API_URL: `http://127.0.0.1:${provider.port}`,
  }
}

/** Starts to buy, of a shop with the settings of `quickProvider`. */
export function startSales(origin: () => string, people: readonly Customer[], perSecond: number): Sales {
  const calls: SaleCall[] = []
  const running = new Set<Promise<void>>()
  let [paid, unsent, isEnding] = [0, 0, false]

  async function timed<T extends { status: number; text: string }>(make: () => Promise<T>): Promise<T> {
    const at = performance.now()
    const result = await make()
    const { status } = result
    const text = status === 200 || status === 201 ? '' : result.text.slice(0, 200)
    calls.push({ at, ms: performance.now() - at, status, text })
    return result
  }

  async function sell(who: Customer): Promise<void> {
    const open = await timed(() => createOrder(origin(), who, 'boxy-tee'))
    if (open.status !== 201) return
    const order = String(open.body.razorpayOrderId)
    const payment = `pay_${order.slice('order_'.length)}`
    const signature = createHmac('sha256', KEYS.keySecret).update(`${order}|${payment}`).digest('hex')
    const proof = { razorpay_order_id: order, razorpay_payment_id: payment, razorpay_signature: signature }
    const { status } = await timed(() => verify(origin(), who, String(open.body.orderId), proof))
    if (status === 200) paid += 1
  }

  async function run(): Promise<void> {
    const from = performance.now()
    for (let due = 0; !isEnding; due += 1) {
      await sleep(Math.max(0, from + (due * 1000) / perSecond - performance.now()))
      const who = people[due % people.length]
      if (!who) throw new Error('Nobody buys.')
      if (running.size >= MAX_AT_ONCE) {
        unsent += 1
        continue
      }
      const sale: Promise<void> = sell(who).finally(() => running.delete(sale))
      running.add(sale)
    }
    await Promise.all(running)
  }
  const ended = run()
  return {
    calls,
    paid: () => paid,
    unsent: () => unsent,
    async stop() {
      isEnding = true
      await ended
    },
  }
}
