import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#platform/api/identity.ts'
import { changeProduct } from '#shop/catalog/product/staff.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, ms, percentile } from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'

const INSTANCES = 3
const READERS = 2
const OWNER: Actor = { kind: 'staff', name: 'faults', role: 'owner' }

/** Values that only grow, and when each was committed: the smaller of two values is the older one. */
class History {
  readonly #from: number
  readonly #committed: number[] = []
  /** The newest value that a finished response showed, by instance and path. */
  readonly #shown = new Map<string, number>()
  readonly ages: number[] = []
  backwards = 0

  constructor(from: number) {
    this.#from = from
  }

  get next(): number {
    return this.#from + this.#committed.length
  }

  commit(): void {
    this.#committed.push(performance.now())
  }

  /** The newest value shown so far; read it before a request is sent. */
  seen(where: string): number {
    return this.#shown.get(where) ?? 0
  }

  /** Notes the value in the response to a request that was sent at `askedAt`, when `seenBefore` was the newest shown. */
  read(where: string, value: number, askedAt: number, seenBefore: number): void {
    const replacedAt = this.#committed[value + 1 - this.#from]
    this.ages.push(replacedAt === undefined ? 0 : Math.max(0, askedAt - replacedAt))
    if (value < seenBefore) this.backwards++
    this.#shown.set(where, Math.max(value, this.seen(where)))
  }
}

interface Page {
  path: string
  price?: RegExp
  notice?: RegExp
}

const PAGES: readonly Page[] = [
  { path: '/product-details/spare-tee', price: /"price":"?(\d+)/, notice: /Notice (\d+)/ },
  { path: '/categories', notice: /Notice (\d+)/ },
  { path: '/api/product/getProductDetail/spare-tee', price: /"price":(\d+)/ },
  { path: '/api/user/shopSettings', notice: /Notice (\d+)/ },
]

/** The owner changes a price and a setting all the time; shoppers read and buy at three instances. */
async function changesShow(context: FaultContext, environment: Environment, seconds: number): Promise<CheckResult> {
  const { db, origin } = environment
  const prices = new History(1000)
  const notices = new History(1)
  const shop = { db, config: { real: false, publicUrl: 'http://localhost' }, settingsChanged: async () => {} }
  const change = async () => {
    const price = await changeProduct(db, OWNER, 'spare-tee', { price: prices.next, mrp: null })
    prices.commit()
    const notice = await changeSettings(shop, OWNER, { announcement: `Notice ${notices.next}` })
    notices.commit()
    if (!price.ok || !notice.ok) throw new Error(JSON.stringify({ price, notice }))
  }
  await change()
  let running = true
  const errors: string[] = []
  const read = async (index: number) => {
    for (let n = 0; running; n++) {
      // Safe cast: the remainder is an index of the list.
      const page = PAGES[n % PAGES.length] as Page
      const where = `${index} ${page.path}`
      const before = { price: prices.seen(where), notice: notices.seen(where) }
      const askedAt = performance.now()
      const { status, text } = await call(origin(index), page.path)
      if (status !== 200) errors.push(`${page.path}: ${status}`)
      for (const [kind, history] of [
        ['price', prices],
        ['notice', notices],
      ] as const) {
        const pattern = page[kind]
        if (!pattern || status !== 200) continue
        const value = Number(pattern.exec(text)?.[1])
        if (Number.isNaN(value)) errors.push(`${page.path} shows no ${kind}`)
        else history.read(where, value, askedAt, before[kind])
      }
    }
  }
  const people = await environment.customers(INSTANCES * 10)
  const buy = async (index: number) => {
    for (let n = 0; running; n++) {
      const who = people[(index + n * INSTANCES) % people.length]
      const { status } = who ? await createOrder(origin(index), who, 'boxy-tee') : { status: 0 }
      if (status === 0 || status >= 500) errors.push(`create-order: ${status}`)
      await sleep(500)
    }
  }
  const everywhere = Array.from({ length: INSTANCES }, (_, index) => index)
  const load = everywhere.flatMap((index) => [buy(index), ...Array.from({ length: READERS }, () => read(index))])
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    await change()
    await sleep(200 + Math.random() * 600)
  }
  running = false
  await Promise.all(load)
  const ages = [...prices.ages, ...notices.ages]
  const oldest = ages.reduce((oldest, age) => Math.max(oldest, age), 0)
  const backwards = prices.backwards + notices.backwards
  if (errors.length > 0) context.log(errors.slice(0, 5).join(', '))
  return {
    promise: 'a changed price and a changed setting show on every instance',
    requirement: `${seconds} s of changes, reads and orders at ${INSTANCES} instances: nothing older than 2 s, no older value after a newer one, no error`,
    measured: `${prices.next - 1000} prices and ${notices.next - 1} settings; ${ages.length} values read, p99 ${ms(percentile(ages, 0.99))} and at most ${ms(oldest)} old, ${backwards} after a newer one, ${errors.length} errors`,
    ok: oldest <= 2000 && backwards === 0 && errors.length === 0 && ages.length > seconds,
  }
}

/** Prices and settings changed at one place, read at three instances. */
export async function ownerChanges(context: FaultContext, seconds = context.pick(8, 600)): Promise<CheckResult[]> {
  const environment = await openEnvironment(context, { database: 'external', instances: INSTANCES })
  const result = await changesShow(context, environment, seconds)
  await environment.stop()
  return [result]
}

export const fault: Fault = { about: 'an owner who changes prices and settings under load', run: ownerChanges }
