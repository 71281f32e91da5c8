// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { ReasonField } from './reason-field.tsx'

const REASONS = ['Damaged', 'Late']

function show(isOptional = false) {
  return showScreen(
    {
      Component() {
        const [value, setValue] = useState('')
        return (
          <>
            <ReasonField reasons={REASONS} value={value} onChange={setValue} isOptional={isOptional} />
            <output>{value}</output>
            <button type="button" onClick={() => setValue('Late: by a week')}>
              Set
            </button>
          </>
        )
      },
    },
    () => null,
  )
}
const said = () => document.querySelector('output')?.textContent
const isNeeded = () => document.querySelector<HTMLInputElement>('input:not([type=radio])')?.required

test('a reason is chosen, has a note, and is exchanged for another', async () => {
  const screen = await show()
  expect(isNeeded()).toBe(true)
  expect(document.querySelector('input[type=radio]:checked'), 'nothing is chosen beforehand').toBeNull()
  await screen.tick('Damaged')
  expect([said(), isNeeded()]).toEqual(['Damaged', false])
  await screen.type('Note', 'a torn seam')
  expect(said()).toBe('Damaged: a torn seam')
  await screen.tick('Late')
  expect(said()).toBe('Late: a torn seam')
  await screen.tick('Another reason')
  expect(said()).toBe('a torn seam')
})

test('what is typed as another reason chooses none of the usual ones', async () => {
  const screen = await show()
  const chosen = () => document.querySelector<HTMLInputElement>('input[type=radio]:checked')?.value
  await screen.type('Note', 'Late')
  expect([chosen(), screen.value('Note'), said()]).toEqual(['', 'Late', 'Late'])
  await screen.type('Note', 'Damaged: a seam')
  expect([chosen(), screen.value('Note')]).toEqual(['', 'Damaged: a seam'])
  await screen.press('Set')
  expect([chosen(), screen.value('Note')]).toEqual(['Late', 'by a week'])
})

test('blanks around a note stay in its field only', async () => {
  const screen = await show()
  await screen.tick('Late')
  await screen.type('Note', 'by ')
  expect([screen.value('Note'), said()]).toEqual(['by ', 'Late: by'])
  await screen.type('Note', '  ')
  expect(said()).toBe('Late')
})

test('nothing has to be said if that is allowed', async () => {
  await show(true)
  expect(isNeeded()).toBe(false)
})
