import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, type Fault, type FaultContext, openContext, type Size } from './support/context.ts'
import { canHaveNetwork, runInOwnNetwork } from './support/own-network.ts'
import { type Row, writeResults } from './support/report.ts'

/**
 * `npm run faults [-- NAME …] [--quick] [--profile] [--write] [--list]`: the faults of docs/reliability.md, one after the other, on
 * loopback and in temporary folders. Ends with a table and exits with 1 where a promise was not kept. `--profile`
 * prints the shop's processor time by part (`drop`). Only `--write` changes the project: the table in docs/reliability.md.
 */
const args = process.argv.slice(2)
/** Given by the parent to the process that runs a fault in a network of its own. */
const CHILD = '--child'
const isChild = args.includes(CHILD)
const flags = new Set(args.filter((argument) => argument.startsWith('--') && argument !== CHILD))
const wanted = args.filter((argument) => !argument.startsWith('--'))
const print = (line: string) => process.stdout.write(`${line}\n`)

const known = readdirSync(import.meta.dirname)
  .filter((file) => /^[a-z0-9-]+\.ts$/.test(file) && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .sort()

async function load(name: string): Promise<Fault> {
  const { fault } = await import(join(import.meta.dirname, `${name}.ts`))
  return fault
}

function unknownArgument(): string | null {
  const flag = [...flags].find((one) => !['--quick', '--profile', '--write', '--list'].includes(one))
  return flag ?? wanted.find((name) => !known.includes(name)) ?? null
}

/** Faults that take hours run only when they are named. */
async function isSelected(name: string, size: Size): Promise<boolean> {
  const { isLong = false } = await load(name)
  if (!isLong || size === 'quick' || wanted.includes(name)) return true
  print(`== ${name}: takes an hour or more, and runs only when it is named`)
  return false
}

let context: FaultContext | null = null

async function run(name: string, size: Size): Promise<Row[]> {
  const fault = await load(name)
  if (!isChild) print(`== ${name}: ${fault.about}`)
  const rowsOf = (results: readonly CheckResult[]) => results.map((result) => ({ name, about: fault.about, result }))
  const from = performance.now()
  context = openContext(size, (line) => print(`   ${line}`), { isProfiled: flags.has('--profile') })
  try {
    if (fault.hasOwnNetwork && !isChild && canHaveNetwork()) {
      const sent = await runInOwnNetwork<Row[]>(context, [name, ...flags, CHILD])
      return sent[0] ?? rowsOf([{ promise: fault.about, requirement: 'to be shown', measured: 'it ended', ok: false }])
    }
    return rowsOf(await fault.run(context))
  } catch (error) {
    const measured = error instanceof Error ? (error.stack ?? error.message) : String(error)
    print(measured)
    return rowsOf([
      { promise: fault.about, requirement: 'to be shown', measured: measured.split('\n')[0] ?? '', ok: false },
    ])
  } finally {
    await context.close()
    context = null
    if (!isChild) print(`   ${Math.round((performance.now() - from) / 1000)} s`)
  }
}

function verdict({ ok, skipped }: CheckResult): string {
  if (skipped) return 'not shown'
  return ok ? 'kept' : 'BROKEN'
}

async function main(): Promise<void> {
  // In a network of its own: the parent prints and writes.
  if (isChild) {
    for (const name of wanted) process.send?.(await run(name, flags.has('--quick') ? 'quick' : 'full'))
    return
  }
  const unknown = unknownArgument()
  if (unknown !== null || flags.has('--list')) {
    if (unknown !== null) print(`Unknown: ${unknown}`)
    for (const name of known) print(`${name.padEnd(20)} ${(await load(name)).about}`)
    process.exitCode = unknown === null ? 0 : 1
    return
  }
  const size: Size = flags.has('--quick') ? 'quick' : 'full'
  const rows: Row[] = []
  for (const name of wanted.length > 0 ? wanted : known)
    if (await isSelected(name, size)) rows.push(...(await run(name, size)))
  print('\n| | promise | requirement | measured |\n|---|---|---|---|')
  for (const { result } of rows)
    print(`| ${verdict(result)} | ${result.promise} | ${result.requirement} | ${result.measured} |`)
  const shown = rows.filter(({ result }) => !result.skipped)
  const broken = shown.filter(({ result }) => !result.ok).length
  const left = rows.length - shown.length
  print(`\n${shown.length - broken} of ${shown.length} kept${left > 0 ? `, ${left} not shown` : ''}`)
  if (flags.has('--write')) await writeResults(rows, size)
  process.exitCode = broken > 0 ? 1 : 0
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void (context?.close() ?? Promise.resolve()).then(() => process.exit(130)))

await main()
process.exit()
