// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { SetUp } from './set-up.tsx'

const stepsOf = (isOpen: boolean) => [
  { step: 'name' as const, isDone: true, to: '/settings/shop#shop.name', lacks: [] },
  { step: 'payments' as const, isDone: false, to: '/settings/connections#payments', lacks: [] },
  { step: 'open' as const, isDone: isOpen, to: '/settings/opening#shop.open', lacks: [] },
]
const shown = async (isOpen: boolean) => {
  const screen = await showScreen({ Component: () => <SetUp steps={stepsOf(isOpen)} /> }, () => ({}))
  const text = screen.text()
  screen.close()
  return text
}

test('an open shop lists only the steps that are left, a closed one all', async () => {
  const closed = await shown(false)
  expect(closed, 'the next step has the button').toContain('Connect paymentsNext')
  for (const words of ['1 of 3 done', 'Name the shop', 'Connect payments', 'Open the shop'])
    expect(closed).toContain(words)
  const open = await shown(true)
  expect(open).toContain('2 of 3 done')
  expect(open).toContain('Connect payments')
  expect(open).not.toContain('Name the shop')
})
