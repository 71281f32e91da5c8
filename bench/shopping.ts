import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Api, createApi } from '#platform/api/client.ts'
import { createSession, findOrCreateCustomer } from '#shop/accounts/store.server.ts'
import type { Product } from '#shop/catalog/contract.ts'
import type { ShopContract } from '#shop/contract.ts'
import { rupeeTotals } from '#shop/orders/rules.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/rules.ts'
import type { Tables } from '#shop/tables.server.ts'
import { controlSandbox, paymentProof } from '../tests/support/sandbox-control.ts'
import { quantile, runConcurrently } from './listing.ts'

export interface Customer {
  id: string
  addressId: string
  api: Api<ShopContract>
}

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
  const customers = await Promise.all(Array.from({ length: 32 }, (_, n) => newCustomer(db, origin, n)))
  const { controlToken } = JSON.parse(await readFile(join(dataDir, 'sandbox/keys.json'), 'utf8'))
  const url = new URL(origin)
  url.port = String(Number(url.port) + 1)
  return { origin, customers, items, sandbox: controlSandbox({ sandboxOrigin: url.origin, controlToken }) }
}

async function newCustomer(db: Kysely<Tables>, origin: string, n: number): Promise<Customer> {
  const { id, token } = await db.transaction().execute(async (tx) => {
    const customer = await findOrCreateCustomer(tx, `bench-${n}@example.test`, 'Asha Kale')
    return { id: customer.id, token: await createSession(tx, customer.id) }
  })
  const api = createApi<ShopContract>({
    base: `${origin}/api`,
    token: () => token,
    fetch: (url, init) => fetch(url, init),
  })
  const address = {
    firstName: 'Asha',
    phoneNumber: '98200 00028',
    streetAddress: '28, Cadell Road',
    townCity: 'Mumbai',
    zipCode: '400028',
  }
  const added = await api('POST /user/addAddress', { body: { userId: id, address } })
  if (!added.ok) throw new Error(added.message)
  return { id, api, addressId: added.data.address._id }
}

const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('There is nothing to choose from.')
  return one
}

async function addToCart({ customers, items }: Market): Promise<void> {
  const { id, api } = pick(customers)
  const { _id, variant } = pick(items)
  const line = { userId: id, productId: _id, color: variant.color, size: variant.size, quantity: 1 }
  const result = await api('POST /user/addToCart', { body: line })
  if (!result.ok) throw new Error(`addToCart: ${result.status} ${result.message}`)
}

async function openOrder({ customers, items }: Market) {
  const customer = pick(customers)
  const { _id, price, variant } = pick(items)
  const result = await customer.api('POST /user/create-order', {
    body: {
      userId: customer.id,
      totalPrice: rupeeTotals([{ price, quantity: 1 }], DEFAULT_SETTINGS).total,
      productDetails: [{ productId: _id, color: variant.color, size: variant.size, quantity: 1 }],
      addressId: customer.addressId,
      paymentMethod: 'credit_card',
    },
  })
  if (!result.ok) throw new Error(`create-order: ${result.status} ${result.message}`)
  return { customer, opened: result.data }
}

/** create-order, the payment in the sandbox, verify-payment; returns the milliseconds of the slower of the two calls. */
async function placeOrder(market: Market): Promise<number> {
  const from = performance.now()
  const { customer, opened } = await openOrder(market)
  const createMs = performance.now() - from
  const paid = await market.sandbox.pay(opened.razorpayOrderId)
  const paidAt = performance.now()
  const result = await customer.api('POST /user/verify-payment', {
    body: { userId: customer.id, ...paymentProof(opened.orderId, paid) },
  })
  if (!result.ok) throw new Error(`verify-payment: ${result.status} ${result.message}`)
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
  return { requests: times.length, errors, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
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
