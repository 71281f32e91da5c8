import { useRouteLoaderData } from 'react-router'
import type { Settings } from './rules.ts'

/** The shop's settings as the document's server put them into the page (`loader` of src/app/root.tsx). */
export function useSettings(): Settings {
  const data = useRouteLoaderData<{ settings: Settings }>('root')
  if (!data) throw new Error('The root route has loaded no settings.')
  return data.settings
}
