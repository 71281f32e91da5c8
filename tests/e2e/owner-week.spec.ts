import { readFile } from 'node:fs/promises'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { tryOut } from './effort.ts'
import { expect, registerShopper, type Shopper, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'

const ORDERS = 20
const POLO = { productId: 'platform-polo', color: 'Green', size: 'M', quantity: 1 }
const SKU = 'FS007-GRN-M'

/** Places an order in cash. @returns its number, and what is due at the door in rupees */
async function placeInCash(
  shop: RunningShop,
  { id: userId, api }: Shopper,
  nth: number,
): Promise<{ number: string; due: number }> {
  const address = await api('POST /user/addAddress', {
    body: {
      userId,
      address: {
        firstName: 'Aarti',
        lastName: `Kamble ${nth}`,
        phoneNumber: `98200110${String(nth).padStart(2, '0')}`,
        email: 'aarti@example.test',
        streetAddress: `${nth} Hill Road`,
        country: 'India',
        townCity: 'Mumbai',
        state: 'Maharashtra',
        zipCode: '400050',
      },
    },
  })
  if (!address.ok) throw new Error(`addAddress: ${address.status} ${address.message}`)
  const order = {
    userId,
    addressId: address.data.address._id,
    productDetails: [POLO],
    paymentMethod: 'cash' as const,
  }
  const quoted = await api('POST /user/quote', { body: order })
  if (!quoted.ok) throw new Error(`quote: ${quoted.status} ${quoted.message}`)
  const placed = await api('POST /user/create-order', { body: { ...order, totalPrice: quoted.data.total } })
  if (!placed.ok) throw new Error(`create-order: ${placed.status} ${placed.message}`)
  const { orderNumber } = JSON.parse(await shop.command('orders', 'show', placed.data.orderId, '--json'))
  return { number: orderNumber, due: quoted.data.total }
}

test.afterEach(async ({ shop }) => {
  for (const name of ['cash.on', 'cash.confirm']) await shop.command('settings', 'reset', name)
})

test('the owner’s week in cash, on a phone: 20 orders confirmed and packed, three back, the money in, the books', {
  tag: ['@A5', '@nightly'],
}, async ({ browser, shop }) => {
  test.slow()
  await shop.command('settings', 'set', 'cash.on', 'yes')
  await shop.command('settings', 'set', 'cash.confirm', 'call')
  await shop.command('stock', 'add', SKU, '+40', '--reason', 'delivery')
  const placed: Awaited<ReturnType<typeof placeInCash>>[] = []
  for (let nth = 1; nth <= ORDERS; nth += 1) {
    const shopper = await registerShopper(shop, `Aarti Kamble ${nth}`)
    placed.push(await placeInCash(shop, shopper, nth))
  }
  const numbers = placed.map(({ number }) => number)
  const { page, context } = await openStaffSite(browser, shop, 'owner', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    acceptDownloads: true,
  })
  page.setDefaultTimeout(20_000)
  const main = page.getByRole('main')
  const awbOf = (number: string) => `WEEK${number.replace(/\D/g, '')}`
  const choose = (name: string, lines: string[]) =>
    page
      .getByLabel('Choose a CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

  const confirmed = await tryOut(page, 'Monday: 20 orders confirmed', async ({ press }) => {
    await press(page.getByRole('link', { name: `Confirm ${ORDERS} cash orders` }))
    await expect(page.getByRole('heading', { name: 'Orders to confirm' })).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    for (const number of numbers) {
      const card = page.getByRole('article', { name: `Order ${number}` })
      await expect(card.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', /^tel:/)
      await press(card.getByRole('button', { name: 'Confirm' }))
      await expect(card).toBeHidden()
    }
    await expect(main).toContainText('Nothing to confirm')
  })
  expect(confirmed).toEqual({ presses: 21, fields: 0 })

  const packed = await tryOut(page, 'Tuesday: 20 parcels packed', async ({ press, type }) => {
    await press(page.getByRole('navigation').getByRole('link', { name: /^Pack/ }))
    for (const number of numbers) await press(page.getByRole('checkbox', { name: number }))
    await press(page.getByRole('button', { name: `Pick ${ORDERS} selected` }))
    await press(page.getByRole('button', { name: /Platform Polo/ }))
    await press(page.getByRole('link', { name: 'All picked: pack' }))
    for (const [at, number] of numbers.entries()) {
      if (at === 0) await press(main.getByRole('link', { name: `Pack ${number}` }))
      await expect(page.getByRole('heading', { name: number })).toBeVisible()
      await press(page.getByRole('button', { name: /^One is in/ }))
      await expect(main).toContainText('Paid in cash at the door: collect')
      if (at === 0) await type(page.getByLabel('Carrier', { exact: true }), 'Delhivery')
      await type(page.getByLabel('Tracking number (AWB)'), awbOf(number))
      await press(page.getByRole('button', { name: `Ship ${number}` }))
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${ORDERS} of ${ORDERS} shipped`)
  })
  expect(packed).toEqual({ presses: 65, fields: 21 })

  const refused = numbers.slice(0, 3)
  const delivered = numbers.slice(3)
  const said = await tryOut(page, 'Friday: the carrier’s file of states', async ({ press }) => {
    await press(page.getByRole('navigation').getByRole('link', { name: /^Pack/ }))
    await press(page.getByRole('link', { name: 'Carrier files' }))
    await choose('states.csv', [
      'Waybill,Order ID,Status,Status Type',
      ...refused.map((number) => `${awbOf(number)},${number},RTO,DL`),
      ...delivered.map((number) => `${awbOf(number)},${number},Delivered,DL`),
    ])
    await press(page.getByRole('button', { name: /^Save \d+ changes/ }))
    await expect(page.getByRole('button', { name: /^Save \d+ changes/ })).toBeHidden()
    await expect(main.getByRole('status')).toBeVisible()
  })
  expect(said).toEqual({ presses: 3, fields: 0 })

  const received = await tryOut(page, 'Saturday: three came back, one of them damaged', async ({ press }) => {
    await press(page.getByRole('link', { name: /^Receive.*returned/ }))
    for (const [at, number] of refused.entries()) {
      const card = page.getByRole('article', { name: `Parcel of ${number}` })
      await press(card.getByRole('button', { name: 'Receive' }))
      const dialog = page.getByRole('dialog', { name: 'What came back?' })
      if (at === 0) await press(dialog.getByRole('radio', { name: 'Damaged' }))
      await press(dialog.getByRole('button', { name: /^Receive: / }))
      await expect(dialog).toBeHidden()
    }
    for (const number of refused) {
      await press(page.getByRole('link', { name: /^To decide/ }))
      await press(
        page.getByRole('article', { name: `Parcel of ${number}` }).getByRole('link', { name: 'Send again or refund' }),
      )
      await press(page.getByRole('button', { name: 'Close the order' }).first())
      const dialog = page.getByRole('dialog', { name: 'Close the order' })
      await press(dialog.getByRole('button', { name: 'Close the order' }))
      await expect(dialog).toBeHidden()
      await press(page.getByRole('link', { name: /Returns/ }).first())
    }
  })
  expect(received).toEqual({ presses: 23, fields: 0 })

  let tally = ''
  const money = await tryOut(
    page,
    'Sunday: the carrier’s payment taken over, the books’ file opened',
    async ({ press }) => {
      await press(page.getByRole('button', { name: 'Menu' }))
      await press(page.getByRole('link', { name: 'Reports' }).first())
      await press(page.getByRole('link', { name: 'Cash', exact: true }))
      await press(page.getByRole('link', { name: 'Settlements' }))
      await choose('paid.csv', [
        'AWB,Amount,UTR,Date',
        ...placed.slice(3).map(({ number, due }) => `${awbOf(number)},${due},UTR20261204,2026-12-04`),
      ])
      await expect(main).toContainText(`Parcels paid in full${delivered.length}`)
      await press(page.getByRole('button', { name: 'Apply settlement' }))
      await expect(main).toContainText('Applied')
      await press(page.getByRole('link', { name: 'Cash', exact: true }))
      await press(page.getByRole('link', { name: 'GST', exact: true }))
      const download = page.waitForEvent('download')
      await press(page.getByRole('link', { name: 'Tally' }).first())
      tally = await readFile(await (await download).path(), 'utf8')
    },
  )
  expect(money).toEqual({ presses: 8, fields: 0 })
  expect(tally).toContain('<ENVELOPE>')
  // One invoice for each parcel, and a credit note for each order that came back.
  expect(tally.match(/<VOUCHER /g)?.length ?? 0).toBeGreaterThanOrEqual(ORDERS + refused.length)
  for (const number of delivered)
    expect(JSON.parse(await shop.command('orders', 'show', number, '--json'))).toMatchObject({
      orderStatus: 'delivered',
    })
  expect(await shop.command('ledger', 'check')).toContain('The ledger is consistent')
  await context.close()
})
