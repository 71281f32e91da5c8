import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Sandbox, startSandbox } from './sandbox.server.ts'

/** One event as the shop received it. */
interface Received {
  event: string
  eventId: string
  signature: string
  raw: string
}

export const KEYS = {
  keyId: 'rzp_test_sandbox',
  keySecret: 'key-secret',
  webhookSecret: 'hook-secret',
  controlToken: 'control-token',
}

const record = z.record(z.string(), z.unknown())
type Json = z.output<typeof record>
type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>
type Response = { status: number; body: Json }

/** A running sandbox, a fake shop that records its events, and functions that call its APIs. */
export interface TestSandbox {
  sandbox: Sandbox
  received: Received[]
  /** The fake shop's response status for events. */
  shop: { status: number }
  call: Call
  /** With the provider's key, below /v1. */
  rest: Call
  control: Call
  order: (extra?: Json) => Promise<string>
  /** Pays an order (by default a new one) under a scenario. */
  pay: (scenario?: string, orderId?: string, extra?: Json) => Promise<{ id: string; outcome: Json }>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

async function startShop(received: Received[], shop: { status: number }) {
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString()
    const header = (name: string) => String(request.headers[name])
    const { event } = record.parse(JSON.parse(raw))
    const ids = { eventId: header('x-razorpay-event-id'), signature: header('x-razorpay-signature') }
    received.push({ event: String(event), raw, ...ids })
    response.writeHead(shop.status).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe cast: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return { server, webhookUrl: `http://127.0.0.1:${port}/api/webhooks/razorpay` }
}

/** Starts a sandbox that stores nothing yet, and a fake shop. */
export async function openTestSandbox(): Promise<TestSandbox> {
  const received: Received[] = []
  const shop = { status: 200 }
  const { server, webhookUrl } = await startShop(received, shop)
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const host = '127.0.0.1'
  const start = () => startSandbox({ host, port: 0, publicHostname: host, keys: KEYS, webhookUrl, dataDir })
  const basic = `Basic ${btoa(`${KEYS.keyId}:${KEYS.keySecret}`)}`
  const self: TestSandbox = {
    sandbox: await start(),
    received,
    shop,
    async call(method, path, body, headers = {}) {
      const payload = body === undefined ? {} : { body: JSON.stringify(body) }
      const all = { 'content-type': 'application/json', ...headers }
      const response = await fetch(self.sandbox.origin + path, { method, headers: all, ...payload })
      const isJson = response.headers.get('content-type')?.includes('json')
      return { status: response.status, body: isJson ? record.parse(await response.json()) : {} }
    },
    rest: (method, path, body, headers) => self.call(method, `/v1${path}`, body, { authorization: basic, ...headers }),
    control: (method, path, body) =>
      self.call(method, `/control${path}`, body, { authorization: `Bearer ${KEYS.controlToken}` }),
    async order(extra = {}) {
      const { body } = await self.rest('POST', '/orders', { amount: 123_450, currency: 'INR', ...extra })
      return String(body.id)
    },
    async pay(scenario = 'ok', orderId, extra = {}) {
      const id = orderId ?? (await self.order())
      await self.control('POST', '/scenarios', { scenario, order_id: id })
      return { id, outcome: (await self.control('POST', '/pay', { order_id: id, ...extra })).body }
    },
    async restart() {
      await self.sandbox.stop()
      self.sandbox = await start()
    },
    async stop() {
      await self.sandbox.stop()
      server.closeAllConnections()
      server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return self
}

/** Waits until `check` is true, at most 4 s. */
export const until = (check: () => boolean | Promise<boolean>) =>
  expect.poll(async () => check(), { interval: 20 }).toBe(true)
