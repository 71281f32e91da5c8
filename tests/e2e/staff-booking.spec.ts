import { type DelhiveryStandIn, startDelhivery } from '../support/delhivery-stand-in.ts'
import { demonstrationDatabase } from '../support/demonstration.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { advance, buy } from './buy.ts'
import { expect, registerShopper, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'

let delhivery: DelhiveryStandIn
let shop: RunningShop
let drop: () => Promise<void>

test.beforeAll(async () => {
  delhivery = await startDelhivery()
  const database = await demonstrationDatabase()
  drop = database.drop
  shop = await startShop({ database: database.connection, settings: delhivery.settings })
  const parcel = JSON.stringify({ grams: 450, lengthCm: 30, breadthCm: 25, heightCm: 4 })
  await shop.command('settings', 'set', 'shipping.pickupPlace', 'Neem Street')
  await shop.command('settings', 'set', 'shipping.parcel', parcel)
})
test.afterAll(async () => {
  await shop.stop()
  await drop()
  await delhivery.close()
})

test('a parcel is booked where it’s packed, its label printed, and shipped with the carrier’s number', async ({
  browser,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner', { viewport: { width: 360, height: 740 } })
  await page.goto('/admin/pack')
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByText('No bookings')).toBeVisible()
  const post = async (path: string, data: object) =>
    (await context.request.post(`/api/admin${path}`, { data, headers: { origin: shop.origin } })).json()
  const address = {
    firstName: 'Bina',
    lastName: 'Joshi',
    phoneNumber: '98200 00054',
    streetAddress: '54, Linking Road',
    zipCode: '400054',
    townCity: 'Mumbai',
    state: 'Maharashtra',
    country: 'India',
  }
  const lines = [{ sku: 'FS007-GRN-M', quantity: 1 }]
  const draft = await post('/draft-orders', {
    lines,
    customer: { name: 'Bina Joshi', phone: '98200 00054' },
    address,
    source: 'phone',
  })
  const { orderId } = await post(`/draft-orders/${draft.id}/paid`, { method: 'upi', reference: 'UPI-54' })

  await page.goto(`/admin/orders/${orderId}`)
  await page.getByRole('button', { name: 'Book with Delhivery' }).click()
  await expect(page.getByText('Booked', { exact: true })).toBeVisible()
  const [parcel] = delhivery.parcels
  await expect(page.getByText(`Delhivery ${parcel?.number}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Booked 1 piece with Delhivery')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download label' }).click()
  expect((await download).suggestedFilename()).toMatch(/label\.pdf$/)

  await page.getByRole('button', { name: 'Pack and ship' }).click()
  await expect(page.getByLabel('Tracking number (AWB)')).toHaveValue(String(parcel?.number))
  await expect(page.getByRole('dialog').getByLabel('Carrier', { exact: true })).toHaveValue('Delhivery')
  await page.keyboard.press('Escape')

  await page.goto('/admin/pack/bookings')
  await page.getByRole('button', { name: 'Request pick-up' }).click()
  await expect(page.getByText(/Delhivery picks up 1 parcel on/)).toBeVisible()
  await expect(page.getByText(/Pick-up on/)).toBeVisible()

  await page.goto('/admin/pack')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Pick 1 selected' }).click()
  await page.goto(`/admin/pack/run?open=${orderId}`)
  await page.getByRole('button', { name: /^One is in:/ }).click()
  await expect(page.getByLabel('Tracking number (AWB)')).toHaveValue(String(parcel?.number))
  await page.getByRole('button', { name: /^Ship / }).click()
  await expect(page.getByText(/shipped. The customer has been e-mailed/)).toBeVisible()
  await page.goto('/admin/pack/bookings')
  await expect(page.getByText(`Delhivery ${parcel?.number}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download label' })).toBeHidden()
  await context.close()
})

test('the pick-up of an exchange is booked, seen by its customer, and cancelled', async ({ browser }) => {
  const shopper = await registerShopper(shop, 'Devika Menon')
  const productId = 'platform-polo'
  for (const sku of ['FS007-BLK-M', 'FS007-BLK-L'])
    await shop.command('stock', 'add', sku, '+5', '--reason', 'delivery')
  const orderId = await buy(shop, shopper, [{ productId, color: 'Black', size: 'M', quantity: 1 }])
  await advance(shop, 'orders', orderId)
  const asked = await shopper.api('POST /user/addExchange', {
    body: { orderId, productId, reasonForExchange: 'Size Issue', problem: 'Tight.', size: 'L' },
  })
  if (!asked.ok) throw new Error(asked.message)
  const { page, context } = await openStaffSite(browser, shop, 'owner', { viewport: { width: 360, height: 740 } })
  await page.goto(`/admin/exchanges/${asked.data.exchange._id}`)
  const book = page.getByRole('button', { name: 'Book pick-up at Delhivery' })
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  await expect(book).toBeHidden()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: 'Record a pick-up' })).toBeVisible()
  await book.click()
  const main = page.getByRole('main')
  await expect(main.getByText('Booked', { exact: true })).toBeVisible()
  const pickup = delhivery.parcels.find(({ isReturn }) => isReturn)
  await expect(page.getByText(`Pick-up of the old piece: Delhivery ${pickup?.number}`)).toBeVisible()
  await expect(book).toBeHidden()
  const seen = async () => {
    const orders = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
    if (!orders.ok) throw new Error(orders.message)
    return orders.data.orders.find(({ _id }) => _id === orderId)?.exchanges[0]?.pickup
  }
  expect(await seen()).toMatchObject({ carrier: 'Delhivery', number: pickup?.number })

  await page.goto('/admin/pack/bookings')
  await page.getByRole('link', { name: /, exchange: pick-up$/ }).click()
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(main.getByText('Cancelled', { exact: true })).toBeVisible()
  expect(delhivery.parcels.find(({ isReturn }) => isReturn)).toMatchObject({ isCancelled: true })
  expect(await seen()).toBeNull()
  await expect(book).toBeVisible()
  await context.close()
})
