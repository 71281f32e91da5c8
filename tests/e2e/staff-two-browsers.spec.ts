import { expect, test } from './fixtures.ts'
import { callStaff, expectSound, openStaffSite } from './staff.ts'

// Two browsers on one product: staff-products.spec.ts.

test('two browsers on one settings page: different settings both stay, of the same one both values are shown', {
  tag: '@A32',
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'owner', { name: 'Asha' })
  const other = await openStaffSite(browser, shop, 'manager', { name: 'Meera' })
  for (const one of [page, other.page]) {
    await one.goto('/admin/settings/shop')
    await expect(one.getByLabel('Line below the name')).toBeVisible()
  }
  await other.page.getByLabel('Line below the name').fill('Slow cotton')
  await other.page.getByLabel('When the phone is answered').fill('Mornings')
  await other.page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(other.page.getByText(/^Saved: /)).toBeVisible()
  await page.getByLabel('City').fill('Jaipur')
  await page.getByLabel('When the phone is answered').fill('Evenings')
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'changed this in the meantime' })
  await expect(notice).toContainText('Meera')
  await expect(notice).toContainText('Theirs: Mornings')
  await expect(notice).toContainText('Yours: Evenings')
  const value = async (name: string) => (await callStaff(shop, person.cookie, ['GET', `/settings/${name}`])).body.value
  expect(await value('shop.hours'), 'nothing is overwritten').toBe('Mornings')
  expect(await value('shop.city'), 'all or none').toBe('Mumbai')
  expect(await value('shop.tagline')).toBe('Slow cotton')
  await expectSound(page, 'a setting that two changed', 'main')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect.poll(() => value('shop.hours')).toBe('Evenings')
  expect(await value('shop.city')).toBe('Jaipur')
  await expect(notice).toBeHidden()

  // The other way round: theirs is taken.
  await other.page.getByLabel('When the phone is answered').fill('At noon')
  await other.page.getByRole('button', { name: 'Save 1 change' }).click()
  await other.page.getByRole('alert').getByRole('button', { name: 'Take theirs' }).click()
  await expect(other.page.getByLabel('When the phone is answered')).toHaveValue('Evenings')
  const values = { 'shop.hours': null, 'shop.city': null, 'shop.tagline': null }
  await callStaff(shop, person.cookie, ['PATCH', '/settings'], { values })
  await other.context.close()
  await context.close()
})

test('two browsers on the home page: different fields both stay, of the same field both values are shown', {
  tag: '@A32',
}, async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager', { name: 'Asha' })
  const other = await openStaffSite(browser, shop, 'owner', { name: 'Meera' })
  for (const one of [page, other.page]) {
    await one.goto('/admin/home-page')
    await one.getByRole('button', { name: 'Edit: Thoda khisko.' }).click()
  }
  const front = async () => (await fetch(shop.origin)).text()
  const publish = (one: typeof page) => one.getByRole('button', { name: 'Publish', exact: true }).click()

  await other.page.getByLabel('Small heading').fill('Winter drop')
  await publish(other.page)
  await expect(other.page.getByText('Home page published.')).toBeVisible()
  await page.getByLabel('Heading', { exact: true }).fill('Winter is short.')
  await publish(page)
  await expect(page.getByText('together with a colleague’s changes')).toBeVisible()
  await expect.poll(front).toContain('Winter is short.')
  expect(await front()).toContain('Winter drop')

  // The other browser still has the page before; both change its heading.
  await other.page.getByRole('button', { name: 'Edit: Thoda khisko.' }).click()
  await other.page.getByLabel('Heading', { exact: true }).fill('Winter is long.')
  await other.page.getByLabel('Small heading').fill('Wool drop')
  await publish(other.page)
  const notice = other.page.getByRole('alert').filter({ hasText: 'changed this in the meantime' })
  await expect(notice).toContainText('Asha')
  await expect(notice).toContainText('Theirs: “Winter is short.”')
  await expect(notice).toContainText('Yours: “Winter is long.”')
  expect(await front(), 'nothing is overwritten').toContain('Winter is short.')
  await expectSound(other.page, 'a home page that two changed', 'main')
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  // Theirs of what clashes, one's own of the rest.
  await expect(notice).toBeHidden()
  await publish(other.page)
  await expect.poll(front).toContain('Wool drop')
  expect(await front()).toContain('Winter is short.')
  await callStaff(shop, person.cookie, ['PUT', '/home-page'], { sections: null })
  await other.context.close()
  await context.close()
})

test('without a connection the screen stays, says so, and is read anew when it’s back', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline. Showing data from today' })).toBeVisible()
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByText('Nothing else opens until the connection is back.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
  await expectSound(page, 'a screen without a connection')
  // What was read last is gone back to.
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  const read = page.waitForResponse('**/api/admin/home')
  await context.setOffline(false)
  expect((await read).status()).toBe(200)
  await expect(page.getByText('You’re offline.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
  await context.close()
})
