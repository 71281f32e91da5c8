import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, refuse } from '#platform/api/result.ts'
import { addCacheTags } from '../cache-tags.server.ts'
import { ofColor } from '../catalog/rules.ts'
import { localizeOwnerTexts } from '../settings/owner-texts.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import type { listingContract } from './contract.ts'
import type { ListingQuery } from './index-types.server.ts'
import { landingOf } from './landing.ts'
import { BAD_CURSOR } from './messages.ts'
import { readFilters, withoutSliderEnd } from './rules.ts'

/** The listing's endpoints; all are public and cached. */
export function createListingHandlers({ index, settings }: Shop): Handlers<typeof listingContract> {
  return {
    async 'GET /user/filterProduct'({ query }) {
      const listing = await index.search(withoutSliderEnd(query))
      if (!listing) return refuse('invalid_input', BAD_CURSOR, { errors: [{ path: 'cursor', message: BAD_CURSOR }] })
      return ok(listing.products, {
        'x-total-count': String(listing.total),
        ...(listing.nextCursor ? { link: nextLink(query, listing.nextCursor) } : {}),
      })
    },
    async 'GET /user/filterOptions'({ query }) {
      const { kinds, ...options } = await index.facets(withoutSliderEnd(query))
      const pictured = await index.getMany(kinds.map(({ product }) => product))
      const images = new Map(pictured.map(({ _id, images }) => [_id, images[0] ?? '']))
      const shown = kinds.map((kind) => ({ ...kind, image: images.get(kind.product) ?? '' }))
      const response = { ...options, kinds: shown, text: landingText(settings(), withoutSliderEnd(query)) }
      return ok(
        addCacheTags(
          response,
          kinds.map(({ product }) => `card:${product}`),
        ),
      )
    },
    async 'GET /user/suggest'({ query }) {
      const { products, colors: named, ...found } = await index.suggest(query.q ?? '')
      const shown = products.map(({ _id, name, price, priceTo, images, pictures, colors: own, colorFamilies }) => {
        const isNamed = (one: string | undefined) => one !== undefined && named.includes(one)
        const color = own.find((one) => isNamed(one) || isNamed(ofColor(colorFamilies, one))) ?? null
        const picture = pictures.find((one) => one.color === color)
        return { _id, name, price, ...(priceTo ? { priceTo } : {}), image: picture?.src ?? images[0] ?? '', color }
      })
      return ok({ products: shown, ...found })
    },
  }
}

/** The Link header of the next page (RFC 8288): the same query with the cursor of that page. */
function nextLink(query: ListingQuery, cursor: string): string {
  return `</api/user/filterProduct?${writeQuery({ ...query, cursor })}>; rel="next"`
}

/** The owner's text about a landing page. Empty if there is none, and for any other listing. */
function landingText(settings: Settings, query: ListingQuery): string {
  const landing = landingOf(readFilters(writeQuery(query)))
  if (landing === null) return ''
  const entry = settings['listing.texts'].find(
    ({ page }) => landingOf(readFilters(new URL(page, 'http://shop').searchParams))?.query === landing.query,
  )
  return entry ? localizeOwnerTexts(settings, entry.text) : ''
}

function writeQuery(query: ListingQuery): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const written = Array.isArray(value) ? value.join(',') : String(value ?? '')
    if (written !== '') params.set(name, written)
  }
  return params
}
