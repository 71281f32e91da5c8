import { useRouteLoaderData } from 'react-router'
import type { SharedSettings } from './rules.ts'

/** The shop's settings as the document's server put them into the page (`loader` of src/app/root.tsx). */
export function useSettings(): SharedSettings {
  const data = useRouteLoaderData<{ settings: SharedSettings }>('root')
  if (!data) throw new Error('The root route has loaded no settings.')
  return data.settings
}
