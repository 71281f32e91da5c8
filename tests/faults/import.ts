import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { generateCatalogue } from '#shop/imports/generate.server.ts'
import { until } from '../support/until.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, ms, percentile } from './support/context.ts'
import { describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { ROOT, type Running, runNode } from './support/processes.ts'

const MAX_WAIT_MS = 200
const MAX_IMPORT_MS = 60_000
/** Within this time the shop has finished what a killed import left. */
const REPAIR_MS = 60_000

/** The command line as a process of its own, beside the shop. */
function runCommand(context: FaultContext, environment: Environment, ...words: string[]): Running {
  const settings = {
    ...environment.settingsOf(0),
    NODE_ENV: 'production',
    PORT: String(new URL(environment.origin()).port),
  }
  return runNode(context, join(ROOT, 'src/cli/main.ts'), settings, [], words)
}

/** A line of the catalogue's own format. */
interface CatalogueLine {
  _id: string
  price: number
  variants: { color: string; size: string; quantity: number }[]
  pictures: unknown[]
}

/** Writes a generated catalogue into a file; each `version` has other prices and quantities. Returns its first product. */
async function writeCatalogue(path: string, count: number, version: number): Promise<CatalogueLine> {
  let first: CatalogueLine | null = null
  const templates = (await readFile(join(ROOT, 'catalogue/products.jsonl'), 'utf8')).split('\n').filter(Boolean)
  const file = await open(path, 'w')
  const lines: string[] = []
  for (const line of generateCatalogue(count, 7, templates)) {
    const read: CatalogueLine = JSON.parse(line)
    const variants = read.variants.map((one) => ({ ...one, quantity: one.quantity + 1000 * version + 500 }))
    const product = { ...read, price: read.price + version, variants, pictures: [] }
    first ??= product
    lines.push(JSON.stringify(product))
    if (lines.length === 500) await file.appendFile(`${lines.splice(0).join('\n')}\n`)
  }
  await file.appendFile(lines.map((line) => `${line}\n`).join(''))
  await file.close()
  if (!first) throw new Error('nothing was generated')
  return first
}

/** A process's resident memory in MB, by the system; null where it can't be asked. */
async function memoryOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
  return Number.isNaN(kilobytes) ? null : kilobytes / 1024
}

/** A variant that is bought during an import. */
interface Sold {
  id: string
  color: string
  size: string
  price: number
}

/** What was measured during an import. */
interface ImportRun {
  sales: number
  errors: string[]
  waits: number[]
  memory: number[]
  tookMs: number
  output: string
  code: number | null
}

/** Runs an import, and orders one of `products` after the other meanwhile. */
async function importBesideSales(
  context: FaultContext,
  environment: Environment,
  words: readonly string[],
  products: readonly Sold[],
): Promise<ImportRun> {
  const people = await environment.customers(200)
  const result: ImportRun = { sales: 0, errors: [], waits: [], memory: [], tookMs: 0, output: '', code: null }
  const sell = async (n: number) => {
    const who = people[n % people.length]
    const product = products[n % products.length]
    if (!who || !product) return
    const from = performance.now()
    const { status } = await createOrder(environment.origin(), who, product.id, 1, product)
    result.waits.push(performance.now() - from)
    result.sales++
    // 409: the import has just changed the price.
    if (status !== 201 && status !== 409) result.errors.push(`${product.id}: ${status}`)
  }
  for (let n = 0; n < 10; n++) await sell(n)
  result.waits.length = 0
  const from = performance.now()
  const running = runCommand(context, environment, 'catalog', 'import', ...words)
  while (running.isAlive()) {
    await sell(result.sales)
    const memory = running.child.pid === undefined ? null : await memoryOf(running.child.pid)
    if (memory !== null) result.memory.push(memory)
    await sleep(20)
  }
  result.code = (await running.ended).code
  result.tookMs = performance.now() - from
  result.output = running.output()
  return result
}

/** It is not in the file. */
const OTHER: Sold = { id: 'boxy-tee', color: 'Black', size: 'M', price: 1299 }

function soldFrom(line: CatalogueLine): Sold {
  const [variant] = line.variants
  if (!variant) throw new Error(`${line._id} has no variant`)
  return { id: line._id, color: variant.color, size: variant.size, price: line.price }
}

/** Imports a large catalogue three times: new, with other prices, with other prices and quantities; products are sold meanwhile. */
async function besideSales(context: FaultContext, environment: Environment, count: number): Promise<CheckResult[]> {
  const folder = await context.folder('import')
  const path = join(folder, 'catalogue.jsonl')
  const results: CheckResult[] = []
  let product: CatalogueLine | null = null
  for (const [version, name, options] of [
    [1, 'all new', []],
    [2, 'prices of all changed', []],
    [3, 'prices and stock of all changed', ['--stock']],
  ] as const) {
    const before: Sold[] = product ? [OTHER, soldFrom(product)] : [OTHER]
    product = await writeCatalogue(path, count, version)
    const run = await importBesideSales(context, environment, [path, ...options], before)
    const slowest = Math.max(...run.waits)
    const [start = 0] = run.memory
    const middle = percentile(run.memory.slice(0, Math.ceil(run.memory.length / 3)), 1)
    const most = Math.max(0, ...run.memory)
    const ok =
      run.code === 0 &&
      run.errors.length === 0 &&
      context.inTime(run.tookMs, MAX_IMPORT_MS) &&
      context.inTime(slowest, MAX_WAIT_MS)
    const measured = [
      `${ms(run.tookMs)}`,
      `memory of the import ${Math.round(start)} MB at first, at most ${Math.round(middle)} MB in its first third and ${Math.round(most)} MB in all`,
      `${run.sales} orders beside it, half of them its own products: median ${ms(percentile(run.waits, 0.5))}, p99 ${ms(percentile(run.waits, 0.99))}, slowest ${ms(slowest)}`,
      ...run.errors.slice(0, 3),
      ...(run.code === 0 ? [] : [run.output.slice(-300)]),
    ].join(', ')
    context.log(`${name}: ${measured}`)
    results.push({
      promise: `a large import, ${name}, keeps no sale waiting`,
      requirement: `${count} products in ≤ 60 s, memory flat, no order beside it waits > 200 ms or fails`,
      measured,
      ok,
    })
  }
  return results
}

/** Exports the catalogue into a file; its hash and number of lines. */
async function exportTo(context: FaultContext, environment: Environment, path: string) {
  const running = runCommand(context, environment, 'catalog', 'export')
  const hash = createHash('sha256')
  let lines = 0
  const file = createWriteStream(path)
  running.child.stdout?.on('data', (text: string) => {
    hash.update(text)
    lines += text.split('\n').length - 1
    file.write(text)
  })
  await running.ended
  await new Promise<void>((done) => file.end(() => done()))
  return { hash: hash.digest('hex'), lines }
}

/** The versions of the file that the stock comes from, and the sum of all prices. */
async function stateOf(environment: Environment) {
  const { rows } = await sql<{ versions: number; version: number; prices: number }>`
    select count(distinct (on_hand - reserved) / 1000)::int as versions, min((on_hand - reserved) / 1000)::int as version,
      (select sum(price_paise)::float8 from products where id not in ('boxy-tee', 'spare-tee')) as prices
    from stock where product_id not in ('boxy-tee', 'spare-tee')`.execute(environment.db)
  const [state] = rows
  if (!state) throw new Error('there is no stock')
  return state
}

/** Export, import, export: the same bytes. */
async function roundTrip(context: FaultContext, environment: Environment): Promise<CheckResult> {
  const path = join(await context.folder('round-trip'), 'export.jsonl')
  const before = await exportTo(context, environment, path)
  const imported = runCommand(context, environment, 'catalog', 'import', path, '--stock')
  const { code } = await imported.ended
  const after = await exportTo(context, environment, `${path}.again`)
  const ok = code === 0 && before.hash === after.hash && before.lines > 0
  return {
    promise: 'export, import and export again give the same bytes',
    requirement: 'the two exports are identical',
    measured: `${before.lines} lines, ${ok ? 'identical' : `NOT identical: ${before.hash} ${after.hash} ${imported.output().slice(-200)}`}`,
    ok,
  }
}

/** Imports killed at random moments: of the whole catalogue, either all has changed or nothing. */
async function killed(
  context: FaultContext,
  environment: Environment,
  count: number,
  times: number,
): Promise<CheckResult> {
  const path = join(await context.folder('killed'), 'catalogue.jsonl')
  const outcomes = { all: 0, nothing: 0, part: 0 }
  const first = await stateOf(environment)
  let { version } = first
  let tookMs = context.pick(1500, 15_000)
  for (let n = 0; n < times; n++) {
    await writeCatalogue(path, count, version + 1)
    const running = runCommand(context, environment, 'catalog', 'import', path, '--stock')
    const from = performance.now()
    await Promise.race([running.ended, sleep(Math.random() * tookMs)])
    if (!running.isAlive()) tookMs = performance.now() - from
    running.child.kill('SIGKILL')
    await running.ended
    const isWhole = async () => {
      const state = await stateOf(environment)
      const prices = first.prices + (state.version - first.version) * 100 * count
      return state.versions === 1 && state.prices === prices ? state : null
    }
    const state = await until('the catalogue is of one version', REPAIR_MS, isWhole).catch(() => null)
    if (state) outcomes[state.version === version ? 'nothing' : 'all']++
    else outcomes.part++
    version = (await stateOf(environment)).version
    context.log(`kill ${n + 1} of ${times} after ${ms(performance.now() - from)}: ${JSON.stringify(outcomes)}`)
  }
  const ledger = await environment.auditShop()
  return {
    promise: 'an import that is killed has imported all or nothing',
    requirement: `${times} × kill -9 at random moments of an import of ${count} products that changes each price and quantity: never a part, ledger clean`,
    measured: `${outcomes.all} × all, ${outcomes.nothing} × nothing, ${outcomes.part} × a part; ${describeLedger(ledger)}`,
    ok: outcomes.part === 0 && ledger.ok,
  }
}

/** `PRODUCTS=1000 KILLS=3 npm run faults -- import`: a smaller catalogue, fewer kills. */
export const fault: Fault = {
  about: 'a large import beside sales, killed at any moment',
  async run(context) {
    const count = Number(process.env.PRODUCTS) || context.pick(300, 20_000)
    const environment = await openEnvironment(context, { database: 'external' })
    const results = await besideSales(context, environment, count)
    results.push(await roundTrip(context, environment))
    results.push(await killed(context, environment, count, Number(process.env.KILLS) || context.pick(3, 20)))
    await environment.stop()
    return results
  },
}
