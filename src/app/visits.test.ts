import { expect, test } from 'vitest'
import { countVisit } from './visits.server.ts'

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36'

function countedOf(url: string, { method = 'GET', agent = PHONE } = {}): string[] {
  const counted: string[] = []
  countVisit(
    {
      views: { record: (id, client) => void counted.push(`view ${id} ${client}`) },
      searches: { record: (text, client) => void counted.push(`search ${text} ${client}`) },
    },
    { url, method, headers: { 'user-agent': agent } },
    () => '1.2.3.4',
  )
  return counted
}

test('a look at a product and a search count, of pages and of calls', () => {
  expect(countedOf('/api/product/getProductDetail/boxy-tee?viewProduct=true')).toEqual(['view boxy-tee 1.2.3.4'])
  expect(countedOf('/categories?q=black%20hoodie&sizes=M')).toEqual(['search black hoodie 1.2.3.4'])
  expect(countedOf('/hi/categories?colors=Red&q=kurta')).toEqual(['search kurta 1.2.3.4'])
  expect(countedOf('/api/user/filterProduct?sizes=M&q=kurta&limit=24')).toEqual(['search kurta 1.2.3.4'])
})

test('further pages, other calls, other methods and robots don’t count', () => {
  const agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  expect(countedOf('/api/user/filterProduct?q=kurta&limit=24&cursor=abc')).toEqual([])
  expect(countedOf('/api/user/filterOptions?q=kurta')).toEqual([])
  expect(countedOf('/categories?colors=Red')).toEqual([])
  expect(countedOf('/api/product/getProductDetail/boxy-tee')).toEqual([])
  expect(countedOf('/categories?q=kurta', { method: 'HEAD' })).toEqual([])
  expect(countedOf('/categories?q=kurta', { agent })).toEqual([])
  expect(countedOf('/api/product/getProductDetail/boxy-tee?viewProduct=true', { agent })).toEqual([])
})
