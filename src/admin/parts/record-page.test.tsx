// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { keepLastList } from './last-list.ts'
import { RecordPage } from './record-page.tsx'

const recordOf = (isForm: boolean) => ({
  Component() {
    const [isToDo, setToDo] = useState(true)
    return (
      <RecordPage title="FS-10001" back={{ to: '/orders', label: 'All orders' }} isOpen={isForm && isToDo}>
        <button type="button" onClick={() => setToDo(false)}>
          Do it
        </button>
      </RecordPage>
    )
  },
})
const nextLink = () =>
  [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Next in the list') ?? null

test.each([
  ['after the last step, the next record is the filled button', true],
  ['beside a record without a step, it’s an outlined one', false],
])('%s', async (_, isForm) => {
  keepLastList({ label: 'To pack', address: '/orders?stage=to-pack', rows: ['/', '/orders/b'], hasMore: true })
  const screen = await showScreen(recordOf(isForm), () => ({}))
  expect(screen.text()).toContain('1 of 2+')
  expect(nextLink() === null).toBe(isForm)
  await screen.press('Do it')
  expect(nextLink()?.getAttribute('href')).toBe('/orders/b')
  expect(nextLink()?.className.includes('bg-signal')).toBe(isForm)
})
