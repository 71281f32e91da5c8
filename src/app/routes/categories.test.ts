import { expect, test } from 'vitest'
import { meta } from './categories.tsx'

/** The description of a landing page whose first product costs Rs. 500. */
function descriptionOf(search: string): unknown {
  const page = { ok: true, value: { products: [{ price: 500 }], total: 12 } }
  const route = { location: { search }, matches: [], loaderData: { page, options: null } }
  // Safe cast: it reads nothing else.
  const tags = meta(route as unknown as Parameters<typeof meta>[0]) ?? []
  return tags.flatMap((tag) => ('name' in tag && tag.name === 'description' ? tag.content : []))[0]
}

test('the description of a landing page names the lowest price only where the list begins with it', () => {
  expect(descriptionOf('?categories=Man')).toContain('12 from Rs. 500')
  expect(descriptionOf('?categories=Man&sortBy=highToLow')).toMatch(/^Browse every/)
})
