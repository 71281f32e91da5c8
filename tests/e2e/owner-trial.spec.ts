import { fillAddress } from './buy.ts'
import { tryOut } from './effort.ts'
import { expect, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'
import { addProduct } from './staff-product.ts'

test.afterEach(async ({ shop }) => {
  await shop.command('settings', 'reset', 'delivery.freeFrom')
  const running: { id: string }[] = JSON.parse(await shop.command('offers', 'list', '--state', 'running', '--json'))
  for (const { id } of running) await shop.command('offers', 'stop', id)
})

test('the owner’s trial: a code, three for a price, free delivery, a dearer size and an order by link, each in few presses', {
  tag: ['@A5'],
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner')
  const kurta = await addProduct(shop, person.cookie, 'Trial Kurta')

  const code = await tryOut(page, '10 % for the first order with NEWHERE10', async ({ press, type, choose }) => {
    await press(page.getByRole('link', { name: 'Offers' }).first())
    await press(page.getByRole('link', { name: 'New offer' }))
    await type(page.getByLabel('Name'), 'First order')
    await type(page.getByLabel('Percentage off'), '10')
    await choose(page.getByLabel('How shoppers get it'), 'One code for everyone')
    await type(page.getByLabel('Code', { exact: true }), 'NEWHERE10')
    await choose(page.getByLabel('Who can use it'), 'First-time customers')
    await press(page.getByRole('button', { name: 'Save as draft' }))
    await press(page.getByRole('button', { name: 'Start' }))
    await expect(page.getByText('First order started.')).toBeVisible()
  })
  expect(code).toEqual({ presses: 8, fields: 3 })

  const three = await tryOut(page, '3 tees for Rs. 999 this weekend', async ({ press, type, choose }) => {
    await press(page.getByRole('link', { name: 'Offers' }).first())
    await press(page.getByRole('link', { name: 'New offer' }))
    await type(page.getByLabel('Name'), 'Three tees this weekend')
    await choose(page.getByLabel('Discount', { exact: true }), 'Several pieces for one price, such as 3 for Rs. 999')
    await type(page.getByLabel('How many pieces'), '3')
    await type(page.getByLabel('Price together'), '999')
    await choose(page.getByLabel('For', { exact: true }), 'Chosen products')
    await type(page.getByLabel('Subcategory'), 'T-shirt')
    await type(page.getByLabel('First day'), '5 Dec 2126')
    await type(page.getByLabel('Last day'), '6 Dec 2126')
    await press(page.getByRole('button', { name: 'Save as draft' }))
    await press(page.getByRole('button', { name: 'Start' }))
    await expect(page.getByText('Three tees this weekend started.')).toBeVisible()
  })
  expect(three).toEqual({ presses: 8, fields: 6 })

  const free = await tryOut(page, 'free delivery from Rs. 799', async ({ press, type }) => {
    await press(page.getByRole('link', { name: 'Settings', exact: true }))
    await press(page.getByRole('link', { name: /^Delivery/ }))
    await type(page.getByLabel('Free delivery from'), '799')
    await press(page.getByRole('button', { name: 'Save 1 change' }))
    await expect(page.getByRole('button', { name: /^Sav/ })).toBeHidden()
  })
  expect(free).toEqual({ presses: 3, fields: 1 })
  expect(await shop.command('settings', 'get', 'delivery.freeFrom')).toContain('799')

  const size = await tryOut(page, 'a kurta dearer in its largest size', async ({ press, type }) => {
    await press(page.getByRole('link', { name: 'Products', exact: true }))
    await press(page.getByRole('link', { name: /^Trial Kurta/ }).first())
    await press(page.getByLabel('Prices differ by size'))
    await type(page.getByLabel('Price, L'), '1949')
    await press(page.getByRole('button', { name: /^Save \d/ }))
    await expect(page.getByText('Saved.')).toBeVisible()
  })
  expect(size).toEqual({ presses: 4, fields: 1 })

  let link = ''
  const order = await tryOut(page, 'an order from WhatsApp, its link sent', async ({ press, type }) => {
    await press(page.getByRole('link', { name: 'Orders', exact: true }))
    await press(page.getByRole('link', { name: 'New order' }))
    await type(page.getByLabel('Product or SKU'), 'four bars')
    const found = page.getByRole('list', { name: 'Found' })
    await press(found.getByRole('button', { name: /^Four Bars Boxy Tee/ }).first())
    await press(found.getByRole('button', { name: /[1-9]\d* left$/ }).first())
    await type(page.getByRole('textbox', { name: 'Phone' }), '98200 00079')
    await type(page.getByLabel('Name', { exact: true }), 'Meera Nair')
    await press(page.getByRole('button', { name: 'Create draft order' }))
    const sentence = await page.getByText(/You can pay here: http/).innerText()
    link = /http\S+\/pay\/[\w-]+/.exec(sentence)?.[0] ?? ''
    await expect(page.getByRole('link', { name: 'Open WhatsApp' })).toBeVisible()
  })
  expect(order).toEqual({ presses: 5, fields: 3 })

  const buyer = await browser.newPage()
  await buyer.goto(link)
  await fillAddress(buyer)
  await buyer.getByRole('button', { name: /^Pay now/ }).click()
  const dialog = buyer.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(buyer.getByText(/^Paid\. Your order number is /)).toBeVisible()
  await buyer.close()
  // Other journeys' pages have the products of the demonstration only.
  await shop.command('products', 'archive', kurta)
  await context.close()
})
