import type { Api } from '#platform/api/client.ts'
import { t } from '#platform/text/t.ts'
import type { ShopContract } from '../contract.ts'
import type { ShownProduct } from './card.ts'

// The API client is a parameter: loaders on the server call in-process, the browser over HTTP.
type ShopApi = Api<ShopContract>

/** A loaded value, or the message to show instead. */
export type Loaded<T> = { ok: true; value: T } | { ok: false; message: string }

/** Why a product couldn't be loaded: the message of SPEC section 8, and the server's own. */
export type NoProduct = { ok: false; status: number; message: string; detail: string }

/** A product's details; `view` counts the visit (SPEC section 7, `viewProduct=true`). */
export async function loadProduct(
  api: ShopApi,
  productId: string,
  { view = false, signal }: { view?: boolean; signal?: AbortSignal } = {},
): Promise<{ ok: true; product: ShownProduct } | NoProduct> {
  const input = { params: { productId }, ...(view ? { query: { viewProduct: 'true' } } : {}) }
  const response = await api('GET /product/getProductDetail/{productId}', input, signal ? { signal } : {})
  if (response.ok && response.data.status === 200 && response.data.data)
    return { ok: true, product: response.data.data }
  if (response.status === 0) return { ok: false, status: 0, message: t('Failed to fetch product details.'), detail: '' }
  const detail = (response.ok ? response.data.message : response.message) ?? ''
  return { ok: false, status: response.status, message: t('Failed to fetch product details'), detail }
}
