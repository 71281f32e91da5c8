import { useRouteLoaderData } from 'react-router'
import type { z } from 'zod'
import type { settingsContract } from './contract.ts'

/** The settings of every page, and the brand (`GET /user/shopSettings`). */
export type ShownSettings = z.output<(typeof settingsContract)['GET /user/shopSettings']['response']>

/** The shop's settings as the document's server put them into the page (`loader` of src/app/root.tsx). */
export function useSettings(): ShownSettings {
  const data = useRouteLoaderData<{ settings: ShownSettings }>('root')
  if (!data) throw new Error('The root route has loaded no settings.')
  return data.settings
}
