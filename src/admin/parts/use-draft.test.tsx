// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { StaffMember } from '#shop/staff/staff-contract.ts'
import { setStaff } from '../session.ts'
import { forgetOldDrafts, readDraft, writeDraft } from './stored-drafts.ts'
import { useDraft } from './use-draft.ts'

// Safe cast: a person is told apart by the id.
const person = (id: string) => ({ id }) as StaffMember

type Draft = ReturnType<typeof useDraft<string>>

async function openDraft() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
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

test('what one person typed isn’t there for another one, and is there for the same again', async () => {
  localStorage.clear()
  setStaff(person('asha'))
  const ashas = await openDraft()
  act(() => ashas().set('Call them'))
  setStaff(person('bela'))
  expect((await openDraft())().value).toBe('')
  setStaff(person('asha'))
  expect((await openDraft())().value).toBe('Call them')
})

test('a save ends a draft, from the device too, unless more was typed while it was under way', async () => {
  localStorage.clear()
  const draft = await openDraft()
  act(() => draft().set('Call them'))
  const saving = draft()
  act(() => draft().set('Call them at six'))
  act(() => saving.forget(saving.value))
  expect(draft().value).toBe('Call them at six')
  act(() => draft().forget(draft().value))
  expect(draft()).toMatchObject({ value: '', isChanged: false })
  expect(localStorage.length).toBe(0)
})

test('a draft that nobody has touched for two weeks is deleted, since its record may be gone', async () => {
  localStorage.clear()
  localStorage.setItem('staffDraft of an earlier version', '"Call them"')
  localStorage.setItem('packPaper', 'a4')
  const draft = await openDraft()
  act(() => draft().set('Call them'))
  const day = 24 * 60 * 60 * 1000
  forgetOldDrafts(Date.now() + 13 * day)
  expect(localStorage.length).toBe(2)
  forgetOldDrafts(Date.now() + 15 * day)
  expect(Object.keys(localStorage)).toEqual(['packPaper'])
})

test('a draft that an older form kept has the fields that the form has gained since', () => {
  localStorage.clear()
  writeDraft('me order', { typed: { name: 'Meera' }, requests: {}, at: 0 })
  expect(readDraft('me order', { name: '', codes: '' }).typed).toEqual({ name: 'Meera', codes: '' })
})
