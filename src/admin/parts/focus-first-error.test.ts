// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { focusFirstError } from './focus-first-error.ts'

test('the first wrong field is focused in the middle of the screen, clear of the bar with the buttons', async () => {
  document.body.innerHTML = '<form><input><input id="a" aria-invalid="true"><input id="b" aria-invalid="true"></form>'
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue()
  focusFirstError(document.querySelector('form'))
  await expect.poll(() => document.activeElement?.id).toBe('a')
  expect(scrolled.mock.contexts).toEqual([document.getElementById('a')])
  expect(scrolled.mock.calls).toEqual([[{ block: 'center' }]])
})

test('a field that is marked some frames later is found, too', async () => {
  document.body.innerHTML = '<form><input id="late"></form>'
  focusFirstError(document.querySelector('form'))
  requestAnimationFrame(() =>
    requestAnimationFrame(() => document.getElementById('late')?.setAttribute('aria-invalid', 'true')),
  )
  await expect.poll(() => document.activeElement?.id).toBe('late')
})
