import { expect, test } from './fixtures.ts'
import { addStaff, callStaff, expectSound, openStaffSite, smallTargets } from './staff.ts'

test('a store is added, seen by shoppers, changed, moved, removed and brought back', {
  tag: ['@A5', '@A14', '@A19', '@A20'],
}, async ({ browser, shop, page: shopper }) => {
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  const seen = shopper.getByRole('list', { name: 'Stores' }).getByRole('listitem')
  const pune = seen.filter({ hasText: 'Neem Pune' })
  await page.goto('/admin/settings')
  await page.getByLabel('Search the settings').fill('stores map')
  await page.getByRole('link', { name: /^Stores/ }).click()
  await expect(page).toHaveURL('/admin/stores')
  await page.getByRole('link', { name: 'Add a store' }).click()
  await page.getByLabel('Name').fill('Neem Pune')
  await page.getByLabel('Address').fill('12 FC Road, Pune 411004')
  const place = page.getByLabel('Place on the map')
  await place.fill('somewhere in Pune')
  await page.getByRole('button', { name: 'Add the store' }).click()
  await expect(page.getByText('Please write latitude and longitude as maps show them')).toBeVisible()
  await expect(place).toBeFocused()
  await place.fill('73.8411, 18.5236')
  await page.getByRole('button', { name: 'Swap them' }).click()
  await expect(place).toHaveValue('18.5236, 73.8411')
  await place.fill('https://www.google.com/maps/place/FC+Road/@18.53,73.85,15z/data=!3m1!4b1!8m2!3d18.5236!4d73.8411')
  await place.blur()
  await expect(place).toHaveValue('18.5236, 73.8411')
  await expect(page.getByRole('link', { name: 'View on a map' })).toHaveAttribute(
    'href',
    'https://www.openstreetmap.org/?mlat=18.5236&mlon=73.8411#map=17/18.5236/73.8411',
  )
  await page.getByRole('button', { name: 'Add hours' }).click()
  for (const day of ['Sat', 'Sun']) await page.getByLabel(day).uncheck()
  await page.getByLabel('From').fill('10:00')
  await page.getByLabel('To', { exact: true }).fill('21:30')
  await expect(page.getByText('Monday to Friday, 10 am to 9.30 pm')).toBeVisible()
  // What was typed survives a reload.
  await page.reload()
  await expect(place).toHaveValue('18.5236, 73.8411')
  await expectSound(page, 'a new store')
  await page.getByRole('button', { name: 'Add the store' }).click()
  await expect(page.getByText('Neem Pune added.')).toBeVisible()

  await shopper.goto('/nearby-store')
  await expect(seen).toHaveCount(11)
  await expect(pune).toContainText('12 FC Road, Pune 411004')
  await expect(pune).toContainText('Monday to Friday, 10 am to 9.30 pm')
  await expect(seen.last()).toContainText('Neem Pune')

  // Pressed again before the first move is saved.
  const up = page.getByRole('button', { name: 'Move up: Neem Pune' })
  await up.click()
  await up.click()
  await expect(page.getByText('Neem Pune moved to number 9.')).toBeVisible()
  await expect(up).toBeFocused()
  await page.getByRole('link', { name: 'Neem Pune' }).click()
  await page.getByLabel('Shown as').selectOption('Closed')
  await page.getByLabel('Note beside the hours', { exact: true }).fill('Back in March')
  await expectSound(page, 'a store')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await shopper.reload()
  await expect(pune).toContainText('Closed')
  await expect(pune).toContainText('Monday to Friday, 10 am to 9.30 pm. Back in March')
  await expect(seen.nth(8)).toContainText('Neem Pune')

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page).toHaveURL('/admin/stores')
  await expect(page.getByRole('link', { name: 'Neem Pune' })).toHaveCount(0)
  await shopper.reload()
  await expect(pune).toHaveCount(0)
  // The newest message is the last one.
  await expect(page.getByText('Neem Pune removed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(page.getByRole('link', { name: 'Neem Pune' })).toBeVisible()
  await expect
    .poll(async () => {
      await shopper.reload()
      return pune.count()
    })
    .toBe(1)
  await expect(seen.nth(8)).toContainText('Neem Pune')
  await page.getByRole('button', { name: 'Remove: Neem Pune' }).click()
  await expect(page.getByRole('link', { name: 'Neem Pune' })).toHaveCount(0)
  await expect(page.locator('[data-remove]:focus'), 'the row in its place has the focus').toBeVisible()
  await context.close()
})

test('of two people on one store the second sees the first one’s value, and chooses', { tag: ['@A3', '@A32'] }, async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  const other = await addStaff(shop, 'manager', 'Meera Iyer')
  await page.goto('/admin/stores/colaba')
  const [phone, note] = [page.getByLabel('Phone'), page.getByLabel('Note beside the hours', { exact: true })]
  const [before, address] = [await phone.inputValue(), await page.getByLabel('Address').inputValue()]
  await phone.fill('98200 00001')
  await note.fill('No lift')
  await callStaff(shop, other.cookie, ['PATCH', '/stores/colaba'], { phone: '98200 00002', address: 'Colaba, Mumbai' })
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(page.getByText('Yours: 98200 00001')).toBeVisible()
  await expect(page.getByText('Theirs: 98200 00002')).toBeVisible()
  await expectSound(page, 'a store that somebody else changed')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(phone).toHaveValue('98200 00002')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(note).toHaveValue('No lift')
  await expect(page.getByLabel('Address')).toHaveValue('Colaba, Mumbai')
  // As other tests know it.
  await phone.fill(before)
  await note.fill('')
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByRole('button', { name: /^Save/ })).toBeHidden()
  await context.close()
})

test('stores come from a file: errors by row, the difference, then replaced as one and taken back', {
  tag: ['@A11'],
}, async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/stores')
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveCount(10)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as a file' }).click()
  const file = await (await download).createReadStream()
  let text = ''
  for await (const part of file) text += part
  await page.getByRole('button', { name: 'From a file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stores from a file' })
  const give = (written: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'stores.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(written) })
  await give(text)
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('This file changes nothing.')).toBeVisible()
  const [first = '', second = ''] = text.split('\n')
  await give(`${first.replace('"lat":19.0628', '"lat":190')}\n`)
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByRole('row', { name: '1 lat The latitude is a number from -90 to 90.' })).toBeVisible()
  await give([second, first.replace('"Open"', '"Closed"')].join('\n'))
  await dialog.getByRole('button', { name: 'Preview changes' }).click()
  await expect(dialog.getByText('0 new, 1 changed, 8 removed, 1 as before')).toBeVisible()
  await expect(dialog.getByText('The order of the rows changes.')).toBeVisible()
  await expectSound(page, 'a file of stores', 'dialog[open]')
  await dialog.getByRole('button', { name: 'Replace the list' }).click()
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(10)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('go stores')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/stores')
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await smallTargets(page)).toEqual([])
  await context.close()
})
