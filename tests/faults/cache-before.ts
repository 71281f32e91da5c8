import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort } from '../support/processes.ts'
import { until } from '../support/until.ts'
import { type CheckResult, type Fault, type FaultContext, ms } from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { ROOT } from './support/processes.ts'

/** Pages and calls that show the price of `boxy-tee`. */
const PATHS = ['/', '/categories', '/product-details/boxy-tee', '/api/product/getProductDetail/boxy-tee']
const LIMIT_MS = 2_000
const CALLERS = 16

/** Starts Varnish with deploy/varnish.vcl on `port`, in front of the shop on port `to`. */
async function startVarnish(context: FaultContext, port: number, to: number): Promise<void> {
  const folder = await context.folder('varnish')
  const file = await readFile(join(ROOT, 'deploy/varnish.vcl'), 'utf8')
  const path = join(folder, 'shop.vcl')
  await writeFile(path, file.replace('.port = "3000"', `.port = "${to}"`))
  const place = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-n', join(folder, 'work')]
  // Debug mode keeps the manager in the foreground; without a jail it needs no users of its own.
  const child = spawn('varnishd', ['-F', '-j', 'none', '-f', path, '-s', 'malloc,64m', ...place], { stdio: 'ignore' })
  context.own(child)
  const origin = `http://127.0.0.1:${port}`
  await until('Varnish responds', 20_000, async () => (await call(origin, '/healthz')).status === 200)
}

interface Shown {
  /** When the request was sent, by `performance.now()`. */
  at: number
  price: number | null
  isKept: boolean
  status: number
}

/** A price as pages and calls write it: no other figure of theirs looks like it. */
const priceOf = (text: string, prices: ReadonlySet<number>) => {
  const plain = text.replaceAll(/(\d),(?=\d{3}\b)/g, '$1')
  for (const [figure] of plain.matchAll(/\b9\d{3}\b/g)) if (prices.has(Number(figure))) return Number(figure)
  return null
}

/** Asks through the cache all the time while the price changes, and finds the oldest price that was shown. */
async function askWhilePricesChange(
  { db }: Environment,
  origin: string,
  { requests, changes }: { requests: number; changes: number },
): Promise<CheckResult> {
  const prices = new Set(Array.from({ length: changes }, (_, index) => 9_001 + index))
  /** When each price was committed, by `performance.now()`. */
  const since = new Map<number, number>()
  const shown: Shown[] = []
  let isEnding = false
  const setPrice = async (price: number) => {
    await sql`update products set price_paise = ${price * 100}, mrp_paise = 1000000 where id = 'boxy-tee'`.execute(db)
    since.set(price, performance.now())
  }
  const ask = async (first: number) => {
    for (let index = first; !isEnding; index += 1) {
      const at = performance.now()
      const result = await call(origin, PATHS[index % PATHS.length] ?? '/')
      // Two numbers: the request's, and that of the one that fetched the response.
      const isKept = /^\d+ \d+$/.test(result.headers.get('x-varnish') ?? '')
      shown.push({ at, price: priceOf(result.text, prices), isKept, status: result.status })
      await sleep(20)
    }
  }
  await setPrice(9_001)
  await until('the first price shows everywhere', 20_000, async () => {
    const texts = await Promise.all(PATHS.map(async (path) => (await call(origin, path)).text))
    return texts.every((text) => priceOf(text, prices) === 9_001)
  })
  const callers = Array.from({ length: CALLERS }, (_, index) => ask(index))
  const share = requests / changes
  for (const price of prices) {
    if (price !== 9_001) await setPrice(price)
    // Long enough to see each price end, whatever the machine's speed.
    const from = performance.now()
    const due = share * (price - 9_000)
    await until('enough was asked', 120_000, () => shown.length >= due && performance.now() - from > LIMIT_MS + 500)
  }
  isEnding = true
  await Promise.all(callers)
  const unread = shown.filter(({ price }) => price === null)
  const ages = shown.map(({ at, price }) => at - (since.get((price ?? 0) + 1) ?? Number.POSITIVE_INFINITY))
  const oldest = Math.max(0, ...ages)
  const kept = shown.filter(({ isKept }) => isKept).length / shown.length
  const lost = unread.length > 0 ? `, ${unread.length} without a price (${unread[0]?.status})` : ''
  return {
    promise: 'a cache in front of the shop shows no price from before a change',
    requirement: `${requests} responses through Varnish and ${changes} prices: none older than ${ms(LIMIT_MS)}, most from the cache`,
    measured: `${shown.length} responses${lost}, ${Math.round(kept * 100)} % from the cache, the oldest price ${ms(oldest)} after its change`,
    ok: unread.length === 0 && kept > 0.8 && oldest <= LIMIT_MS,
  }
}

/** What a login may see, what counts and what fails is never kept; a picture is kept for good. */
async function whatIsKept({ customer }: Environment, origin: string): Promise<CheckResult> {
  const who = await customer()
  const wrong: string[] = []
  const twice = async (path: string, token?: string) => {
    await call(origin, path, token ? { token } : {})
    const { headers, status } = await call(origin, path, token ? { token } : {})
    return { status, isKept: /^\d+ \d+$/.test(headers.get('x-varnish') ?? ''), headers }
  }
  const never = [
    [`/api/user/getCartProduct/${who.id}`, who.token],
    ['/api/product/getProductDetail/boxy-tee?viewProduct=true'],
    ['/product-details/no-such-thing'],
    ['/feeds/google.xml'],
    ['/readyz'],
  ] as const
  for (const [path, token] of never) {
    const { isKept, status } = await twice(path, token)
    if (isKept || status === 0) wrong.push(`${path} was kept (${status})`)
  }
  const home = await twice('/')
  if (!home.isKept) wrong.push('the home page was not kept')
  const told = ['cdn-cache-control', 'cache-tag', 'xkey'].filter((name) => home.headers.has(name))
  if (told.length > 0) wrong.push(`${told.join(', ')} reached the browser`)
  if (home.headers.get('cache-control') !== 'public, max-age=0, must-revalidate')
    wrong.push(`browsers are told ${home.headers.get('cache-control')}`)
  const asset = /\/assets\/[\w.-]+\.js/.exec((await call(origin, '/')).text)?.[0]
  if (!asset || !(await twice(asset)).isKept) wrong.push('a script was not kept')
  const purge = await call(origin, '/.purge', { method: 'GET' })
  if (purge.status !== 403) wrong.push(`a visitor's purge got ${purge.status}`)
  return {
    promise: 'a cache in front of the shop keeps nothing of a person, nothing that is counted, and no error',
    requirement:
      'a cart, a counted view, a 404, the feed and health checks are asked of the shop each time; pages and scripts are not',
    measured: wrong.length > 0 ? wrong.join('; ') : 'as promised',
    ok: wrong.length === 0,
  }
}

export const fault: Fault = {
  about: 'Varnish in front of the shop keeps its pages',
  async run(context) {
    if (spawnSync('varnishd', ['-V']).error)
      return [
        {
          promise: 'a cache in front of the shop shows no price from before a change',
          requirement: 'Varnish with its xkey module',
          measured: 'varnishd is not installed',
          ok: false,
          skipped: true,
        },
      ]
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const environment = await openEnvironment(context, {
      database: 'embedded',
      settings: { PURGE_URL: `${origin}/.purge`, TRUST_PROXY: '1' },
    })
    await startVarnish(context, port, Number(new URL(environment.origin()).port))
    const size = { requests: context.pick(500, 10_000), changes: context.pick(3, 20) }
    const results = [await askWhilePricesChange(environment, origin, size), await whatIsKept(environment, origin)]
    await environment.stop()
    return results
  },
}
