// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ListFrame } from './list-frame.tsx'

test('after a search the field has the focus and its text, and the way back empties it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const frame = (
    <ListFrame title="Orders" searchHint="Number" isEmpty={false} next={null} empty={{ title: '', line: '' }}>
      <p>Rows</p>
    </ListFrame>
  )
  const router = createMemoryRouter([{ path: '/', element: frame }])
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  act(() => root.render(<RouterProvider router={router} />))
  const field = box.querySelector('input')
  if (field === null) throw new Error('there is no field')
  field.focus()
  await act(() => router.navigate('/?q=polo'))
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('polo')
  await act(() => router.navigate(-1))
  expect(field.value).toBe('')
  act(() => root.unmount())
})
