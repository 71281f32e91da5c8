import { expect, test, vi } from 'vitest'
import { showRefusal, showUndoFailure } from './show-refusal.ts'

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }))
vi.mock('#ui/toast-store.ts', () => ({ showToast }))

test('an undo that the server failed says so and offers to try again; a change stays silent', () => {
  showRefusal({ kind: 'failed' }, () => {})
  expect(showToast).not.toHaveBeenCalled()
  const retry = vi.fn()
  showUndoFailure({ kind: 'failed' }, retry)
  expect(showToast).toHaveBeenCalledExactlyOnceWith('That couldn’t be undone.', {
    tone: 'bad',
    action: { label: 'Try again', onPress: expect.any(Function) },
  })
  showToast.mock.lastCall?.[1].action.onPress()
  expect(retry).toHaveBeenCalledOnce()
  showUndoFailure({ kind: 'done', message: 'Added' }, retry)
  expect(showToast).toHaveBeenCalledOnce()
})
