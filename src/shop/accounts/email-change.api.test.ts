import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CustomerFixture, openCustomerFixture, passTime } from '../../../tests/support/customer-fixture.ts'
import { CODES_SENT, CODES_WRONG, EMAIL_CHANGED, NAME_REQUIRED, OWN_ADDRESS } from './messages.ts'
import { findOrCreateCustomer, lockMailbox } from './sql.server.ts'

let shop: CustomerFixture
let counter = 0
const freshEmail = () => `edit${++counter}@example.test`

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

type SignedIn = Awaited<ReturnType<CustomerFixture['signIn']>>

const ask = (who: SignedIn, email: string) => who.api('POST /user/changeEmail', { body: { userId: who.id, email } })
const confirm = (who: SignedIn, oldCode: string, newCode: string) =>
  who.api('POST /user/confirmEmail', { body: { userId: who.id, oldCode: Number(oldCode), newCode: Number(newCode) } })
const works = async ({ api, id }: SignedIn) =>
  (await api('GET /user/getUserAddresses/{userId}', { params: { userId: id } })).ok
const wrong = (code: string) => (code === '100000' ? '100001' : '100000')

test('a customer can change the name, but not to an invalid one', async () => {
  const who = await shop.signIn(freshEmail(), 'Asha')
  const changed = await who.api('PUT /user/name', { body: { userId: who.id, name: ' Asha Kale ' } })
  expect(changed).toMatchObject({ ok: true, data: { data: { id: who.id, name: 'Asha Kale' } } })
  const empty = await who.api('PUT /user/name', { body: { userId: who.id, name: '  ' } })
  expect(empty).toMatchObject({ status: 400, message: NAME_REQUIRED })
})

test('an address changes by the codes of both mailboxes; other sessions end, and both mailboxes are notified', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  const elsewhere = await shop.signIn(before)
  const who = await shop.signIn(before)
  expect(await ask(who, after.toUpperCase())).toMatchObject({ status: 202, data: { message: CODES_SENT } })
  const [oldCode, newCode] = [await shop.codeTo(before, 2), await shop.codeTo(after)]
  expect((await shop.mailTo(before, 2)).text).toContain(after)
  expect(await confirm(who, oldCode, newCode)).toMatchObject({
    ok: true,
    data: { message: EMAIL_CHANGED, data: { id: who.id, email: after } },
  })
  expect((await shop.mailTo(before, 3)).subject).toBe('Your e-mail address at Fourth Seat has been changed')
  expect((await shop.mailTo(after, 1)).text).toContain(after)
  expect([await works(who), await works(elsewhere)]).toEqual([true, false])
  expect((await confirm(who, oldCode, newCode)).status).toBe(422)
  // The account now belongs to the new address, and the old one has none.
  expect((await shop.signIn(after)).id).toBe(who.id)
  expect((await shop.signIn(before)).id).not.toBe(who.id)
})

test('one code used twice, swapped codes, expired codes and a sixth try are rejected', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  const who = await shop.signIn(before)
  await ask(who, after)
  const [oldCode, newCode] = [await shop.codeTo(before, 1), await shop.codeTo(after)]
  for (const [first, second] of [
    [oldCode, wrong(newCode)],
    [wrong(oldCode), newCode],
    [newCode, oldCode],
    [oldCode, oldCode],
    [wrong(oldCode), wrong(newCode)],
    [oldCode, newCode],
  ] as const)
    expect(await confirm(who, first, second)).toMatchObject({ status: 422, message: CODES_WRONG })
  await ask(who, after)
  const again = [await shop.codeTo(before, 2), await shop.codeTo(after, 1)] as const
  await passTime(shop.db, 601)
  await sql`update email_changes set expires_at = now() - interval '1 second'`.execute(shop.db)
  expect((await confirm(who, ...again)).status).toBe(422)
})

test('a login code does not confirm a change of address, and a code for a change signs nobody in', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  const who = await shop.signIn(before)
  await ask(who, after)
  const newCode = await shop.codeTo(after)
  expect((await shop.api()('POST /user/verifyOtp', { body: { email: after, otp: Number(newCode) } })).status).toBe(401)
  await shop.api()('POST /user/login', { body: { email: before } })
  const login = await shop.codeTo(before, 2)
  expect((await confirm(who, login, newCode)).status).toBe(422)
})

test('for an address with an account the response is the same; its mail says so and has no code', async () => {
  const [before, taken] = [freshEmail(), freshEmail()]
  await shop.signIn(taken)
  const who = await shop.signIn(before)
  expect(await ask(who, taken)).toMatchObject({ status: 202, data: { message: CODES_SENT } })
  const mail = await shop.mailTo(taken, 1)
  expect(mail.subject).toBe('This address has an account at Fourth Seat')
  expect(mail.text).not.toMatch(/^\d{6}$/m)
  expect((await confirm(who, await shop.codeTo(before, 1), '123456')).status).toBe(422)
  expect(await ask(who, before)).toMatchObject({ status: 422, message: OWN_ADDRESS })
})

test('an address that gets an account meanwhile is not taken over', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  const who = await shop.signIn(before)
  await ask(who, after)
  const codes = [await shop.codeTo(before, 1), await shop.codeTo(after)] as const
  const owner = await shop.signIn(after)
  expect((await confirm(who, ...codes)).status).toBe(422)
  expect((await shop.signIn(after)).id).toBe(owner.id)
})

test('a confirmation waits for a parallel registration of the address, and is then refused', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  const who = await shop.signIn(before)
  await ask(who, after)
  const codes = [await shop.codeTo(before, 1), await shop.codeTo(after)] as const
  const confirmed = await shop.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, after)
    await findOrCreateCustomer(tx, after, 'First')
    const confirming = confirm(who, ...codes)
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(shop.db)).rows.length)
      .toBeGreaterThan(0)
    return { confirming }
  })
  expect(await confirmed.confirming).toMatchObject({ status: 422, message: CODES_WRONG })
})

test('an address does not change if the other sessions can’t be ended', async () => {
  const [before, after] = [freshEmail(), freshEmail()]
  await shop.signIn(before)
  const who = await shop.signIn(before)
  await ask(who, after)
  const codes = [await shop.codeTo(before, 2), await shop.codeTo(after)] as const
  await sql`create function refuse() returns trigger language plpgsql
    as $$ begin raise 'refused'; end $$`.execute(shop.db)
  await sql`create trigger refuse before delete on sessions for each row execute function refuse()`.execute(shop.db)
  expect((await confirm(who, ...codes)).ok).toBe(false)
  await sql`drop function refuse cascade`.execute(shop.db)
  const stored = shop.db.selectFrom('customers').select('email').where('id', '=', who.id)
  expect(await stored.execute()).toEqual([{ email: before }])
  expect((await confirm(who, ...codes)).status).toBe(200)
})
