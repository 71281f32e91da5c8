// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { expect, test, vi } from 'vitest'
import { recordScreen } from './record-screen.tsx'
import { useDraft } from './use-draft.ts'

function Order() {
  const { id } = useParams()
  const note = useDraft<string>(`order-note ${id}`, '')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <output>{`${id}: ${note.value}${isOpen ? ', refund open' : ''}`}</output>
      <button
        type="button"
        onClick={() => {
          note.set('call them')
          setOpen(true)
        }}
      />
    </>
  )
}

test('nothing that was typed or opened on one record appears on the next, and the draft is there on the way back', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const Component = recordScreen(Order)
  const router = createMemoryRouter([{ path: 'orders/:id', Component }], { initialEntries: ['/orders/1'] })
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const shown = () => box.querySelector('output')?.textContent
  act(() => root.render(<RouterProvider router={router} />))
  act(() => box.querySelector('button')?.click())
  expect(shown()).toBe('1: call them, refund open')
  await act(() => router.navigate('/orders/2'))
  expect(shown()).toBe('2: ')
  await act(() => router.navigate('/orders/1'))
  expect(shown()).toBe('1: call them')
  act(() => root.unmount())
})
