import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffRole } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import { indianDay } from '#platform/india-time.ts'
import {
  DEFAULT_SETTINGS,
  DEFINITIONS,
  SETTING_NAMES,
  type SettingName,
  settingProblem,
} from '#shop/settings/definitions.ts'
import { applyDuePlans } from '#shop/settings/planned.server.ts'
import { isOwnersOnly } from '#shop/settings/setting-pages.server.ts'
import { changeSettings } from '#shop/settings/staff.server.ts'
import { createStaffSession } from '#shop/staff/sql.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { openTestShop, STAFF, type TestShop } from '../support/shop.ts'
import { openStaffBrowser, type SignedInStaff, signInStaff } from '../support/staff.ts'

/** Values that the rules of settings accept: of each setting the first one that is allowed and isn't its default counts. */
const CANDIDATES: readonly unknown[] = [
  true,
  false,
  3,
  12,
  200,
  'KA',
  'Karnataka',
  'other@shop.test',
  '29AAGCB7383J1Z4',
  '6205',
  '/backups/here',
  'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  '+91 80 0000 0000',
  'https://www.instagram.com/other/',
  '#1a2b3c',
  'digest',
  '1 Residency Road, Bengaluru 560025, Karnataka',
  [{ hsn: '62', percent: 5, from: '2026-01-01' }],
  ['mon'],
  [],
]

function otherValue<N extends SettingName>(name: N): unknown {
  for (const candidate of CANDIDATES) {
    const parsed = DEFINITIONS[name].schema.safeParse(candidate)
    if (!parsed.success || JSON.stringify(parsed.data) === JSON.stringify(DEFAULT_SETTINGS[name])) continue
    if (settingProblem(name, parsed.data) === null) return candidate
  }
  return undefined
}

/** Calls below `/settings` that change none. */
const READS_ONLY = {
  'PUT /settings/preview': 'a draft of one person, that their own preview alone shows',
  'POST /settings/{name}/read': 'says what a file would change',
}

const SENSITIVE = SETTING_NAMES.filter(isOwnersOnly)
const OTHERS = SETTING_NAMES.filter((name) => !isOwnersOnly(name) && otherValue(name) !== undefined)

/** The state of a session: its second factor is of now or of eleven minutes ago, or it lacks one, or there is none. */
type Age = 'recent' | 'old' | 'half' | 'none'
const SESSIONS: readonly (readonly [StaffRole, Age])[] = [
  ['owner', 'recent'],
  ['owner', 'old'],
  ['manager', 'recent'],
  ['manager', 'old'],
  ['packer', 'recent'],
  ['packer', 'old'],
  ['owner', 'half'],
  ['owner', 'none'],
]

let shop: TestShop
const people = new Map<StaffRole, SignedInStaff>()
beforeAll(async () => {
  shop = await openTestShop()
  for (const role of ['owner', 'manager', 'packer'] as const) people.set(role, await signInStaff(shop, role))
})
afterAll(() => shop.close())

async function as(role: StaffRole, age: Age): Promise<SignedInStaff> {
  const person = people.get(role)
  if (!person) throw new Error(role)
  if (age === 'none') return { ...person, browser: openStaffBrowser(shop) }
  if (age === 'half') {
    const browser = openStaffBrowser(shop)
    const { token } = await shop.shop.db
      .transaction()
      .execute((tx) => createStaffSession(tx, { staffId: person.id, device: 'a test', isFull: false }))
    browser.cookie = `staff=${token}`
    return { ...person, browser }
  }
  const minutes = age === 'recent' ? 0 : 11
  await sql`update staff_sessions set factor_at = now() - make_interval(mins => ${minutes})
    where staff_id = ${person.id} and factor_at is not null`.execute(shop.shop.db)
  return person
}

const set = async (name: SettingName, value: unknown) => {
  const changed = await changeSettings(shop.shop, STAFF, { [name]: value })
  if (!changed.ok) throw new Error(changed.message)
}
const newest = async () => {
  const { rows } = await sql<{ id: number; values: Record<string, unknown> }>`
    select id, values from settings_versions order by id desc limit 1`.execute(shop.shop.db)
  return rows[0] ?? { id: 0, values: {} as Record<string, unknown> }
}
const tomorrow = () => `${indianDay(new Date(Date.now() + 2 * 86_400_000))}T09:00`
const call = ({ browser }: SignedInStaff, method: string, path: string, body?: unknown, key = newId()) =>
  browser.call(method, path, body, { 'idempotency-key': key })

/** Every way to a setting: what is prepared with the shop's own hands, and the call that would change it. */
const WAYS: Readonly<
  Record<string, (name: SettingName, value: unknown) => Promise<(who: SignedInStaff) => ReturnType<typeof call>>>
> = {
  'a change': async (name, value) => (who) => call(who, 'PUT', `/settings/${name}`, { value }),
  'a change of several': async (name, value) => (who) =>
    call(who, 'PATCH', '/settings', { values: { [name]: value, 'shop.hours': `Beside it, ${newId()}` } }),
  'a reset': async (name, value) => {
    await set(name, value)
    return (who) => call(who, 'PATCH', '/settings', { values: { [name]: null } })
  },
  'a plan': async (name, value) => (who) =>
    call(who, 'POST', '/settings/plans', { values: { [name]: value }, at: tomorrow() }),
  'an undo': async (name, value) => {
    await set(name, value)
    return (who) => call(who, 'POST', '/settings/undo')
  },
  'a return of all': async (name, value) => {
    await set('shop.hours', `Before, ${newId()}`)
    const { id } = await newest()
    await set(name, value)
    return (who) => call(who, 'POST', '/settings/return', { version: id })
  },
  'a return of one': async (name, value) => {
    await set('shop.hours', `Before, ${newId()}`)
    const { id } = await newest()
    await set(name, value)
    return (who) => call(who, 'POST', `/settings/${name}/return`, { version: id })
  },
  'a plan that is taken back': async (name, value) => {
    const id = await planned(name, value)
    return (who) => call(who, 'DELETE', `/settings/plans/${id}`)
  },
  'a plan that was taken back and comes again': async (name, value) => {
    const id = await planned(name, value)
    const owner = await as('owner', 'recent')
    const { body } = await call(owner, 'DELETE', `/settings/plans/${id}`)
    return async (who) => {
      await sql`update undos set staff_id = ${who.id} where id = ${String(body.undo)}`.execute(shop.shop.db)
      return call(who, 'POST', `/undo/${String(body.undo)}`)
    }
  },
  'a repeated key': async (name, value) => {
    const key = newId()
    const owner = await as('owner', 'recent')
    expect((await call(owner, 'PUT', `/settings/${name}`, { value }, key)).status).toBe(200)
    return (who) => call(who, 'PUT', `/settings/${name}`, { value: who.role === 'owner' ? value : null }, key)
  },
}

test('no call of the contract that writes settings is without its way above', async () => {
  const writes = Object.keys(staffContract).filter(
    (name) => /^(?:PUT|PATCH|POST|DELETE) \/settings/.test(name) && !(name in READS_ONLY),
  )
  expect(writes.length).toBeGreaterThan(6)
  const made: string[] = []
  for (const prepare of Object.values(WAYS)) {
    await set('tax.hsn', null)
    const make = await prepare('tax.hsn', otherValue('tax.hsn'))
    const { browser, ...owner } = await as('owner', 'recent')
    const noted: typeof browser = {
      ...browser,
      async call(method, path, ...rest) {
        made.push(`${method} ${path}`)
        return browser.call(method, path, ...rest)
      },
    }
    await make({ ...owner, browser: noted })
    await sql`delete from planned_settings`.execute(shop.shop.db)
  }
  const isMade = (name: string) => made.some((one) => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(one))
  expect(writes.filter((name) => !isMade(name))).toEqual([])
})

async function planned(name: SettingName, value: unknown): Promise<string> {
  const owner = await as('owner', 'recent')
  const { status, body } = await call(owner, 'POST', '/settings/plans', { values: { [name]: value }, at: tomorrow() })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body.id)
}

test('what an owner alone sets is tax and GSTIN, backups and where they go, and the owner’s address', () => {
  expect(SENSITIVE.filter((name) => otherValue(name) === undefined)).toEqual([])
  expect(SENSITIVE).toEqual(
    SETTING_NAMES.filter((name) =>
      /^(tax|backup|invoice)\.|^(shop\.gstin|shop\.state|order\.taxPercent|owner\.email)$/.test(name),
    ),
  )
})

describe.each(Object.keys(WAYS))('%s', (way) => {
  test.each(SENSITIVE)('of %s takes an owner with a recent second factor', async (name) => {
    for (const [role, age] of SESSIONS) {
      await set(name, null)
      const prepare = WAYS[way]
      if (!prepare) throw new Error(way)
      const make = await prepare(name, otherValue(name))
      const before = await newest()
      const plans = await countPlans()
      const { status, body } = await make(await as(role, age))
      const about = `${role}, ${age}: ${JSON.stringify(body)}`
      if (role === 'owner' && age === 'recent') expect(status, about).toBeLessThan(300)
      else {
        expect({ status, code: body.code }, about).toEqual(refusalOf(role, age))
        expect(await newest(), about).toEqual(before)
        expect(await countPlans(), about).toBe(plans)
      }
      await sql`delete from planned_settings`.execute(shop.shop.db)
    }
  })
})

function refusalOf(role: StaffRole, age: Age): { status: number; code: string } {
  if (age === 'none') return { status: 401, code: 'not_logged_in' }
  if (age === 'half') return { status: 401, code: 'second_factor_needed' }
  return { status: 403, code: role === 'owner' ? 'sign_in_again' : 'forbidden' }
}

async function countPlans(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from planned_settings`.execute(shop.shop.db)
  return rows[0]?.count ?? 0
}

test('any other setting is a manager’s too, without a recent second factor, and no packer’s', async () => {
  expect(OTHERS.length).toBeGreaterThan(20)
  for (const name of OTHERS) {
    const value = otherValue(name)
    await set(name, null).catch(() => undefined)
    expect((await call(await as('packer', 'recent'), 'PUT', `/settings/${name}`, { value })).body.code).toBe(
      'forbidden',
    )
    const { status, body } = await call(await as('manager', 'old'), 'PUT', `/settings/${name}`, { value })
    expect([200, 409], `${name}: ${JSON.stringify(body)}`).toContain(status)
    await sql`update settings_versions set values = values - ${name}::text`.execute(shop.shop.db)
  }
})

test('a call that was asked for a recent second factor is made again with the same key', async () => {
  const owner = await as('owner', 'old')
  const key = newId()
  const make = () => call(owner, 'PUT', '/settings/tax.hsn', { value: '6110' }, key)
  expect((await make()).body.code).toBe('sign_in_again')
  await as('owner', 'recent')
  expect((await make()).status).toBe(200)
})

test('a plan is carried out with the role that its planner has then, and by nobody whose access ended', async () => {
  for (const [role, expected] of [
    ['manager', 'Only an owner may change “Invoice prefix”.'],
    ['packer', 'Packers can’t change settings.'],
    [null, 'no longer has access'],
  ] as const) {
    const planner = await signInStaff(shop, 'owner')
    const values = { 'invoice.prefix': 'ZQ' }
    expect((await call(planner, 'POST', '/settings/plans', { values, at: tomorrow() })).status).toBe(201)
    if (role === null) await sql`update staff set ended_at = now() where id = ${planner.id}`.execute(shop.shop.db)
    else await sql`update staff set role = ${role} where id = ${planner.id}`.execute(shop.shop.db)
    await sql`update planned_settings set due_at = now()`.execute(shop.shop.db)
    const before = await newest()
    await applyDuePlans(shop.shop)
    expect(await newest()).toEqual(before)
    const { rows } = await sql<{ problem: string }>`select problem from planned_settings`.execute(shop.shop.db)
    expect(rows[0]?.problem).toContain(expected)
    await sql`delete from planned_settings`.execute(shop.shop.db)
  }
})

test('backups go to another machine by https only', async () => {
  const owner = await as('owner', 'recent')
  const put = (value: string) => call(owner, 'PUT', '/settings/backup.to', { value })
  for (const endpoint of [
    'http://169.254.169.254',
    'http://10.0.0.5:9000',
    'http://evil.example',
    'ftp://files.example',
  ])
    expect((await put(`s3://b?endpoint=${endpoint}&region=x`)).status, endpoint).toBe(400)
  for (const endpoint of ['https://files.example', 'http://127.0.0.1:9000', 'http://localhost:9000'])
    expect((await put(`s3://b?endpoint=${endpoint}&region=x`)).status, endpoint).toBe(200)
})

test('owners are told by mail where backups and notices go from now on, at the address before too', async () => {
  const owner = await as('owner', 'recent')
  await call(owner, 'PUT', '/settings/owner.email', { value: 'before@shop.test' })
  await call(owner, 'PUT', '/settings/backup.to', { value: '/somewhere/else' })
  await call(owner, 'PUT', '/settings/owner.email', { value: 'after@shop.test' })
  await shop.outbox.send()
  const [mine, former] = await Promise.all(
    [owner.email, 'before@shop.test'].map(async (to) => (await shop.mailbox?.list({ to })) ?? []),
  )
  expect(mine?.some(({ text }) => text.includes('/somewhere/else'))).toBe(true)
  expect(former?.some(({ text }) => text.includes('after@shop.test'))).toBe(true)
})
