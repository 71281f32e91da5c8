import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import { newId } from '#platform/ids.server.ts'
import { ALL } from '#shop/handlers.server.ts'
import { settleRuns } from '#shop/imports/runs.server.ts'
import { mayCall, type RIGHTS } from '#shop/staff/rights.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { type Shopper, withCheckoutShop } from '../support/checkout-fixture.ts'
import type { TestShop } from '../support/shop.ts'
import { type SignedInStaff, signInStaff } from '../support/staff.ts'
import type { Scenario, ScenarioContext } from './staff-scenario.ts'
import { UNDO_CASES } from './staff-undo-cases.ts'

/** What a change and its undo may leave behind, and why. Everything else in the database is compared. */
const GROWS: Readonly<Record<string, string>> = {
  audit_log: 'each change and each undo is a line',
  undos: 'the undo itself, which is used up',
  stock_ledger: 'both movements stay, and add up',
  settings_versions: 'each change is a version; the newest one’s values are compared below',
  outbox: 'a mail that was sent can’t be taken back: another one corrects it',
  idempotency_keys: 'answers that are kept for a repeated call',
  import_runs: 'the import stays in the list, as taken back',
}
/** Columns that say how often or when something was last changed, not what it is. */
const COUNTS = ['version', 'field_versions', 'updated_at', 'changed_at']
/** Columns of which only counts whether they have a time: since when is new after an undo. */
const SINCE = ['hidden_at', 'answered_at']
/** Other times are compared to the millisecond, as JSON keeps them. */
const TIME = /^(\d{4}-\d\d-\d\dT[\d:]+)(\.\d+)?(.*)$/

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
let context: ScenarioContext
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  context = { shop, asha, owner }
})

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(shop.shop.db)
  return rows.map(({ name }) => name).filter((name) => !(name in GROWS))
}

/** Every row of the shop by its table, and the settings that hold. */
async function dump(): Promise<Record<string, string[]>> {
  const selects = (await tables()).map(
    (name) => sql`select ${name} as name, (to_jsonb(t) - ${COUNTS}::text[])::text as row from ${sql.table(name)} t`,
  )
  const settings = sql`select 'settings' as name, coalesce((
    select values from settings_versions order by id desc limit 1), '{}')::text as row`
  const { rows } = await sql<{ name: string; row: string }>`
    select name, row from (${sql.join([...selects, settings], sql` union all `)}) as dumped order by name, row`.execute(
    shop.shop.db,
  )
  const byTable: Record<string, string[]> = {}
  for (const { name, row } of rows)
    byTable[name] = [...(byTable[name] ?? []), JSON.stringify(JSON.parse(row, comparable))]
  return Object.fromEntries(Object.entries(byTable).map(([name, lines]) => [name, lines.sort()]))
}

function comparable(name: string, value: unknown): unknown {
  if (SINCE.includes(name)) return value !== null
  if (typeof value !== 'string') return value
  return value.replace(TIME, (_, second, rest = '', zone) => `${second}${rest.padEnd(4, '0').slice(1, 4)}${zone}`)
}

async function send(name: CallName, { path = '', body, headers }: Scenario) {
  const [method = '', template = ''] = name.split(' ')
  const answer = await owner.browser.call(method, path === '' ? template : path, body, {
    'idempotency-key': newId(),
    ...headers,
  })
  await settleRuns()
  return answer
}

async function lastUndo() {
  const { rows } = await sql<{ kind: string; done: boolean }>`
    select kind, done_at is not null as done from undos order by created_at desc limit 1`.execute(shop.shop.db)
  return rows[0]
}

/** The newest lines of the log beside which this undo stands. */
async function linesWith(undo: unknown) {
  const { body } = await owner.browser.call('GET', '/audit')
  // Safe cast: the contract says what a page of the log is.
  return (body.items as { undo: string | null }[]).filter((line) => line.undo === undo)
}

test.each(Object.entries(UNDO_CASES))(
  '%s comes back whole',
  { tags: 'A20' },
  async (_, { call, make, kind, by, back }) => {
    const change = await make(context)
    // What the server does by itself is done before.
    await settleRuns()
    await shop.outbox.send()
    const before = await dump()
    const answer = await send(call, change)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    expect(await dump(), 'the change shows').not.toEqual(before)
    if (kind !== null) expect(await linesWith(answer.body.undo), 'one line of the log offers it').toHaveLength(1)
    const undone = await send(by, back(answer.body, change))
    expect(undone.status, JSON.stringify(undone.body)).toBeLessThan(300)
    if (kind !== null) expect(await lastUndo()).toEqual({ kind, done: true })
    expect(await dump()).toEqual(before)
  },
)

test.each(Object.entries(UNDO_CASES).filter(([, { by }]) => by === 'POST /undo/{id}'))(
  '%s stays when its maker’s role no longer includes the change',
  { tags: 'A25' },
  async (_, { call, make, by, back }) => {
    const change = await make(context)
    await settleRuns()
    const answer = await send(call, change)
    await settleRuns()
    const before = await dump()
    for (const role of ['manager', 'packer'] as const) {
      // Safe cast: a call that changes something is in the table.
      if (mayCall(role, call as keyof typeof RIGHTS)) continue
      await sql`update staff set role = ${role} where id = ${owner.id}`.execute(shop.shop.db)
      const undone = await send(by, back(answer.body, change))
      await sql`update staff set role = 'owner' where id = ${owner.id}`.execute(shop.shop.db)
      expect({ status: undone.status, code: undone.body.code }, role).toEqual({ status: 403, code: 'forbidden' })
      expect(await dump()).toEqual(before)
    }
  },
)

// Safe cast: the keys of a contract.
const CHANGES = (Object.entries(staffContract) as [CallName, Endpoint][]).filter(([name]) => !name.startsWith('GET '))

test('every change that can be taken back is among them', () => {
  const cases = Object.values(UNDO_CASES)
  expect(cases.length).toBeGreaterThanOrEqual(20)
  // Its answer has what takes it back.
  const undoable = CHANGES.filter(
    ([name, { response }]) =>
      response instanceof z.ZodObject &&
      ('undo' in response.shape || ('before' in response.shape && !name.endsWith('/preview'))),
  )
  const calls: readonly string[] = cases.map(({ call }) => call)
  expect(undoable.map(([name]) => name).filter((name) => !calls.includes(name))).toEqual([])
  expect([...new Set(cases.flatMap(({ kind }) => kind ?? []))].sort()).toEqual(Object.keys(ALL.undo).sort())
  const ways = CHANGES.map(([name]) => name).filter((name) => /\/(?:undo|return)\b/.test(name))
  const used: readonly string[] = [...calls, ...cases.map(({ by }) => by)]
  expect(ways.filter((name) => !used.includes(name))).toEqual([])
})
