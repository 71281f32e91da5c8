import { data, type MetaArgs } from 'react-router'
import { api } from '#shop/api.ts'
import { loadStores } from '#shop/stores/queries.ts'
import { StoreLocator } from '#shop/stores/ui/store-locator.tsx'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/nearby-store'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Nearby Stores',
    description: 'Find the {shop} store nearest to you, with address and opening state.',
  })

/** The stores, awaited so that they are in the server's HTML. A page with a failed list is not cached (503). */
export async function loader({ context }: Route.LoaderArgs) {
  const found = await loadStores(context.get(apiContext))
  return data(found, { status: found.failed ? 503 : 200 })
}

export function clientLoader() {
  return loadStores(api)
}

export default function NearbyStorePage({ loaderData: { stores, map, failed } }: Route.ComponentProps) {
  return <StoreLocator stores={stores} settings={map} failed={failed} />
}
