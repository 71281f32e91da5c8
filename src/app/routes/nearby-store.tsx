import { data, type MetaArgs } from 'react-router'
import { t } from '#platform/text/t.ts'
import { type BranchesPage, loadBranches } from '#shop/branches/client.ts'
import type { Branch, OpeningHours } from '#shop/branches/contract.ts'
import { StoreLocator } from '#shop/branches/ui/store-locator.tsx'
import { apiContext } from '../context.ts'
import { JsonLd } from '../json-ld.tsx'
import { pageMeta } from '../page-meta.ts'
import { usePublicOrigin } from '../public-origin.ts'
import type { Route } from './+types/nearby-store'

/** The days as schema.org names them. */
const DAY_NAMES: Record<OpeningHours['days'][number], string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: t('Nearby Stores'),
    description: t('Find the {shop} store nearest to you, with its address and opening hours.'),
  })

/** The stores, awaited so that they're in the server's HTML. If the list fails, the page isn't cached (503). */
export async function loader({ context }: Route.LoaderArgs) {
  const found = await loadBranches(context.get(apiContext))
  return data(found, { status: found.failed ? 503 : 200 })
}

/** The same from the browser. The code of the calls is loaded on demand, because a first visit doesn't need it. */
export async function clientLoader(): Promise<BranchesPage> {
  const code = await Promise.all([import('#shop/api.ts'), import('#shop/branches/client.ts')]).catch(() => null)
  if (code === null) return { stores: [], map: { tileUrl: null, attribution: '' }, failed: true }
  const [{ api }, branches] = code
  return branches.loadBranches(api)
}

export default function NearbyStorePage({ loaderData: { stores, map, failed } }: Route.ComponentProps) {
  const origin = usePublicOrigin()
  return (
    <>
      <JsonLd data={import.meta.env.SSR ? { '@graph': stores.map((store) => storeData(store, origin)) } : null} />
      <StoreLocator stores={stores} settings={map} failed={failed} />
    </>
  )
}

/** A store and its location, for search engines. */
function storeData({ id, name, address, phone, lat, lng, opening }: Branch, origin: string) {
  return {
    '@type': 'ClothingStore',
    '@id': `${origin}/nearby-store#${id}`,
    name,
    address,
    ...(phone === '' ? {} : { telephone: phone }),
    ...(opening.length === 0 ? {} : { openingHoursSpecification: opening.map(openingData) }),
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lng },
  }
}

function openingData({ days, from, to }: OpeningHours) {
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: days.map((day) => DAY_NAMES[day]), opens: from, closes: to }
}
