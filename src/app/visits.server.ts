import type { IncomingMessage } from 'node:http'
import { isRobot } from '#platform/http/robots.server.ts'
import type { OpenShop } from './open-shop.server.ts'

const VIEWED = /^\/api\/product\/getProductDetail\/([a-z0-9-]{1,100})\?(?:.*&)?viewProduct=true(?:&|$)/
const SEARCHED = /^(?:(?:\/[a-z]{2})?\/categories\/?|\/api\/user\/filterProduct)\?(?:.*&)?q=/

/**
 * Counts a view of a product's page (SPEC 7, viewProduct) and a search, whether or not its response is cached. Robots
 * don't count. `clientOf` is only called for what counts.
 */
export function countVisit(
  { views, searches }: { views: Pick<OpenShop['views'], 'record'>; searches: Pick<OpenShop['searches'], 'record'> },
  { url = '', method, headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>,
  clientOf: () => string,
): void {
  if (method !== 'GET') return
  const id = VIEWED.exec(url)?.[1]
  const search = id ? null : searchIn(url)
  if ((!id && !search) || isRobot(headers['user-agent'])) return
  if (id) views.record(id, clientOf())
  else if (search) searches.record(search, clientOf())
}

/** The words of a search: of the listing's page, or of its call's first page of results. */
function searchIn(url: string): string | null {
  if (!SEARCHED.test(url)) return null
  const query = new URLSearchParams(url.slice(url.indexOf('?')))
  return query.has('cursor') ? null : query.get('q')
}
