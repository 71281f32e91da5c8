import { expect, test } from 'vitest'
import { meta } from './categories.tsx'

/** The metadata of a listing with so many products, of which the first costs Rs. 500. */
function metaOf(search: string, total: number) {
  const page = { ok: true, value: { products: total > 0 ? [{ price: 500 }] : [], total } }
  const route = { location: { search }, matches: [], loaderData: { page, options: null } }
  // Safe cast: it reads nothing else.
  const tags = meta(route as unknown as Parameters<typeof meta>[0]) ?? []
  const named = (name: string) => tags.flatMap((tag) => ('name' in tag && tag.name === name ? tag.content : []))[0]
  const title = tags.flatMap((tag) => ('title' in tag ? tag.title : []))[0]
  return { title, description: named('description'), robots: named('robots') }
}

const descriptionOf = (search: string) => metaOf(search, 12).description

test('the description of a landing page names the lowest price only where the list begins with it', () => {
  expect(descriptionOf('?categories=Man')).toContain('12 from Rs. 500')
  expect(descriptionOf('?categories=Man&sortBy=highToLow')).toMatch(/^Browse every/)
})

test.each([
  '?subcategory=Moved%20to%20evil.example',
  '?colors=Cheap%20pills',
  '?categories=Man&subcategory=evil.example',
])('a value that no product has, as in %s, becomes no title, and no page of search engines', (search) => {
  expect(metaOf(search, 0)).toMatchObject({ title: 'All Items', robots: 'noindex' })
  expect(metaOf(search, 1).title).not.toBe('All Items')
  expect(metaOf(search, 1).robots).toBeUndefined()
})

test('a shop with nothing to sell keeps its listing in search engines', () => {
  expect(metaOf('', 0)).toMatchObject({ title: 'All Items', robots: undefined })
})
