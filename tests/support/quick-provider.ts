import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for the payment provider, which responds at once: every order is paid by the payment of its name. */
export interface StandIn {
  port: number
  stop(): Promise<void>
}

export const KEYS = { keyId: 'rzp_test_bench', keySecret: 'bench-secret', webhookSecret: 'bench-webhook-secret' }

/** Listens on the loopback interface. */
export async function startStandIn(): Promise<StandIn> {
  const amounts = new Map<string, number>()
  // A shop that is kept between runs has the orders of earlier ones.
  let count = Date.now()
  const server: Server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    response.setHeader('content-type', 'application/json')
    const { pathname } = new URL(request.url ?? '', 'http://provider')
    const [, , kind = '', id = ''] = pathname.split('/')
    if (request.method === 'POST' && kind === 'orders') {
      const { amount, receipt } = JSON.parse(text)
      const name = String(++count).padStart(14, '0')
      amounts.set(name, amount)
      const order = { id: `order_${name}`, amount, amount_paid: 0, currency: 'INR', receipt, status: 'created' }
      return void response.end(JSON.stringify({ ...order, attempts: 0 }))
    }
    if (kind === 'payments') {
      const name = id.slice('pay_'.length)
      const payment = { id, order_id: `order_${name}`, amount: amounts.get(name), currency: 'INR', status: 'captured' }
      return void response.end(JSON.stringify({ ...payment, method: 'upi', amount_refunded: 0 }))
    }
    response.end(JSON.stringify({ items: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // Safe cast: it listens on a port.
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
