// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { SaveBar } from './save-bar.tsx'

function show(changes: readonly string[]) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  act(() =>
    root.render(
      <form onSubmit={onSubmit}>
        <SaveBar changes={changes} pending={false} canSave onDiscard={() => {}} error={null} />
      </form>,
    ),
  )
  const press = () => {
    const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, cancelable: true })
    document.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { element, onSubmit, press, close: () => act(() => root.unmount()) }
}

test('the bar names what isn’t saved, and Ctrl S saves it', () => {
  const { element, onSubmit, press, close } = show(['Price', 'Delivery fee'])
  expect(element.textContent).toContain('Unsaved: Price, Delivery fee')
  expect(press()).toBe(true)
  expect(onSubmit).toHaveBeenCalledOnce()
  close()
})

test('without a change there is no bar, and Ctrl S is the browser’s', () => {
  const { element, onSubmit, press, close } = show([])
  expect(element.querySelector('section')).toBeNull()
  expect(press()).toBe(false)
  expect(onSubmit).not.toHaveBeenCalled()
  close()
})
