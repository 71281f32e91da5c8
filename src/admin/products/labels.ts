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
