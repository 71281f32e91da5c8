// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { LazyOnVisible } from './lazy-on-visible.tsx'

test('the children are shown where any entry of a report is intersecting', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  let report: (seen: { isIntersecting: boolean }[]) => void = () => {}
  class Observer {
    constructor(callback: typeof report) {
      report = callback
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const box = document.createElement('div')
  const root = createRoot(box)
  act(() => root.render(<LazyOnVisible>here</LazyOnVisible>))
  act(() => report([{ isIntersecting: false }]))
  expect(box.textContent).toBe('')
  act(() => report([{ isIntersecting: false }, { isIntersecting: true }]))
  expect(box.textContent).toBe('here')
  act(() => root.unmount())
})
