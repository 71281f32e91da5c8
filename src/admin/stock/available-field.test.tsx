// @vitest-environment happy-dom
import { act } from 'react'
import { expect, test } from 'vitest'
import { refusal, type ScreenCall, showScreen } from '../../../tests/support/staff-screen.tsx'
import { AvailableField } from './available-field.tsx'
import { typedChange } from './typed-change.ts'

const LABEL = 'Available of TEE-S'

async function show(answer: (call: ScreenCall) => object) {
  let available = 5
  const screen = await showScreen(
    { Component: () => <AvailableField stock={{ sku: 'TEE-S', available }} />, loader: () => null },
    answer,
  )
  async function key(name: string): Promise<void> {
    await act(async () =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })),
    )
  }
  /** What the shop has by now. */
  async function sell(left: number): Promise<void> {
    available = left
    await screen.revalidate()
  }
  return { ...screen, key, sell }
}

test.each([
  ['12', 7],
  ['+5', 5],
  ['-2', -2],
  ['−2', -2],
  [' 5 ', 0],
  ['', null],
  ['1.5', null],
  ['five', null],
])('“%s” over 5 pieces changes them by %s', (text, change) => {
  expect(typedChange(text, 5)).toBe(change)
})

test('Enter saves the difference to what was there when somebody began to type', async () => {
  const screen = await show(() => ({ stock: { available: 11 }, undo: null }))
  await screen.type(LABEL, '12')
  await screen.sell(4)
  expect(screen.value(LABEL)).toBe('12')
  await screen.key('Enter')
  await expect.poll(() => screen.changes()).toMatchObject([{ name: 'POST /stock/TEE-S', body: { change: 7 } }])
})

test('Escape takes back what is typed, and the tick saves it', async () => {
  const screen = await show(() => ({ stock: { available: 7 }, undo: null }))
  await screen.type(LABEL, '9')
  await screen.key('Escape')
  expect([screen.value(LABEL), screen.has('Save TEE-S')]).toEqual(['5', false])
  await screen.type(LABEL, '+2')
  await screen.press('Save TEE-S')
  expect(screen.changes()).toMatchObject([{ body: { change: 2, reason: 'stock set' } }])
})

test('what can’t be read isn’t sent, and what was refused stays', async () => {
  const screen = await show(() => refusal(400, 'invalid_input', { message: 'No.' }))
  await screen.type(LABEL, 'many')
  await screen.key('Enter')
  expect([screen.isDisabled('Save TEE-S'), screen.changes()]).toEqual([true, []])
  await screen.type(LABEL, '-6')
  await screen.press('Save TEE-S')
  expect([screen.value(LABEL), screen.changes().length]).toEqual(['-6', 1])
})
