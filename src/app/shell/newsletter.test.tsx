// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Newsletter } from './newsletter.tsx'

// As if the connection were lost, or a new release had removed the file.
vi.mock('#shop/contact/subscribe.ts', () => {
  throw new Error('not loaded')
})

test('where the code of the newsletter cannot be loaded, the form says so and can be sent again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Newsletter />))
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
  await expect.poll(() => document.querySelector('[role=status]')?.textContent).toContain('couldn’t be loaded')
  expect(document.querySelector('button')?.getAttribute('aria-busy')).not.toBe('true')
  await act(async () => root.unmount())
})
