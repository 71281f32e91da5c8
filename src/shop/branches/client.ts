import type { Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { ShopContract } from '../contract.ts'
import { isRecord } from '../is-record.ts'
import type { Branch, MapSettings } from './contract.ts'

/** The data of the store locator. `failed`: the list couldn't be loaded. */
export interface BranchesPage {
  stores: Branch[]
  map: MapSettings
  failed: boolean
}

const BUILT_IN_MAP: MapSettings = { tileUrl: null, attribution: '' }

/** The stores and the map's tiles, or the built-in map if the tile settings can't be loaded. */
export async function loadBranches(api: Api<ShopContract>): Promise<BranchesPage> {
  const [found, settings] = await Promise.all([api('GET /stores'), api('GET /map/settings')])
  if (!found.ok) logProblem('The stores couldn’t be loaded', found.status)
  const listed: unknown = found.ok ? found.data.stores : null
  return {
    stores: Array.isArray(listed) ? listed.filter(isBranch) : [],
    map: settings.ok ? { ...BUILT_IN_MAP, ...settings.data } : BUILT_IN_MAP,
    failed: !Array.isArray(listed),
  }
}

/** A store that can be listed and put on the map. */
function isBranch(value: unknown): value is Branch {
  if (!isRecord(value)) return false
  const { id, name, lat, lng } = value
  return typeof id === 'string' && typeof name === 'string' && isDegree(lat, 90) && isDegree(lng, 180)
}

function isDegree(value: unknown, max: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= max
}
