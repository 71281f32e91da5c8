// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { showScreen } from '../../../tests/support/staff-screen.tsx'
import { Component } from './many-pictures.tsx'

beforeEach(() => localStorage.clear())

test('each picture is shown with its product first, and goes to it; those without one are named', async () => {
  const items = [
    { file: 'KL-RED-M_2.jpg', product: { id: 'long-kurta', name: 'Long Kurta' }, color: 'Red' },
    { file: 'IMG_1.jpg', product: null, color: '' },
  ]
  // happy-dom has none.
  Object.defineProperty(navigator, 'locks', { value: { request: async () => undefined }, configurable: true })
  const screen = await showScreen({ Component }, ({ name }) =>
    name === 'POST /pictures/match' ? { items } : { product: {}, undo: null },
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = items.map(({ file }) => new File(['x'], file, { type: 'image/jpeg' }))
  Object.defineProperty(input, 'files', { value: files })
  await act(async () => input?.dispatchEvent(new Event('change', { bubbles: true })))
  await screen.says('Long Kurta, Red')
  expect(screen.text()).toContain('No product for 1 picture')
  expect(screen.calls.map(({ name }) => name)).toEqual(['POST /pictures/match'])
  await screen.press('Add 1 picture')
  await screen.says('All pictures have arrived.')
  expect(screen.calls.map(({ name }) => name)).toEqual(['POST /pictures/match', 'POST /products/long-kurta/pictures'])
})
