import { expect, test } from './fixtures.ts'
import { TEE, VISITS } from './visits.ts'

/** Pages that search engines may list; the others that anyone may open belong to one visit. */
const PUBLIC = [
  '/',
  '/categories',
  `/product-details/${TEE.productId}`,
  '/about-us',
  '/contact-us',
  '/privacy-policy',
  '/nearby-store',
  '/policies/terms',
  '/policies/shipping',
  '/policies/exchanges',
]

/** The data of a page for search engines. */
function jsonLdIn(html: string) {
  const scripts = html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)
  return Array.from(scripts, ([, text = '']) => JSON.parse(text))
}

test('public pages come as HTML with their content, title, description and canonical URL', { tag: '@C6.1' }, async ({
  request,
  shop,
}) => {
  const titles: string[] = []
  const descriptions: string[] = []
  for (const path of PUBLIC) {
    const html = await (await request.get(path)).text()
    const { heading = '' } = VISITS.find(({ route }) => route.replace('{productId}', TEE.productId) === path) ?? {}
    const headings = Array.from(html.matchAll(/<h([1-3])[^>]*>([\s\S]*?)<\/h\1>/g), ([, , text = '']) =>
      text.replace(/<[^>]*>/g, ''),
    )
    expect(headings, path).toContainEqual(expect.stringMatching(heading))
    titles.push(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '')
    descriptions.push(/<meta name="description" content="([^"]+)"/.exec(html)?.[1] ?? '')
    expect(/<link rel="canonical" href="([^"]+)"/.exec(html)?.[1], path).toBe(`${shop.origin}${path}`)
  }
  for (const texts of [titles, descriptions]) {
    expect(texts).not.toContain('')
    expect(new Set(texts).size).toBe(PUBLIC.length)
  }
})

test('no heading is inside an address, and every script has a type that HTML knows', async ({ request }) => {
  for (const path of PUBLIC) {
    const html = await (await request.get(path)).text()
    for (const [, inside = ''] of html.matchAll(/<address\b[^>]*>([\s\S]*?)<\/address>/g))
      expect(inside, path).not.toMatch(/<h[1-6]\b/)
    for (const [, type] of html.matchAll(/<script type="([^"]*)"/g))
      expect(type, path).toMatch(/^(module|\w+\/[\w+.-]+)$/)
  }
})

test('a link preview shows the page’s own photograph as JPEG, or the shop’s icon', async ({ request, shop }) => {
  for (const [path, type] of [
    ['/', 'image/jpeg'],
    ['/categories', 'image/jpeg'],
    [`/product-details/${TEE.productId}`, 'image/jpeg'],
    ['/about-us', 'image/png'],
  ] as const) {
    const html = await (await request.get(path)).text()
    const [url, ...others] = Array.from(
      html.matchAll(/<meta property="og:image" content="([^"]+)"/g),
      ([, text = '']) => text.replaceAll('&amp;', '&'),
    )
    expect(others, path).toEqual([])
    expect(url, path).toContain(`${shop.origin}/`)
    // A crawler accepts anything.
    const picture = await request.get(url ?? '', { headers: { accept: '*/*' } })
    expect(picture.status(), path).toBe(200)
    expect(picture.headers()['content-type'], path).toBe(type)
    expect(/<meta property="og:image:alt" content="[^"]+"/.test(html), path).toBe(type === 'image/jpeg')
  }
})

test('product and listing pages carry products and prices as JSON-LD', { tag: '@C6.1' }, async ({ request }) => {
  const { data } = await (await request.get(`/api/product/getProductDetail/${TEE.productId}`)).json()
  const offer = { '@type': 'Offer', price: data.price.toFixed(2), priceCurrency: 'INR' }
  const [shown] = jsonLdIn(await (await request.get(`/product-details/${TEE.productId}`)).text())
  expect(shown).toMatchObject({ '@type': 'Product', name: data.name, offers: offer })
  const { hasVariant, ...group } = shown.isVariantOf
  expect(group).toMatchObject({ '@type': 'ProductGroup', productGroupID: TEE.productId })
  expect(hasVariant.map(({ sku }: { sku: string }) => sku).sort()).toEqual(
    data.variants.map(({ sku }: { sku: string }) => sku).sort(),
  )
  expect(hasVariant[0]).toMatchObject({ '@type': 'Product', color: data.variants[0].color, offers: offer })
  const [list] = jsonLdIn(await (await request.get('/categories')).text())
  const listed: { _id: string; name: string; price: number }[] = await (
    await request.get('/api/user/filterProduct')
  ).json()
  expect(list.itemListElement.length).toBeGreaterThan(10)
  for (const { item } of list.itemListElement) {
    const product = listed.find(({ _id }) => _id === item.sku)
    expect(item).toMatchObject({
      '@type': 'Product',
      name: product?.name,
      offers: { '@type': 'Offer', price: product?.price.toFixed(2) },
    })
  }
})

test('a single category, kind or colour is a page in the sitemap; other filters are not', async ({ request, shop }) => {
  const read = async (path: string) => {
    const html = await (await request.get(path)).text()
    const find = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, text]) => text)
    return { title: find(/<title>([^<]+)/g), canonical: find(/rel="canonical" href="([^"]+)/g), data: jsonLdIn(html) }
  }
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = Array.from(sitemap.matchAll(/<loc>[^<]*(\/categories\?[^<]+)<\/loc>/g), ([, path]) => path ?? '')
  const paths = listed.map((path) => path.replaceAll('&amp;', '&'))
  expect(paths).toEqual(expect.arrayContaining(['/categories?categories=Man', '/categories?colors=Black']))
  const titles = new Set<string | undefined>()
  for (const path of paths) {
    const { title, canonical, data } = await read(path)
    expect(canonical.map((one) => one?.replaceAll('&amp;', '&'))).toEqual([`${shop.origin}${path}`])
    expect(data[0].itemListElement.length, path).toBeGreaterThan(0)
    expect(data[1]).toMatchObject({ '@type': 'BreadcrumbList' })
    titles.add(title[0])
  }
  expect(titles.size).toBe(paths.length)
  const other = await read('/categories?colors=Black&sizes=M')
  expect(other.canonical).toEqual([`${shop.origin}/categories`])
})

test('robots.txt names the sitemap, which lists every product', { tag: '@C6.2' }, async ({ request, shop }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${shop.origin}/sitemap.xml\n`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const products: { _id: string }[] = await (await request.get('/api/user/filterProduct')).json()
  const expected = products.map(({ _id }) => `${shop.origin}/product-details/${_id}`)
  expect(expected.length).toBeGreaterThan(10)
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address)
  expect(listed.filter((address) => address?.includes('/product-details/')).sort()).toEqual(expected.sort())
})

test('pages, public calls and files are compressed', { tag: '@C6.5' }, async ({ request }) => {
  const html = await (await request.get('/')).text()
  const script = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? ''
  for (const path of ['/', '/categories', '/api/user/filterProduct', script])
    for (const encoding of ['br', 'gzip']) {
      const response = await request.get(path, { headers: { 'accept-encoding': encoding } })
      expect(response.status(), path).toBe(200)
      expect(response.headers()['content-encoding'], path).toBe(encoding)
    }
})
