import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import type { Product } from '#shop/catalog/contract.ts'
import type { Tables } from '#shop/tables.server.ts'
import { createOrder, verify } from '../tests/faults/support/buying.ts'
import { type Customer, createCustomers } from '../tests/faults/support/environment.ts'
import { call } from '../tests/faults/support/http.ts'
import { controlSandbox } from '../tests/support/sandbox-control.ts'
import { startShop } from './shop-process.ts'
import { quantile, runConcurrently } from './statistics.ts'

type CartItem = Product & { variant: Product['variants'][number] }

/** What the load buys: one variant of every product, with more stock than it can sell. */
export interface Market {
  origin: string
  customers: Customer[]
  items: CartItem[]
  sandbox: ReturnType<typeof controlSandbox>
}

export interface Throughput {
  perSecond: number
  p50: number
  p99: number
}

/** Creates customers with sessions and addresses, and stock that does not run out. */
export async function openMarket(db: Kysely<Tables>, origin: string, dataDir: string): Promise<Market> {
  await sql`update stock set on_hand = 1000000`.execute(db)
  const listed = await fetch(`${origin}/api/user/filterProduct`)
  // Safe cast: filterProduct returns products (CONTRACT).
  const products = (await listed.json()) as Product[]
  const items = products.flatMap((product) => product.variants.slice(0, 1).map((variant) => ({ ...product, variant })))
  const customers = await createCustomers(db, 32)
  const { controlToken } = JSON.parse(await readFile(join(dataDir, 'sandbox/keys.json'), 'utf8'))
  const url = new URL(origin)
  url.port = String(Number(url.port) + 1)
  return { origin, customers, items, sandbox: controlSandbox({ sandboxOrigin: url.origin, controlToken }) }
}

const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

async function addToCart({ origin, customers, items }: Market): Promise<void> {
  const { id, token } = pick(customers)
  const { _id, variant } = pick(items)
  const body = { userId: id, productId: _id, color: variant.color, size: variant.size, quantity: 1 }
  const { status, text } = await call(origin, '/api/user/addToCart', { token, body })
  if (status !== 200) throw new Error(`addToCart: ${status} ${text}`)
}

async function openOrder({ origin, customers, items }: Market) {
  const customer = pick(customers)
  const { _id, price, variant } = pick(items)
  const { status, text, body } = await createOrder(origin, customer, _id, 1, { ...variant, price })
  if (status !== 201) throw new Error(`create-order: ${status} ${text}`)
  return { customer, orderId: String(body.orderId), razorpayOrderId: String(body.razorpayOrderId) }
}

/** create-order, the payment in the sandbox, verify-payment; returns the milliseconds of the slower of the two calls. */
async function placeOrder(market: Market): Promise<number> {
  const from = performance.now()
  const { customer, orderId, razorpayOrderId } = await openOrder(market)
  const createMs = performance.now() - from
  const paid = await market.sandbox.pay(razorpayOrderId)
  const paidAt = performance.now()
  const { status, text } = await verify(market.origin, customer, orderId, paid)
  if (status !== 200) throw new Error(`verify-payment: ${status} ${text}`)
  return Math.max(createMs, performance.now() - paidAt)
}

/** Throughput of addToCart and create-order with 16 concurrent callers. */
export async function benchWrites(market: Market): Promise<Record<'addToCart' | 'createOrder', Throughput>> {
  const measure = async (call: (market: Market) => Promise<unknown>) => {
    const { times, perSecond } = await runConcurrently([market], call)
    return { perSecond, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  }
  return { addToCart: await measure(addToCart), createOrder: await measure(openOrder) }
}

export interface MixedFigures {
  requests: number
  errors: string[]
  p50: number
  p99: number
}

const PER_SECOND = 50

/** 50 requests a second at a fixed rate (open loop); every tenth is an order, paid and verified. */
export async function benchMixed(market: Market, seconds: number, progress: () => void): Promise<MixedFigures> {
  const times: number[] = []
  const errors: string[] = []
  const running = new Set<Promise<void>>()
  const from = performance.now()
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    const due = from + (n * 1000) / PER_SECOND
    await sleep(Math.max(0, due - performance.now()))
    const one: Promise<void> = visit(market, n)
      .then((spent) => void times.push(spent))
      .catch((error: unknown) => void errors.push(String(error)))
      .finally(() => running.delete(one))
    running.add(one)
    if (n % PER_SECOND === 0) progress()
  }
  await Promise.all(running)
  return { requests: times.length + errors.length, errors, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** Mixed shopping in a shop of its own; the figures as a line. */
export async function measureMixed(dataDir: string, seconds: number, progress: () => void): Promise<string> {
  const shop = await startShop(dataDir)
  const embedded = await attachEmbedded({ dataDir, log: () => {} })
  const database = openDatabase<Tables>({ connection: embedded.connection, log: { warn: () => {} }, max: 4 })
  try {
    const market = await openMarket(database.db, shop.origin, dataDir)
    const { requests, errors, p50, p99 } = await benchMixed(market, seconds, progress)
    const megabytes = Math.round(await shop.memoryMb())
    return `${requests} requests, ${errors.length} errors, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${megabytes} MB`
  } finally {
    await database.close()
    await embedded.stop()
    await shop.stop()
  }
}

async function visit(market: Market, n: number): Promise<number> {
  if (n % 10 === 0) return placeOrder(market)
  const from = performance.now()
  if (n % 10 === 5) await addToCart(market)
  else {
    const { _id } = pick(market.items)
    const pages = ['/', '/categories', `/product-details/${_id}`]
    const detail = `/api/product/getProductDetail/${_id}?viewProduct=true`
    const listing = `/api/user/filterProduct?maxPrice=${500 + 100 * (n % 50)}&limit=24`
    const response = await fetch(new URL(pick([...pages, detail, listing]), market.origin))
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  }
  return performance.now() - from
}
