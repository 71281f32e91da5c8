// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useDraft } from './use-draft.ts'

type Draft = ReturnType<typeof useDraft<string>>

async function openDraft() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  let draft: Draft | null = null
  function Form() {
    draft = useDraft<string>('note 1', '')
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Form />))
  return () => {
    if (draft === null) throw new Error('no form is shown')
    return draft
  }
}

test('a save ends a draft, from the device too, unless more was typed while it was under way', async () => {
  const draft = await openDraft()
  act(() => draft().set('Call them'))
  const saving = draft()
  act(() => draft().set('Call them at six'))
  act(() => saving.forget(saving.value))
  expect(draft().value).toBe('Call them at six')
  act(() => draft().forget(draft().value))
  expect(draft()).toMatchObject({ value: '', isChanged: false })
  expect(localStorage.getItem('staffDraft note 1')).toBeNull()
})
