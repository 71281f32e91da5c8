import type { Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { Card } from '../catalog/card.ts'
import { createCard } from '../catalog/create-card.ts'
import type { Loaded } from '../catalog/queries.ts'
import type { ShopContract } from '../contract.ts'

type ShopApi = Api<ShopContract>

/** A row of the home page, or a message of SPEC section 8: one for an error status, one for no response. */
export async function loadRow(
  api: ShopApi,
  name: 'GET /home/latestArrivals' | 'GET /home/topCollection',
): Promise<Loaded<Card[]>> {
  const response = await api(name)
  if (response.ok && response.data.status === 200 && Array.isArray(response.data.data)) {
    return { ok: true, value: response.data.data.map(createCard) }
  }
  return {
    ok: false,
    message: response.status === 0 ? 'Error fetching products. Please try again later.' : 'Failed to fetch products.',
  }
}

/** The banner's address; null where there is none. A failure is logged only (SPEC section 8). */
export async function loadBanner(api: ShopApi): Promise<string | null> {
  const response = await api('GET /user/banner')
  if (response.ok) return response.data.url || null
  logProblem('The banner could not be loaded', response.status)
  return null
}
