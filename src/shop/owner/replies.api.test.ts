import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OutgoingMail } from '#platform/mail/transport.server.ts'
import { buy, findOrder, newShopper, type Shopper, tee } from '../../../tests/support/checkout-fixture.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { recordBackup } from '../backups/sql.server.ts'
import { readBackupStatus } from '../backups/status.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { checkBackups, checkDisk, writeOwnerMails } from './jobs.server.ts'
import { todayLines } from './mails.server.ts'
import { readToday } from './today-sql.server.ts'

const OWNER = 'owner@bluedoor.example'
const sent: OutgoingMail[] = []
let shop: TestShop
let asha: Shopper

beforeAll(async () => {
  const transport = {
    send: async (mail: OutgoingMail) => void sent.push(mail),
    check: async () => {},
    close: async () => {},
  }
  shop = await openTestShop({ transport })
  await changeSettings(shop.shop, STAFF, { 'owner.email': OWNER, 'shop.email': 'hello@bluedoor.example' })
  asha = await newShopper(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await writeOwnerMails(shop.shop)
  await shop.outbox.send()
  sent.length = 0
})

/** The mails to an address since the test began. */
async function mailsTo(address: string): Promise<OutgoingMail[]> {
  await writeOwnerMails(shop.shop)
  await shop.outbox.send()
  return sent.filter(({ to }) => to === address)
}

test('customers reply to the shop’s address, whatever the sender’s is', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  await advanceOrder({ ...shop.shop, actor: STAFF }, orderId)
  await shop.api('POST /user/login', { body: { email: asha.email } })
  const mails = await mailsTo(asha.email)
  expect(mails).toHaveLength(3)
  for (const { subject, headers } of mails) expect(headers['Reply-To'], subject).toBe('hello@bluedoor.example')
})

test('the owner’s mail about an order has its address', async () => {
  const { orderId } = await buy(shop, asha, [tee])
  const { orderNumber } = await findOrder(asha, orderId)
  const [mail] = await mailsTo(OWNER)
  expect(mail?.subject).toContain(orderNumber)
  for (const line of ['Delivering to:', '28, Cadell Road', 'Mumbai 400028', '98200 00028'])
    expect(mail?.text).toContain(line)
})

test('the owner’s mail about a message has its text, and a reply goes to who wrote it', async () => {
  const body = {
    firstName: 'Ila',
    lastName: 'Rao',
    email: 'ila@example.test',
    phone: '9820000000',
    message: 'To Pune?',
  }
  await shop.api('POST /user/addContactUs', { body })
  const [mail] = await mailsTo(OWNER)
  expect(mail?.headers['Reply-To']).toBe('ila@example.test')
  for (const part of ['From Ila Rao, ila@example.test, 9820000000:', 'To Pune?', 'messages answer '])
    expect(mail?.text).toContain(part)
})

test('backups that fail are told once a day, and stand in today', async () => {
  await changeSettings(shop.shop, STAFF, { 'backup.to': '/mnt/backups' })
  expect(await checkBackups(shop.shop)).toBe(0)
  await recordBackup(shop.shop.db, {
    madeAt: new Date(Date.now() - 50 * 3_600_000),
    place: '/mnt/backups',
    name: 'shop.tar',
    scheduled: true,
    bytes: 1000,
  })
  await recordBackup(shop.shop.db, {
    madeAt: new Date(),
    place: '/mnt/backups',
    name: 'shop.tar',
    scheduled: true,
    problem: 'The disk is full.',
  })
  for (const expected of [1, 0]) expect(await checkBackups(shop.shop)).toBe(expected)
  const problem = 'the last good backup is 2 days old (The disk is full)'
  expect((await mailsTo(OWNER)).map(({ subject }) => subject)).toContain(`Backups: ${problem}`)
  const status = await readBackupStatus(shop.shop.db, { everyHours: 24, to: '/mnt/backups' }, new Date())
  const today = await readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false, backups: status })
  expect(todayLines(today)[0]).toBe(`backups: ${problem}`)
  expect(today.backup).toMatchObject({ bytes: 1000, place: '/mnt/backups', name: 'shop.tar' })
})

test('a disk that is nearly full is told once a day, and stands in today', async () => {
  const full = { free: 2 ** 28, total: 2 ** 40 }
  const sentence = 'The disk is nearly full: 0.3 GB free; a full disk takes no orders'
  expect(await checkDisk(shop.shop, async () => ({ free: 2 ** 31, total: 2 ** 40 }))).toBe(0)
  for (const expected of [1, 0]) expect(await checkDisk(shop.shop, async () => full)).toBe(expected)
  const mails = await mailsTo(OWNER)
  expect(mails.map(({ subject }) => subject)).toEqual([sentence])
  const today = (disk: typeof full) => readToday(shop.shop.db, shop.shop.settings(), { hasWebhooks: false, disk })
  expect(todayLines(await today(full))[0]).toBe(sentence)
  expect((await today({ free: 2 ** 31, total: 2 ** 40 })).lowDisk).toBeNull()
})
