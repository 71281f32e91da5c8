import { readFile } from 'node:fs/promises'
import { systemClock } from '#platform/clock.ts'
import { indianDay } from '#platform/india-time.ts'
import { formatRupees } from '#platform/money.ts'
import { readLines } from '#shop/imports/lines.server.ts'
import { importOffers, offerLine } from '#shop/offers/import.server.ts'
import { type ListedOffer, offersStaffContract, type StaffOffer } from '#shop/offers/staff-contract.ts'
import { offerText } from '#shop/offers/staff-labels.ts'
import { callsOf } from './call-command.ts'
import { fieldsOf, readValue } from './call-fields.ts'
import {
  CommandError,
  type JsonOption,
  printResult,
  resolveFile,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import type { StaffCalls } from './staff-calls.ts'

const loadHandlers = async () => (await import('#shop/offers/staff-handlers.server.ts')).createOffersStaffHandlers

/** `offers`: codes, and what comes off by itself. */
export function addOfferCommands(program: ShopCommand): void {
  const offers = program.command('offers').description('what the shop gives off, by itself or for a code')
  const call = callsOf(offers, offersStaffContract, loadHandlers)
  call('GET /offers', 'list', {
    example: ['', '--state running'],
    none: 'There are no offers.',
    options: { q: 'part of a name, or a code' },
    lines: ({ items }) => items.map(offerRow),
  })
  call('GET /offers/{id}', 'show <id>', { example: 'OFFER_ID' })
  offers
    .command('add <file>')
    .description('add the offer of a JSON file, a draft unless it says "state": "running"')
    .does('POST /offers')
    .example('offers add welcome.json')
    .action((file: string, options: JsonOption) => {
      const path = resolveFile(file)
      return withCalls(async (calls) => {
        const { undo: _, ...offer } = await calls.call('POST /offers', { body: await readJson(path) })
        printOffer(offer, options)
      })
    })
  offers
    .command('set <id> <field> <value>')
    .description('change a field of an offer, such as value or limits.total; none clears it')
    .does('PATCH /offers/{id}')
    .example(
      'offers set OFFER_ID value 15',
      'offers set OFFER_ID to 2026-12-31',
      'offers set OFFER_ID minimum.goods 999',
    )
    .action(setField)
  call('POST /offers/{id}/start', 'start <id>', { example: 'OFFER_ID', lines: ({ name }) => `“${name}” runs.` })
  call('POST /offers/{id}/stop', 'stop <id>', { example: 'OFFER_ID', lines: ({ name }) => `“${name}” is stopped.` })
  call('POST /offers/{id}/codes', 'codes <id>', {
    example: 'OFFER_ID --count 500 --prefix DIWALI',
    lines: ({ created }) => `${created} ${created === 1 ? 'code was' : 'codes were'} made. offers codes-csv has them.`,
  })
  call('GET /offers/{id}/codes.csv', 'codes-csv <id>', { example: 'OFFER_ID --out codes.csv' })
  offers
    .command('export')
    .description('write all offers to standard output as JSON Lines')
    .example('offers export > offers.jsonl')
    .option('--json', 'print errors as JSON')
    .action(() =>
      withCalls(async (calls) => {
        for (const { id } of (await allOffers(calls)).toReversed())
          process.stdout.write(`${offerLine(await calls.call('GET /offers/{id}', { params: { id } }))}\n`)
      }),
    )
  offers
    .command('import <file>')
    .description('add the offers of an exported file, and change those that are there by their ids')
    .example('offers import offers.jsonl', 'offers import offers.jsonl --dry-run')
    .option('--dry-run', 'only say what would change')
    .action((file: string, options: JsonOption & { dryRun?: boolean }) => {
      const path = resolveFile(file)
      return withMigratedDatabase(async ({ db, actor }) => {
        const change = { actor, day: indianDay(systemClock.now()) }
        const report = unwrap(await importOffers(db, change, readLines(path), options))
        printResult(report, options, () => [
          `${report.added} new, ${report.changed} changed, ${report.unchanged} as before.`,
          ...(options.dryRun ? ['Nothing was written (dry run).'] : []),
        ])
      })
    })
}

type Calls = StaffCalls<typeof offersStaffContract>

function withCalls<T>(work: (calls: Calls) => Promise<T>): Promise<T> {
  return withMigratedDatabase(async (context) => {
    const { openStaffCalls } = await import('./staff-calls.ts')
    return work(await openStaffCalls(context, offersStaffContract, await loadHandlers()))
  })
}

async function allOffers(calls: Calls): Promise<ListedOffer[]> {
  const all: ListedOffer[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await calls.call('GET /offers', { query: { limit: 100, ...(cursor ? { cursor } : {}) } })
    all.push(...page.items)
    cursor = page.next
  }
  return all
}

async function setField(id: string, name: string, value: string, options: JsonOption): Promise<void> {
  const fields = fieldsOf(offersStaffContract['PATCH /offers/{id}']).filter(({ part }) => part === 'body')
  const field = fields.find(({ path }) => path === name)
  const [first = '', inner] = name.split('.', 2)
  if (!field)
    throw new UsageError(`There is no field ${name}. There are: ${fields.map(({ path }) => path).join(', ')}.`)
  const typed = value === 'none' || value === '' ? null : readValue(field, value)
  await withCalls(async (calls) => {
    const offer: Record<string, unknown> = await calls.call('GET /offers/{id}', { params: { id } })
    // Safe cast: fields with a point in their name are of objects.
    const others = offer[first] as Record<string, unknown> | undefined
    const whole = inner === undefined ? typed : withField(others ?? {}, inner, typed)
    const { undo: _, ...changed } = await calls.call('PATCH /offers/{id}', { params: { id }, body: { [first]: whole } })
    printOffer(changed, options)
  })
}

function withField(object: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> | null {
  const { [name]: _, ...rest } = object
  const next = value === null ? rest : { ...rest, [name]: value }
  return Object.keys(next).length === 0 ? null : next
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path}: it isn’t JSON.`)
    throw error
  }
}

const offerRow = ({ id, name, state, used, spent, ...offer }: ListedOffer): string =>
  `${id}  ${state}  ${name}: ${offerText(offer)}  ${used} used, ${formatRupees(spent)} off`

function printOffer(offer: StaffOffer, options: JsonOption): void {
  printResult(offer, options, () => [offerRow(offer)])
}
