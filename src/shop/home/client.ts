import type { Api } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { t } from '#platform/text/t.ts'
import { type Card, createCard } from '../catalog/card.ts'
import type { Loaded } from '../catalog/client.ts'
import type { ShopContract } from '../contract.ts'
import type { ShownSection } from './contract.ts'

type ShopApi = Api<ShopContract>

/** A row of the home page, or a message of SPEC section 8: one for an error status, one for no response. */
export async function loadRow(
  api: ShopApi,
  name: 'GET /home/latestArrivals' | 'GET /home/topCollection',
): Promise<Loaded<Card[]>> {
  const response = await api(name)
  if (response.ok && response.data.status === 200 && Array.isArray(response.data.data)) {
    return { ok: true, value: response.data.data.map((product) => createCard(product)) }
  }
  return {
    ok: false,
    message:
      response.status === 0 ? t('Error fetching products. Please try again later.') : t('Failed to fetch products.'),
  }
}

/** The banner's URL, or null. A failure is only logged (SPEC section 8). */
export async function loadBanner(api: ShopApi): Promise<string | null> {
  const response = await api('GET /user/banner')
  if (response.ok) return response.data.url || null
  logProblem('The banner couldn’t be loaded', response.status)
  return null
}

/** A section as the home page shows it; a banner or row with a call of its own may still be loading. */
export type PageSection =
  | Exclude<ShownSection, { type: 'products' | 'banner' }>
  | { type: 'banner'; url: string | null | Promise<string | null> }
  | { type: 'products'; title: string; more?: string; row: Loaded<Card[]> | Promise<Loaded<Card[]>> }

/**
 * The sections, as soon as they are known; their rows and banner may come later. Null for an error status.
 * @throws {Error} if there's no response
 */
export async function loadSections(api: ShopApi): Promise<PageSection[] | null> {
  const response = await api('GET /user/homeSections')
  if (response.status === 0) throw new Error('The sections of the home page couldn’t be loaded.')
  if (!response.ok) return null
  return response.data.sections.map((section) => {
    if (section.type === 'banner') return { type: 'banner', url: loadBanner(api) }
    if (section.type !== 'products') return section
    const { type, title, call, more, products } = section
    return {
      type,
      title,
      more,
      row: call
        ? loadRow(api, `GET /home/${call}`)
        : { ok: true, value: products.map((product) => createCard(product)) },
    }
  })
}

/** The same sections once their rows and the banner are loaded, for the server's HTML. */
export function awaitSections(sections: readonly PageSection[]): Promise<PageSection[]> {
  return Promise.all(
    sections.map(async (section) => {
      if (section.type === 'banner') return { ...section, url: await section.url }
      return section.type === 'products' ? { ...section, row: await section.row } : section
    }),
  )
}

/** The props of a type of section. */
export type SectionOf<T extends PageSection['type']> = Extract<PageSection, { type: T }>
