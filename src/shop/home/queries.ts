import type { Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import type { Card } from '../catalog/card.ts'
import { createCard } from '../catalog/create-card.ts'
import type { Loaded } from '../catalog/queries.ts'
import type { ShopContract } from '../contract.ts'

type ShopApi = Api<ShopContract>

/** A row of the home page. The sentences are those of SPEC section 8: an answer that is not 200, and no answer. */
export async function loadRow(
  api: ShopApi,
  name: 'GET /home/latestArrivals' | 'GET /home/topCollection',
): Promise<Loaded<Card[]>> {
  const answer = await api(name)
  if (answer.ok && answer.data.status === 200 && Array.isArray(answer.data.data)) {
    return { ok: true, value: answer.data.data.map(createCard) }
  }
  const unreached = answer.status === 0
  return {
    ok: false,
    message: unreached ? 'Error fetching products. Please try again later.' : 'Failed to fetch products.',
  }
}

/** The banner's address; null where there is none. A failure is logged only (SPEC section 8). */
export async function loadBanner(api: ShopApi): Promise<string | null> {
  const answer = await api('GET /user/banner')
  if (answer.ok) return answer.data.url || null
  logProblem('The banner could not be loaded', answer.status)
  return null
}
