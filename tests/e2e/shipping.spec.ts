import { writeFile } from 'node:fs/promises'
import { axeViolations } from './axe.ts'
import { buy } from './buy.ts'
import { expect, test } from './fixtures.ts'

const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }
const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }

test('an order ships in two parcels, which its shopper can track', async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [{ ...POLO, quantity: 2 }, TEE])
  const { orderNumber, lines } = JSON.parse(await shop.command('orders', 'show', orderId, '--json'))
  expect(orderNumber).toMatch(/^FS-\d{5}$/)
  const sku = lines[0].sku
  const tracking = page.getByRole('region', { name: 'Tracking' })
  await page.goto('/my-orders')
  await expect(page.getByRole('main')).toContainText(orderNumber)
  await page.getByRole('link', { name: 'Platform Polo' }).click()
  await expect(page.getByRole('main')).toContainText(`Arriving by`)
  await expect(tracking).toHaveCount(0)

  const carrier = ['--carrier', 'Delhivery', '--tracking', '5512345678901']
  const said = await shop.command('orders', 'ship', orderNumber, ...carrier, '--line', `${sku}=1`)
  expect(said).toContain(`${orderNumber} was shipped with Delhivery 5512345678901: 1 piece; 2 pieces still to pack.`)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Order progress' }).locator('[aria-current=step]')).toContainText(
    'On the way',
  )
  await expect(tracking).toContainText('Delhivery 5512345678901')
  await expect(tracking).toContainText('1 × Platform Polo (Green, M)')
  await expect(tracking).toContainText(
    'Still being packed: 1 × Platform Polo (Green, M), 1 × Four Bars Boxy Tee (Black, M)',
  )
  const link = tracking.getByRole('link', { name: 'Track with Delhivery' })
  await expect(link).toHaveAttribute('href', 'https://www.delhivery.com/track/package/5512345678901')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await axeViolations(page)).toEqual([])

  await shop.command('orders', 'ship', orderId, '--carrier', 'Bombay Riders', '--tracking', 'BR-7')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(tracking).toContainText('Bombay Riders BR-7')
  await expect(tracking.getByRole('link')).toHaveCount(1)
  await expect(tracking).not.toContainText('Still being packed')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('the operator packs by the pick list and exchanges files with the carrier', async ({ shop, shopper }) => {
  const ids = [await buy(shop, shopper, [POLO]), await buy(shop, shopper, [TEE])]
  const orders = await Promise.all(
    ids.map(async (id) => JSON.parse(await shop.command('orders', 'show', id, '--json'))),
  )
  const [one, two] = orders.map(({ orderNumber }) => orderNumber)
  const sku = orders[0].lines[0].sku
  expect(await shop.command('stock', 'place', sku, 'shelf B4')).toContain(`${sku} is stored at shelf B4.`)
  expect(await shop.command('orders', 'pick-list', one, two)).toMatch(
    new RegExp(`shelf B4 +1 +${sku} +Platform Polo +Green +M +${one}\\n-  +1 `),
  )
  expect(await shop.command('orders', 'list', '--stage', 'to-pack')).toContain(two)
  const shown = await shop.command('orders', 'show', one)
  for (const words of ['12 Hill Road', 'phone 9820000000', sku, 'shelf B4', 'total Rs. '])
    expect(shown).toContain(words)
  expect(await shop.command('orders', 'export', '--format', 'delhivery')).toContain(`\n${one},,Surface,Prepaid,`)

  const file = test.info().outputPath('report.csv')
  await writeFile(file, `Order ID,AWB Code,Courier Company\n${one},SR-1,Delhivery Surface\n${two},SR-2,DTDC\n`)
  expect(await shop.command('orders', 'import-tracking', file, '--dry-run')).toContain('Nothing was written (dry run')
  expect(await shop.command('orders', 'import-tracking', file)).toContain('Imported 2 parcels, 0 recorded before')
  const again = await shop.command('orders', 'ship', one, two, '--carrier', 'DTDC', '--tracking', 'SR-2').catch(String)
  expect(again).toContain('All pieces of this order have already been shipped.')
  const list = JSON.parse(await shop.command('orders', 'list', '--stage', 'shipped', '--json'))
  expect(list.map(({ orderNumber }: { orderNumber: string }) => orderNumber)).toEqual(
    expect.arrayContaining([one, two]),
  )
})
