// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { showToast, TOAST_MS } from './toast-store.ts'
import { Toaster } from './toaster.tsx'

test('a focused toast stays when the pointer leaves it, and hides itself after it has lost the focus', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  act(() =>
    root.render(
      <MemoryRouter>
        <Toaster />
      </MemoryRouter>,
    ),
  )
  act(() => void showToast('Saved', { tone: 'ok' }))
  const close = box.querySelector('button')
  const row = box.querySelector('.toast-row')
  if (row === null) throw new Error('no toast is shown')
  // happy-dom has neither :hover nor :focus-within.
  const matches = (selector: string) => selector === ':focus-within' && row.contains(document.activeElement)
  vi.spyOn(row, 'matches').mockImplementation(matches)
  const point = (type: string) =>
    act(() => void row.dispatchEvent(new PointerEvent(type, { bubbles: true, relatedTarget: document.body })))
  act(() => close?.focus())
  point('pointerover')
  point('pointerout')
  await act(() => vi.advanceTimersByTimeAsync(2 * TOAST_MS))
  expect(box.textContent).toContain('Saved')
  act(() => close?.blur())
  await act(() => vi.advanceTimersByTimeAsync(TOAST_MS))
  expect(box.textContent).not.toContain('Saved')
  act(() => root.unmount())
})
