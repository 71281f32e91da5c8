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
      return t('Nobody but staff sees it yet.')
    case 'published':
      return t('Shoppers find it in lists and by search, and can buy it.')
    case 'hidden':
      return t('It’s in no list, and its page can’t be found.')
    case 'archived':
      return t('It’s no longer sold. Its page says so, and orders keep showing it.')
  }
}
