import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { readConfig } from '#platform/config.server.ts'
import { openPictureStores } from '#platform/pictures/picture-stores.server.ts'
import { storePicture } from '#platform/pictures/store-picture.server.ts'
import { givenBucket, S3_KEYS, startS3Server } from '../support/s3-server.ts'
import { paymentProof } from '../support/sandbox-control.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentile } from './support/context.ts'
import { type Customer, describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { type CallOptions, type CallResult, call } from './support/http.ts'
import { startBalancer } from './support/nginx.ts'

const INSTANCES = 3
const PICTURES = 4
const WIDTHS = [360, 720] as const
const FORMATS = ['image/avif', 'image/webp'] as const
const ORDERS_ARE_ONE_IN = 50
const SHOPPERS = 16
const THINK_MS = 20

const oneOf = <T>(values: readonly [T, ...T[]]): T => values[Math.floor(Math.random() * values.length)] ?? values[0]

/** The outcomes of all requests: what was asked for, how long it took, and what failed. */
interface Outcomes {
  kinds: string[]
  times: number[]
  failures: string[]
}

/** What shoppers do, one step at each call: pages, pictures, reads, carts, orders with their payment. */
function shoppers(environment: Environment, origin: string, people: Customer[], pictures: [string, ...string[]]) {
  const outcomes: Outcomes = { kinds: [], times: [], failures: [] }
  async function send(kind: string, wanted: number, run: () => Promise<CallResult>): Promise<CallResult> {
    const result = await run()
    outcomes.kinds.push(kind)
    outcomes.times.push(result.ms)
    if (result.status !== wanted) outcomes.failures.push(`${kind}: ${result.status} ${result.text.slice(0, 150)}`)
    return result
  }
  const get = (kind: string, path: string, options?: CallOptions) => send(kind, 200, () => call(origin, path, options))
  async function order(who: Customer): Promise<void> {
    const { status, body } = await send('orders', 201, () => createOrder(origin, who, 'boxy-tee'))
    if (status !== 201) return
    const paid = await environment.sandbox.pay(String(body.razorpayOrderId))
    const proof = { userId: who.id, ...paymentProof(String(body.orderId), paid) }
    const options = { token: who.token, body: proof }
    await send('payments', 200, () => call(origin, '/api/user/verify-payment', options))
  }
  async function act(index: number): Promise<void> {
    const isOrder = index % ORDERS_ARE_ONE_IN === 0
    const who = people[(isOrder ? index / ORDERS_ARE_ONE_IN : index) % people.length]
    if (!who) throw new Error('There are no shoppers.')
    if (isOrder) return order(who)
    const { id, token } = who
    const dice = Math.random()
    const line = { userId: id, productId: 'spare-tee', color: 'Black', size: 'M', quantity: 1 + (index % 3) }
    if (dice < 0.2) await get('pages', `/product-details/${oneOf(['boxy-tee', 'spare-tee'])}`)
    else if (dice < 0.3) await get('pages', `/categories?maxPrice=${500 + (index % 90) * 100}`)
    else if (dice < 0.6)
      await get('pictures', `/media/${oneOf(pictures)}?w=${oneOf(WIDTHS)}`, {
        headers: { accept: oneOf(FORMATS) },
      })
    else if (dice < 0.8) await get('reads', '/api/product/getProductDetail/boxy-tee')
    else if (dice < 0.9) await get('reads', `/api/user/getCartProduct/${id}`, { token })
    else await send('carts', 200, () => call(origin, '/api/user/addToCart', { token, body: line }))
  }
  return { outcomes, act }
}

/** Restarts one instance after the other while the load runs. */
async function restartAll(
  environment: Environment,
  pauseMs: number,
  isOver: (restarted: number) => boolean,
): Promise<number[]> {
  const stops: number[] = []
  for (let index = 0; !isOver(stops.length); index = (index + 1) % INSTANCES) {
    const shop = environment.shops[index]
    const from = performance.now()
    const ending = await shop?.stop()
    if (ending?.code !== 0) throw new Error(`An instance ended with ${JSON.stringify(ending)}: ${shop?.output()}`)
    stops.push(performance.now() - from)
    await environment.restart(index)
    // The proxy leaves a machine out for five seconds (docs/several-machines.md).
    await sleep(pauseMs)
  }
  return stops
}

/** Three instances with empty data folders, one database and one bucket, behind nginx. */
export async function rollingRestart(context: FaultContext, total: number): Promise<CheckResult> {
  const promise = 'three instances behind nginx are restarted one after another, and no shopper notices'
  const requirement = `${total} requests (pages, pictures, reads, carts, orders with payment): 0 failed; pictures from the bucket on all three`
  const { url, keys } = givenBucket() ?? (await ownBucket(context))
  const settings = {
    PICTURES_URL: url,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    TRUST_PROXY: '1',
  }
  const pictures = await fillBucket(await context.folder('pictures'), settings)
  const environment = await openEnvironment(context, { database: 'external', instances: INSTANCES, settings })
  const proxy = await startBalancer(
    context,
    environment.shops.map(({ port }) => port),
  )
  if (proxy === null) return { promise, requirement, measured: 'nginx is not installed', ok: false, skipped: true }
  const origin = `http://127.0.0.1:${proxy}`
  await environment.sandbox.sendEventsTo(`${origin}/api/webhooks/razorpay`)
  for (const index of environment.shops.keys()) await warmUp(environment.origin(index), pictures)
  const { outcomes, act } = shoppers(environment, origin, await environment.customers(200), pictures)
  let isOver = false
  const restarts = restartAll(environment, context.pick(6000, 20_000), (restarted) => {
    context.log(`${outcomes.kinds.length} requests, ${restarted} restarts, ${outcomes.failures.length} failed`)
    return isOver
  })
  restarts.catch(() => {})
  const from = performance.now()
  let started = 0
  // Each waits for a response before the next request, so a slow machine has fewer requests and no more at once.
  const shopper = async () => {
    while (outcomes.kinds.length < total && outcomes.failures.length < 100) {
      await act(started++).catch((error) => void outcomes.failures.push(String(error)))
      await sleep(THINK_MS)
    }
  }
  await Promise.all(Array.from({ length: SHOPPERS }, shopper))
  isOver = true
  const stops = await restarts
  const served = await Promise.all(environment.shops.map((_, index) => hasCopies(environment, index, pictures)))
  const ledger = await environment.auditUntilClean(30_000)
  const { kinds, failures, times } = outcomes
  for (const failure of failures.slice(0, 20)) context.log(failure)
  const measured = `${kinds.length} requests (${formatCounts(kinds)}) in ${ms(performance.now() - from)}, ${stops.length} restarts (slowest stop ${ms(Math.max(...stops))}): ${failures.length} failed; p99 ${ms(percentile(times, 0.99))}; pictures from the bucket on ${served.filter(Boolean).length} of ${INSTANCES}; ${describeLedger(ledger)}`
  context.log(measured)
  await environment.stop()
  return { promise, requirement, measured, ok: failures.length === 0 && served.every(Boolean) && ledger.ok }
}

async function ownBucket(context: FaultContext) {
  const { url, stop } = await startS3Server()
  context.defer(stop)
  return { url, keys: S3_KEYS }
}

/** Stores pictures in the bucket, and returns their names. */
async function fillBucket(dataDir: string, settings: Record<string, string>): Promise<[string, ...string[]]> {
  const config = readConfig({ ...settings, SHOP_ENV_FILE: '', DATA_DIR: dataDir }, { root: dataDir })
  const { published } = openPictureStores(config)
  const names: [string, ...string[]] = ['front-0.webp']
  for (let index = 0; index < PICTURES; index++) {
    const noise = { type: 'gaussian', mean: 60 * index, sigma: 30 } as const
    const bytes = await sharp({ create: { width: 1200, height: 1500, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer()
    names[index] = `front-${index}.webp`
    await storePicture({ bytes, store: published, file: `front-${index}.webp` })
  }
  return names
}

/** Each machine encodes a picture's WebP at its first request, which takes too long for a steady load. */
async function warmUp(origin: string, pictures: readonly string[]): Promise<void> {
  for (const picture of pictures)
    for (const width of WIDTHS)
      for (const accept of FORMATS) await call(origin, `/media/${picture}?w=${width}`, { headers: { accept } })
}

/** Whether an instance serves a picture and has a copy of it in its data folder. */
async function hasCopies(environment: Environment, index: number, [picture]: [string, ...string[]]): Promise<boolean> {
  const { status } = await call(environment.origin(index), `/media/${picture}?w=360`)
  const folder = join(environment.settingsOf(index).DATA_DIR ?? '', 'picture-copies')
  return status === 200 && (await readdir(folder).catch(() => [])).length > 0
}

export const fault: Fault = {
  about: 'a rolling restart of three instances under load',
  run: async (context) => [await rollingRestart(context, context.pick(3000, 100_000))],
}
