import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import { newId } from '#platform/ids.server.ts'
import { settleRuns } from '#shop/imports/runs.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { type Shopper, withCheckoutShop } from '../support/checkout-fixture.ts'
import type { TestShop } from '../support/shop.ts'
import { type SignedInStaff, signInStaff } from '../support/staff.ts'
import type { Scenario, ScenarioContext } from './staff-scenario.ts'
import { scenarios } from './staff-scenarios.ts'

/** Changes that no log needs: a sign-in is the server's own log, the others are a person's own or a moment's. */
const WITHOUT_LINE: ReadonlySet<CallName> = new Set<CallName>([
  'POST /join',
  'POST /login',
  'POST /verify',
  'POST /totp/enrol',
  'POST /totp',
  'POST /passkeys/options',
  'POST /passkeys',
  'POST /passkeys/login/options',
  'POST /passkeys/login',
  'DELETE /session',
  'DELETE /sessions/{id}',
  'POST /presence',
  'PUT /settings/preview',
  // It only says what a file would change.
  'POST /settings/{name}/read',
  'PUT /home-page/draft',
  'DELETE /home-page/draft',
  // It shows nowhere until a section or a text names it.
  'POST /home-page/pictures',
  // It only asks the provider.
  'POST /connections/payments/check',
  'PUT /newsletters/preview',
  'POST /pack/ticks',
  'POST /orders/views',
  // It only says whose pictures files are.
  'POST /pictures/match',
  // They only say what a refund would do.
  'POST /orders/{id}/refund/preview',
  'POST /orders/{id}/cancel/preview',
  // It only says what an offer would do.
  'POST /offers/preview',
  'DELETE /orders/views/{id}',
])

let shop: TestShop
let asha: Shopper
let owner: SignedInStaff
let context: ScenarioContext
withCheckoutShop((fixture) => ({ shop, asha } = fixture), { runCommand: async () => {} })
beforeAll(async () => {
  owner = await signInStaff(shop, 'owner')
  context = { shop, asha, owner }
})

// Safe cast: the keys of a contract.
const CHANGES = (Object.entries(staffContract) as [CallName, Endpoint][]).filter(([name]) => !name.startsWith('GET '))
const LOGGED = CHANGES.filter(([name]) => !WITHOUT_LINE.has(name))

/** How many lines of the log the owner has written. */
async function countLines(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log where actor_id = ${owner.id}`.execute(shop.shop.db)
  return rows[0]?.count ?? 0
}

function send(name: CallName, { path = '', body, headers }: Scenario, key: string) {
  const [method = '', template = ''] = name.split(' ')
  return owner.browser.call(method, path === '' ? template : path, body, { 'idempotency-key': key, ...headers })
}

test('every change has a scenario here, or needs no line', () => {
  expect(Object.keys(scenarios).sort()).toEqual(LOGGED.map(([name]) => name).sort())
})

describe.each(LOGGED.filter(([name]) => name in scenarios))('%s', (name, { idempotent }) => {
  // Rules 13 and 15 of the staff site (docs/decisions/024-staff-site.md).
  test('writes its line of the log, and sent five times at once changes one thing once', {
    tags: ['A13', 'A15'],
  }, async () => {
    const make = scenarios[name]
    if (!make) throw new Error('the filter above')
    const scenario = await make(context)
    const before = await countLines()
    const answers = idempotent
      ? await Promise.all(Array.from({ length: 5 }, () => send(name, scenario, 'of-this-form')))
      : [await send(name, scenario, newId())]
    // One that comes while the first is under way is told so, and asks again.
    const settled = await Promise.all(
      answers.map((answer) =>
        answer.body.code === 'request_under_way' ? send(name, scenario, 'of-this-form') : answer,
      ),
    )
    const [first] = settled
    expect(first?.status, JSON.stringify(first?.body)).toBeLessThan(300)
    for (const { status, body } of settled)
      expect({ status, body }).toEqual({ status: first?.status, body: first?.body })
    await settleRuns()
    const lines = (await countLines()) - before
    expect(lines).toBe(scenario.lines ?? 1)
  })
})
