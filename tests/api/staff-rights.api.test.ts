import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import type { StaffRole } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import { RIGHTS } from '#shop/staff/rights.ts'
import { createStaffSession } from '#shop/staff/sql.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { openStaffBrowser, type StaffBrowser, signInStaff } from '../support/staff.ts'

const ROLES: readonly StaffRole[] = ['owner', 'manager', 'packer']
// Safe cast: the keys of a contract.
const CALLS = Object.entries(staffContract) as [CallName, Endpoint][]
const OWN_CALLS = CALLS.filter(([, { access }]) => access !== 'public')

let shop: TestShop
const people = new Map<StaffRole, string>()
beforeAll(async () => {
  shop = await openTestShop()
  for (const role of ROLES) people.set(role, (await signInStaff(shop, role)).id)
})
afterAll(() => shop.close())

/** A browser with a new session of a role: some calls end theirs. */
async function browserOf(role: StaffRole, { isFull = true, minutes = 0 } = {}): Promise<StaffBrowser> {
  const browser = openStaffBrowser(shop)
  const staffId = people.get(role) ?? ''
  const { id, token } = await shop.shop.db
    .transaction()
    .execute((tx) => createStaffSession(tx, { staffId, device: 'a test', isFull }))
  await sql`update staff_sessions set factor_at = factor_at - make_interval(mins => ${minutes}) where id = ${id}`.execute(
    shop.shop.db,
  )
  browser.cookie = `staff=${token}`
  return browser
}

/** Makes a call with an empty body, about something that doesn't exist. */
function make(browser: StaffBrowser, [name, { body }]: [CallName, Endpoint], headers: Record<string, string> = {}) {
  const [method = '', path = ''] = name.replace(/\{\w+\}/g, newId()).split(' ')
  return browser.call(method, path, body ? {} : undefined, headers)
}

test('every call that needs a session has its row in the table of rights, and the table has no other', () => {
  expect(Object.keys(RIGHTS).sort()).toEqual(OWN_CALLS.map(([name]) => name).sort())
})

test('without a session every call is 401, and with half a one those that need a second factor', {
  tags: ['A7', 'A24'],
}, async () => {
  for (const call of OWN_CALLS) {
    expect(await make(openStaffBrowser(shop), call), call[0]).toMatchObject({
      status: 401,
      body: { code: 'not_logged_in' },
    })
    if (call[1].access !== 'staff') continue
    const half = await make(await browserOf('owner', { isFull: false }), call)
    expect(half, call[0]).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } })
  }
})

test('each role may make the calls of its row, and no others; being refused ends no session', {
  tags: ['A6', 'A25'],
}, async () => {
  for (const role of ROLES)
    for (const call of OWN_CALLS) {
      const browser = await browserOf(role)
      const { status, body } = await make(browser, call)
      // Safe cast: the first test compares the names.
      const allowed: readonly StaffRole[] = RIGHTS[call[0] as keyof typeof RIGHTS]
      const about = `${role}: ${call[0]}`
      if (allowed.includes(role)) expect([401, 403], about).not.toContain(status)
      else {
        expect({ status, code: body.code }, about).toEqual({ status: 403, code: 'forbidden' })
        expect((await browser.call('GET', '/session')).status, about).toBe(200)
      }
    }
})

test('a change from another origin is refused, whoever makes it', async () => {
  for (const call of CALLS.filter(([name]) => !name.startsWith('GET ')))
    for (const browser of [openStaffBrowser(shop), await browserOf('owner')])
      expect(await make(browser, call, { origin: 'https://elsewhere.example' }), call[0]).toMatchObject({
        status: 403,
        body: { code: 'foreign_origin' },
      })
})

test('money, people and keys need a second factor of the last ten minutes', async () => {
  const sensitive = OWN_CALLS.filter(([, { isSensitive }]) => isSensitive)
  expect(sensitive.map(([name]) => name)).toEqual(expect.arrayContaining(['POST /staff', 'DELETE /staff/{id}']))
  for (const call of sensitive) {
    expect((await make(await browserOf('owner', { minutes: 11 }), call)).body.code, call[0]).toBe('sign_in_again')
    expect((await make(await browserOf('owner', { minutes: 9 }), call)).body.code, call[0]).not.toBe('sign_in_again')
  }
})

test('the calls are described by their own document', async () => {
  const document = await (await shop.fetch('/api/admin/openapi.json')).json()
  const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(CALLS.map(([name]) => name).sort())
  expect(document.servers).toEqual([{ url: '/api/admin' }])
  // Its sentences are about staff, and its 401 asks for a session as the response does.
  const operations = Object.values(document.paths as Record<string, object>).flatMap((methods) =>
    Object.values(
      methods as Record<string, { operationId: string; responses: Record<string, { description: string }> }>,
    ),
  )
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const said = operations.flatMap(({ responses }) => [responses[401]?.description, responses[403]?.description])
  expect(said.filter((text) => /userId|bearer|customer/i.test(text ?? ''))).toEqual([])
  const refused = document.paths['/session'].get.responses['401']
  const { 'WWW-Authenticate': scheme } = refused.headers
  const response = await shop.fetch('/api/admin/session')
  expect(response.headers.get('www-authenticate')).toBe('Session')
  expect(scheme.schema.const ?? scheme.schema.enum?.[0]).toBe('Session')
})
