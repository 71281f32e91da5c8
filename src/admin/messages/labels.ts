import { t } from '#platform/text/t.ts'
import type { MessageState } from '#shop/contact/rules.ts'
import type { Tone } from '#ui/parts.tsx'

export function stateText(state: MessageState): string {
  if (state === 'waiting') return t('To answer')
  return state === 'answered' ? t('Answered') : t('Hidden')
}

export function stateTone(state: MessageState): Tone {
  if (state === 'waiting') return 'warn'
  return state === 'answered' ? 'ok' : 'plain'
}
