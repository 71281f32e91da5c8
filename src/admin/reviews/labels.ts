import { t } from '#platform/text/t.ts'
import type { StaffReview } from '#shop/reviews/staff-contract.ts'
import type { Tone } from '#ui/parts.tsx'

type State = StaffReview['state']

export function stateText(state: State): string {
  if (state === 'waiting') return t('Waiting')
  if (state === 'answered') return t('Answered')
  return state === 'hidden' ? t('Hidden') : t('Sample')
}

/** What a review waits for. */
export function reviewText({ state, answer }: Pick<StaffReview, 'state' | 'answer'>): string {
  if (state !== 'waiting') return stateText(state)
  return answer === null ? t('To answer') : t('Photo to approve')
}

export function stateTone(state: State): Tone {
  if (state === 'waiting') return 'warn'
  return state === 'answered' ? 'ok' : 'plain'
}
