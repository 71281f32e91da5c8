import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Sandbox } from './sandbox.server.ts'
import { startSandbox } from './sandbox.server.ts'

/** One event as the shop received it. */
export type Received = { event: string; eventId: string; signature: string; raw: string }

export const SECRETS = { keyId: 'rzp_test_sandbox', keySecret: 'key-secret', webhookSecret: 'hook-secret' }
const TOKEN = 'control-token'

const pairs = z.record(z.string(), z.unknown())
type Json = Record<string, unknown>

/** What a test holds: a running bank, a shop that collects events, and calls on both APIs. */
export type TestBank = {
  sandbox: Sandbox
  received: Received[]
  /** Status the shop answers events with. */
  answer: { status: number }
  dataDir: string
  rest: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: Json }>
  control: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: Json }>
  order: (extra?: Json) => Promise<string>
  pay: (orderId: string, extra?: Json) => Promise<Json>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

async function listenForEvents(received: Received[], answer: { status: number }) {
  const shop = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      const header = (name: string) => String(request.headers[name] ?? '')
      const event = String(pairs.parse(JSON.parse(raw)).event)
      received.push({ event, raw, eventId: header('x-razorpay-event-id'), signature: header('x-razorpay-signature') })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  // A TCP server's address is never a pipe's name.
  const { port } = shop.address() as AddressInfo
  return { shop, url: `http://127.0.0.1:${port}/api/webhooks/razorpay` }
}

async function send(url: string, method: string, body: unknown, headers: Record<string, string>) {
  const payload = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, ...payload })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: isJson ? pairs.parse(JSON.parse(text)) : { text } }
}

/** Starts a bank with its own books and a shop that listens. */
export async function openTestBank(): Promise<TestBank> {
  const received: Received[] = []
  const answer = { status: 200 }
  const { shop, url } = await listenForEvents(received, answer)
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const start = () =>
    startSandbox({ ...SECRETS, port: 0, publicHostname: '127.0.0.1', webhookUrl: url, controlToken: TOKEN, dataDir })
  const basic = `Basic ${Buffer.from(`${SECRETS.keyId}:${SECRETS.keySecret}`).toString('base64')}`
  const bank: TestBank = {
    sandbox: await start(),
    received,
    answer,
    dataDir,
    rest: (method, path, body, headers = {}) =>
      send(`${bank.sandbox.origin}/v1${path}`, method, body, { authorization: basic, ...headers }),
    control: (method, path, body) =>
      send(`${bank.sandbox.origin}/control${path}`, method, body, { authorization: `Bearer ${TOKEN}` }),
    order: async (extra = {}) => {
      const { body } = await bank.rest('POST', '/orders', { amount: 123_450, currency: 'INR', ...extra })
      return String(body.id)
    },
    pay: async (orderId, extra = {}) => (await bank.control('POST', '/pay', { order_id: orderId, ...extra })).body,
    restart: async () => {
      await bank.sandbox.stop()
      bank.sandbox = await start()
    },
    stop: async () => {
      await bank.sandbox.stop()
      shop.closeAllConnections()
      shop.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return bank
}

/** Waits until `check` holds, at most `ms`. */
export async function until(check: () => boolean | Promise<boolean>, ms = 4000): Promise<void> {
  const end = Date.now() + ms
  while (!(await check())) {
    if (Date.now() > end) throw new Error('waited too long')
    await sleep(20)
  }
}
