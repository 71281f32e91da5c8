import type { Locator, Page } from '@playwright/test'

export const LIST = '/api/user/filterProduct'

export interface Item {
  _id: string
  name: string
  price: number
  colors: string[]
  categories: string
  pattern: string
  fabric: string
  fit: string
  sizes: { size: string; quantity: number }[]
  variants: { color: string; size: string; quantity: number }[]
}

export const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
/** A group of the filter panel by its heading. */
export const group = (within: Locator, title: string) =>
  within.getByRole('group').filter({ has: within.page().locator('summary', { hasText: new RegExp(`^${title}$`) }) })
export const tick = (page: Page, title: string, value: string) =>
  group(panelOf(page), title).getByRole('checkbox', { name: value, exact: true })
export const cards = (page: Page) => page.getByRole('main').getByRole('article')
export const headline = (page: Page) => page.getByRole('heading', { level: 1 })

/** All products that match a query, as any client gets them. */
export async function listProducts(page: Page, query = ''): Promise<Item[]> {
  return (await page.request.get(`${LIST}${query}`)).json()
}

/** The prices on the cards, in order, in rupees. */
export async function shownPrices(page: Page): Promise<number[]> {
  const texts = await cards(page).getByText(/^₹/).allTextContents()
  return texts.map((text) => Number(text.replace(/[₹,]/g, '')))
}
