import { t } from '#platform/text/t.ts'
import type { ProductState } from '#shop/catalog/rules.ts'
import type { Tone } from '#ui/parts.tsx'

export function stateText(state: ProductState): string {
  switch (state) {
    case 'draft':
      return t('Draft')
    case 'published':
      return t('Published')
    case 'hidden':
      return t('Hidden')
    case 'archived':
      return t('Archived')
  }
}

export function stateTone(state: ProductState): Tone {
  return state === 'published' ? 'ok' : state === 'draft' ? 'violet' : 'plain'
}

/** What it means for shoppers. */
export function stateExplained(state: ProductState): string {
  switch (state) {
    case 'draft':
      return t('Only your team sees it.')
    case 'published':
      return t('Shoppers find it in lists and by search, and can buy it.')
    case 'hidden':
      return t('Not in lists or search, and its page is closed.')
    case 'archived':
      return t('No longer sold. Its page says so, and past orders keep it.')
  }
}
