import { useRevalidator } from 'react-router'
import { t } from '#platform/text/t.ts'
import { showToast } from '#ui/toast-store.ts'
import { call } from '../api.ts'
import { failureText } from './failure-text.ts'

/** Long enough to read and to reach; it stands still while it's hovered or focused. */
const UNDO_MS = 10_000

/** Says that something was done and, with an undo id of the server, offers to take it back. */
export function useUndo(): (text: string, undo: string | null) => void {
  const { revalidate } = useRevalidator()
  return (text, undo) => {
    if (undo === null) return void showToast(text, { tone: 'ok' })
    const takeBack = async () => {
      const result = await call('POST /undo/{id}', { params: { id: undo } }, { idempotencyKey: undo })
      showToast(result.ok ? t('Taken back.') : failureText(result), { tone: result.ok ? 'ok' : 'bad', ms: UNDO_MS })
      void revalidate()
    }
    showToast(text, { tone: 'ok', ms: UNDO_MS, action: { label: t('Undo'), onPress: () => void takeBack() } })
  }
}
