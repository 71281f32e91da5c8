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
  await screen.tick('Damaged')
  expect([said(), isNeeded()]).toEqual(['Damaged', false])
  await screen.type('Note', 'a torn seam')
  expect(said()).toBe('Damaged: a torn seam')
  await screen.tick('Late')
  expect(said()).toBe('Late: a torn seam')
  await screen.tick('Another reason')
  expect(said()).toBe('a torn seam')
})

test('nothing has to be said if that is allowed', async () => {
  await show(true)
  expect(isNeeded()).toBe(false)
})
