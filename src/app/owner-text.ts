import type { Api } from '#platform/api/client.ts'
import type { ShopContract } from '#shop/contract.ts'

/** The owner's text of a page, as its loader data; empty where the page shows its own form. */
export async function loadOwnerText(api: Api<ShopContract>, page: 'privacy' | 'about'): Promise<{ text: string }> {
  const found = await api('GET /user/pageText/{page}', { params: { page } })
  return { text: found.ok ? found.data.text : '' }
}
