import type { Api } from '#platform/api/client.ts'
import type { ShopContract } from '../contract.ts'
import type { ShownProduct } from './card.ts'

/*
 * The shop's calls as the pages make them. Each takes the API: the server's loaders hand in the in-process one, the
 * browser its own, so both sides show the same answers.
 */
type ShopApi = Api<ShopContract>

/** Products of one answer, or the sentence to show in their place. */
export type Loaded<T> = { ok: true; value: T } | { ok: false; message: string }

/** No answer came. */
const UNREACHED: NoProduct = { ok: false, status: 0, message: 'Failed to fetch product details.', detail: '' }

/** Why a product's details are not there: the sentence of SPEC section 8, and what the server said beside it. */
export type NoProduct = { ok: false; status: number; message: string; detail: string }

/** A product's details; `view` counts the visit (SPEC section 7, `viewProduct=true`). */
export async function loadProduct(
  api: ShopApi,
  productId: string,
  { view = false, signal }: { view?: boolean; signal?: AbortSignal } = {},
): Promise<{ ok: true; product: ShownProduct } | NoProduct> {
  const input = { params: { productId }, ...(view ? { query: { viewProduct: 'true' } } : {}) }
  const answer = await api('GET /product/getProductDetail/{productId}', input, signal ? { signal } : {})
  if (answer.ok && answer.data.status === 200 && answer.data.data) return { ok: true, product: answer.data.data }
  if (answer.status === 0) return UNREACHED
  const detail = (answer.ok ? answer.data.message : answer.message) ?? ''
  return { ok: false, status: answer.status, message: 'Failed to fetch product details', detail }
}
