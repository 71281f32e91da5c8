import { useRouteLoaderData } from 'react-router'
import type { SharedSettings } from './rules.ts'

/** The settings of every page, and what it shows of the brand (`GET /user/shopSettings`). */
export type ShownSettings = SharedSettings & {
  deliveryVaries: boolean
  notes: { addedLater: string; policy: string; seller: string }
  brand: { mark: string; styles: string }
}

/** The shop's settings as the document's server put them into the page (`loader` of src/app/root.tsx). */
export function useSettings(): ShownSettings {
  const data = useRouteLoaderData<{ settings: ShownSettings }>('root')
  if (!data) throw new Error('The root route has loaded no settings.')
  return data.settings
}
