import { expect, test } from './fixtures.ts'
import { cards, group, headline, LIST, listProducts, panelOf, shownPrices, tick } from './listing.ts'
import { holdResponses, queryOf, recordInfo, recordRequests } from './requests.ts'

test('breadcrumb, count and order: low to high first, and a change sends a new request', {
  tag: ['@S2.2', '@S2.42', '@S2.44', '@S4.16', '@S7.28', '@C6.14', '@R8'],
}, async ({ signedInPage: page }) => {
  await page.goto('/categories')
  const all = await listProducts(page)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Home > Categories')
  await expect(headline(page)).toHaveText(`All Items - ${all.length}`)
  const sort = page.getByRole('combobox', { name: 'Sort' })
  await expect(sort.getByRole('option')).toHaveText(['Low to High', 'High to Low'])
  await expect(sort).toHaveValue('lowToHigh')
  const rising = await shownPrices(page)
  expect(rising).toEqual([...rising].sort((a, b) => a - b))
  const calls = recordRequests(page, LIST)
  await sort.selectOption('High to Low')
  await expect.poll(() => shownPrices(page)).toContain(Math.max(...all.map(({ price }) => price)))
  const falling = await shownPrices(page)
  expect(falling).toEqual([...falling].sort((a, b) => b - a))
  expect(queryOf(calls[0])).toMatchObject({ sortBy: 'highToLow', minPrice: '0', maxPrice: '10000' })
  expect(calls[0]?.headers()).not.toHaveProperty('authorization')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('each filter is sent as a comma-joined list, and the listing matches its values', {
  tag: ['@S1.6', '@S3.15', '@S4.16', '@S4.17', '@S7.28', '@C3.60', '@R1'],
}, async ({ page }) => {
  await page.goto('/categories')
  const all = await listProducts(page)
  const calls = recordRequests(page, LIST)
  const steps = [
    ['Colours', 'Blue'],
    ['Colours', 'White'],
    ['Sizes', 'M'],
    ['Sizes', 'L'],
    ['Patterns', 'Plain'],
    ['Patterns', 'Printed'],
    ['Fabrics', 'Cotton'],
    ['Fabrics', 'Linen'],
    ['Fits', 'Loose Fit'],
    ['Fits', 'Regular Fit'],
    ['Categories', 'Man'],
  ] as const
  for (const [title, value] of steps) await tick(page, title, value).check()
  const wanted = all.filter(
    (item) =>
      item.variants.some(
        ({ color, size, quantity }) => quantity > 0 && ['Blue', 'White'].includes(color) && ['M', 'L'].includes(size),
      ) &&
      ['Plain', 'Printed'].includes(item.pattern) &&
      ['Cotton', 'Linen'].includes(item.fabric) &&
      ['Loose Fit', 'Regular Fit'].includes(item.fit) &&
      item.categories === 'Man',
  )
  expect(wanted.length).toBeGreaterThan(0)
  await expect(headline(page)).toHaveText(`All Items - ${wanted.length}`)
  await expect(cards(page)).toHaveCount(wanted.length)
  for (const [at, { name }] of wanted.entries()) await expect(cards(page).nth(at)).toContainText(name)
  expect(queryOf(calls.at(-1))).toMatchObject({
    categories: 'Man',
    colors: 'Blue,White',
    sizes: 'M,L',
    pattern: 'Printed,Plain',
    fabric: 'Cotton,Linen',
    fit: 'Regular Fit,Loose Fit',
  })
  await group(panelOf(page), 'Categories').getByRole('checkbox', { name: 'Shirts', exact: true }).check()
  await expect.poll(() => queryOf(calls.at(-1)).subcategory).toBe('Shirts')

  await page.reload()
  for (const [title, value] of steps) await expect(tick(page, title, value)).toBeChecked()
  await tick(page, 'Colours', 'Blue').uncheck()
  await expect.poll(() => queryOf(calls.at(-1)).colors).toBe('White')
  await page.goBack()
  await expect(tick(page, 'Colours', 'Blue')).toBeChecked()
})

test('with a colour chosen, or named in the search, each card shows and opens the product in that colour', async ({
  page,
}) => {
  for (const query of ['?colors=White&sizes=M', '?q=white+tee']) {
    await page.goto(`/categories${query}`)
    const card = cards(page).first()
    await expect(card.locator('img').first()).toHaveAttribute('src', /white/)
    await card.getByRole('link').click()
    await expect(page).toHaveURL(/\?colour=white$/)
    await expect(page.getByRole('radio', { name: 'White' })).toBeChecked()
  }
})

test('the price slider goes from 0 to 10000, shows its value, and excludes products above it', {
  tag: ['@S2.45', '@S5.17', '@S9.19', '@R5'],
}, async ({ page }) => {
  await page.goto('/categories')
  const slider = panelOf(page).getByRole('slider')
  await expect(slider).toHaveCount(1)
  await expect(slider).toHaveAccessibleName('Rs. 0 - Rs. 10000')
  await expect(slider).toHaveAttribute('min', '0')
  await expect(slider).toHaveAttribute('max', '10000')
  const call = page.waitForRequest(`**${LIST}*`)
  await slider.fill('900')
  await expect(panelOf(page).getByText('Rs. 0 - Rs. 900', { exact: true })).toBeVisible()
  expect(queryOf(await call)).toMatchObject({ minPrice: '0', maxPrice: '900' })
  const cheap = (await listProducts(page)).filter(({ price }) => price <= 900)
  await expect(headline(page)).toHaveText(`All Items - ${cheap.length}`)
  expect(Math.max(...(await shownPrices(page)))).toBeLessThanOrEqual(900)
})

test('the price slider keeps the lowest price of the address', async ({ page }) => {
  await page.goto('/categories?minPrice=500')
  await panelOf(page).getByRole('slider').fill('900')
  await expect(page).toHaveURL(/minPrice=500&maxPrice=900/)
})

test('filters validate nothing else: an unknown value matches nothing, a malformed one counts as not selected', {
  tag: ['@S5.18', '@R7'],
}, async ({ page }) => {
  await page.goto('/categories?colors=Ultraviolet')
  await expect(headline(page)).toHaveText('All Items - 0')
  await expect(page.getByText('No items match.')).toBeVisible()
  const instead = page.getByRole('region', { name: 'Popular This Week' })
  await expect(instead.getByRole('article')).toHaveCount(4)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Without Ultraviolet' }).click()
  await expect(instead).toHaveCount(0)
  await page.goto('/categories?maxPrice=plenty&sortBy=sideways')
  await expect(headline(page)).toHaveText(`All Items - ${(await listProducts(page)).length}`)
  await expect(page.getByText(/^Error/)).toHaveCount(0)
})

test('shows that it is loading, then the status of a failed request; a retry loads the list', {
  tag: ['@S2.48', '@S4.15', '@S8.25', '@R12'],
}, async ({ page, allowed }) => {
  allowed.push(/Failed to load resource/)
  const logged = recordInfo(page)
  await page.goto('/about-us')
  const held = await holdResponses(page, `**${LIST}*`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByText('Loading products...')).toBeVisible()
  held.release((route) => route.fulfill({ status: 500, json: {} }))
  await expect(page.getByText('Error: HTTP error! status: 500', { exact: true })).toBeVisible()
  await expect(page.getByText('Loading products...')).toHaveCount(0)
  expect(logged.join()).toContain('HTTP error! status: 500')
  await page.unroute(`**${LIST}*`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page).first()).toBeVisible()
  await page.route(`**${LIST}*`, (route) => route.fulfill({ status: 429, json: {} }))
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('High to Low')
  await expect(page.getByText('Error: HTTP error! status: 429', { exact: true })).toBeVisible()
})

test('arriving with a category sets the filter, with All clears it', { tag: '@S2.49' }, async ({ page }) => {
  for (const { state, from, chosen } of [
    { state: 'Woman', from: '', chosen: ['Woman'] },
    { state: 'Man', from: '?categories=Woman&fabric=Linen', chosen: ['Man', 'Linen'] },
    { state: 'All', from: '?categories=Woman&fabric=Linen', chosen: ['Linen'] },
  ]) {
    await page.goto(`/categories${from}`)
    // The router has read the address by then: what is written now is for the visit after the reload.
    await page.waitForFunction(() => history.state?.idx === 0)
    await page.evaluate((category) => history.replaceState({ usr: { category }, key: 'test', idx: 0 }, ''), state)
    await page.reload()
    const ticked = panelOf(page).getByRole('checkbox', { checked: true })
    await expect(ticked).toHaveCount(chosen.length)
    await expect
      .poll(() => ticked.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)))
      .toEqual(chosen)
    const query = new URLSearchParams({ categories: state === 'All' ? '' : state, fabric: from ? 'Linen' : '' })
    await expect(headline(page)).toHaveText(`All Items - ${(await listProducts(page, `?${query}`)).length}`)
  }
})

test('a card of the grid links to its product', { tag: '@S2.47' }, async ({ page }) => {
  await page.goto('/categories')
  const [first] = await listProducts(page)
  await cards(page).first().getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/product-details/${first?._id}$`))
  await expect(headline(page)).toHaveText(first?.name ?? '')
  await page.goBack()
  await expect(cards(page).first()).toContainText(first?.name ?? '')
})

test('Search works from the header and from the address, and keeps the filters', async ({ page }) => {
  await page.goto('/about-us')
  await page.getByLabel('Search', { exact: true }).click()
  await expect(page).toHaveURL(/\/categories$/)
  const box = page.getByRole('combobox', { name: 'Search products' })
  await box.fill('linen')
  await box.press('Enter')
  await expect(page).toHaveURL(/\?q=linen$/)
  const found = await listProducts(page, '?q=linen&sortBy=relevance')
  expect(found.length).toBeGreaterThan(3)
  expect(found.length).toBeLessThan((await listProducts(page)).length)
  await expect(headline(page)).toHaveText(`All Items - ${found.length}`)
  await expect(cards(page).first()).toContainText(found[0]?.name ?? '')
  await tick(page, 'Categories', 'Woman').check()
  await expect(headline(page)).toHaveText(
    `All Items - ${found.filter(({ categories }) => categories === 'Woman').length}`,
  )
  await page.reload()
  await expect(box).toHaveValue('linen')
  await expect(page.getByRole('button', { name: 'Remove “linen”' })).toBeVisible()
  await box.fill('zeppelin')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByRole('main').getByText('Nothing found for “zeppelin”.')).toBeVisible()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(headline(page)).toHaveText(`All Items - ${(await listProducts(page)).length}`)
})

test('the drop is a listing of its own, which says what it is; kinds are chosen by their pictures', {
  tag: '@R50',
}, async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Shop the drop' }).click()
  await expect(page).toHaveURL('/categories?collection=Monsoon+drop')
  const drop = await listProducts(page, '?collection=Monsoon+drop')
  await expect(headline(page)).toHaveText(`All Items - ${drop.length}`)
  await expect(page.getByRole('main').getByText('Monsoon drop', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Eight pieces for four months of rain/)).toBeVisible()
  const kinds = page.getByRole('navigation', { name: 'Kinds' })
  await kinds.getByRole('link', { name: 'Rainwear' }).click()
  await expect(page).toHaveURL('/categories?subcategory=Rainwear&collection=Monsoon+drop')
  await expect(kinds.locator('[aria-current]')).toHaveText('Rainwear')
  await kinds.getByRole('link', { name: 'Rainwear' }).click()
  await expect(page).toHaveURL('/categories?collection=Monsoon+drop')
})

test('the list ends with what is sold out, whichever way it is sorted', { tag: '@R50' }, async ({ page }) => {
  const all = await listProducts(page)
  const isSoldOut = ({ sizes }: (typeof all)[number]) => sizes.every(({ quantity }) => quantity === 0)
  const soldOut = all.filter(isSoldOut).length
  expect(soldOut).toBeGreaterThan(0)
  for (const sortBy of ['lowToHigh', 'highToLow', 'newest']) {
    const calls = recordRequests(page, LIST)
    await page.goto('/about-us')
    await page.goto(`/categories?sortBy=${sortBy}`)
    await page
      .getByRole('combobox', { name: 'Sort' })
      .selectOption(sortBy === 'highToLow' ? 'Low to High' : 'High to Low')
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    expect(queryOf(calls[0])).toMatchObject({ soldOut: 'last' })
    const shown = await listProducts(page, `?soldOut=last&sortBy=${sortBy}`)
    expect(shown.slice(-soldOut).every(isSoldOut), sortBy).toBe(true)
  }
})

test('New leads to the newest first, and each row of the home page to the whole list', { tag: '@R50' }, async ({
  page,
}) => {
  const newest = await listProducts(page, '?sortBy=newest&soldOut=last')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'View all: Best Seller' })).toHaveAttribute('href', '/categories')
  await page.getByRole('link', { name: 'View all: Popular This Week' }).click()
  await expect(page).toHaveURL('/categories?sortBy=newest')
  await expect(page.getByText('New in', { exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sort' })).toHaveValue('newest')
  await expect(cards(page).first()).toContainText(newest[0]?.name ?? '')
})

test('an owner who offers more sort orders has Newest, Popular and Best rated behind those by price', async ({
  page,
  shop,
}) => {
  await shop.command('settings', 'set', 'listing.sorts', 'yes')
  try {
    const sort = page.getByRole('combobox', { name: 'Sort' })
    await expect(async () => {
      await page.goto('/categories')
      await expect(sort.getByRole('option')).toHaveText(
        ['Low to High', 'High to Low', 'Newest', 'Popular', 'Best rated'],
        { timeout: 1000 },
      )
    }).toPass()
    await sort.selectOption('Best rated')
    await expect(page).toHaveURL(/\?sortBy=bestRated$/)
    const [best] = JSON.parse(await (await page.request.get('/api/user/filterProduct?sortBy=bestRated&limit=1')).text())
    await expect(page.getByRole('main').getByRole('article').first()).toContainText(best.name)
  } finally {
    await shop.command('settings', 'reset', 'listing.sorts')
  }
})
