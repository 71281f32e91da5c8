import type { Api } from '#platform/api/client.ts'
import type { ShopContract } from '#shop/contract.ts'

/** The text of a page as HTML, and its own title if it has one. Empty if the page shows its built-in text. */
export type OwnerText = { title: string; html: string }

/** The owner's text of a page, as its loader data. */
export async function loadOwnerText(api: Api<ShopContract>, page: 'privacy' | 'about'): Promise<OwnerText> {
  const found = await api('GET /user/pageText/{page}', { params: { page } })
  return found.ok ? { title: found.data.title, html: found.data.html } : { title: '', html: '' }
}
