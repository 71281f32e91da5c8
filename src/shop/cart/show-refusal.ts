import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import type { ChangeResult } from './client.ts'

/** Says why a change was refused, or that there was no connection, with a Retry button. */
export function showRefusal(result: ChangeResult, retry: () => unknown): void {
  if (result.kind === 'refused') showToast(result.message, { tone: 'bad' })
  if (result.kind !== 'unsent') return
  showToast(result.message, { tone: 'bad', action: { label: t('Try again'), onPress: () => void retry() } })
}
