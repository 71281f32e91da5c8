import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { problem } from '#platform/api/problem.server.ts'
import { matchesEtag } from '#platform/cache/cached-response.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { drawCard, type PreviewCard } from '#platform/pictures/draw-card.server.ts'
import { categoryLabel } from '#shop/catalog/ui/product-selectors.ts'
import type { Shop } from '#shop/shop.server.ts'

type Options = {
  shop: Pick<Shop, 'index' | 'settings' | 'config' | 'log'>
  servePicture(request: Request): Promise<Response>
}

/** The id of the picture of all pages that show no single product. */
const SHOP = 'shop'

/**
 * Serves `/social/ID.jpg`, the picture that messengers and social networks show for a link to a product, and `/social/shop.jpg`
 * for every other page. Pictures are drawn one at a time, at their first request; the last hundred are cached.
 */
export function createSocialPictures({ shop, servePicture }: Options) {
  const { index, config, log } = shop
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 100 })
  const queue = bulkhead(1, 20)

  async function readPicture(path: string | undefined): Promise<Uint8Array | null> {
    if (!path?.startsWith('/media/')) return null
    const url = new URL(path, config.publicUrl)
    url.searchParams.set('w', '1080')
    const response = await servePicture(new Request(url, { headers: { accept: 'image/jpeg' } }))
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
  }

  async function draw(key: string, card: Omit<PreviewCard, 'picture'>, path: string | undefined): Promise<Buffer> {
    const found = drawn.get(key)
    if (found) return found
    const drawing = queue.execute(async () => drawCard({ ...card, picture: await readPicture(path) }))
    drawn.set(key, drawing)
    drawing.catch(() => drawn.delete(key))
    return drawing
  }

  return async (id: string, ifNoneMatch: string | null): Promise<Response> => {
    const settings = shop.settings()
    const product = id === SHOP ? null : await index.get(id)
    if (product === undefined) return problem('not_found', 'There is no such picture.')
    const hero = settings['home.sections'].find((section) => section.type === 'hero' && section.hidden !== true)
    const { 'shop.name': name, 'brand.accent': accent } = settings
    const card = product
      ? { title: product.name, line: categoryLabel(product), name, accent }
      : { title: name, line: settings['shop.tagline'], name: '', accent }
    const path = product ? product.images[0] : hero?.type === 'hero' ? hero.picture : undefined
    const key = sha256(JSON.stringify([card, path]))
      .toString('base64url')
      .slice(0, 22)
    const headers = { etag: `"${key}"`, 'cache-control': 'public, max-age=3600' }
    if (matchesEtag(ifNoneMatch, headers.etag)) return new Response(null, { status: 304, headers })
    try {
      const bytes = new Uint8Array(await draw(key, card, path))
      return new Response(bytes, { headers: { ...headers, 'content-type': 'image/jpeg' } })
    } catch (error) {
      if (error instanceof BulkheadRejectedError)
        return problem('shop_busy', 'Too many pictures at once. Please try again.', {}, { 'retry-after': '2' })
      log.error({ err: error, id }, 'a link preview could not be drawn')
      return problem('internal_error', 'This picture cannot be shown.')
    }
  }
}
