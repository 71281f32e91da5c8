// @vitest-environment happy-dom
import { act, useState } from 'react'
import { expect, test } from 'vitest'
import { refusal, showScreen } from '../../../tests/support/staff-screen.tsx'
import { PictureField } from './picture-field.tsx'

function show(initial: string, shape?: string) {
  return showScreen(
    {
      Component() {
        const [value, setValue] = useState(initial)
        return (
          <>
            <PictureField label="Cover" value={value} onChange={setValue} {...(shape === undefined ? {} : { shape })} />
            <output>{value}</output>
          </>
        )
      },
    },
    () => refusal(400, 'invalid_input', { message: 'This isn’t a picture.' }),
  )
}
const picture = () => document.querySelector('img')?.getAttribute('src')
const address = () => document.querySelector<HTMLInputElement>('input:not([type=file])')

test('the address stays while it’s typed in, and its picture is shown after that', async () => {
  const screen = await show('')
  const field = address()
  for (const typed of ['/', '/m', '/media/a.webp']) {
    await screen.type('Cover', typed)
    expect([address(), document.activeElement, picture()]).toEqual([field, field, undefined])
  }
  await act(async () => field?.blur())
  expect([address(), picture()]).toEqual([field, '/media/a.webp'])
})

test('a picture’s address is asked for, and keeps its picture until it’s typed', async () => {
  const screen = await show('/media/a.webp')
  expect(address()).toBe(null)
  await screen.press('Address')
  const field = address()
  await screen.type('Address of the picture', '')
  expect([address(), document.activeElement, picture()]).toEqual([field, field, '/media/a.webp'])
})

test.each(['', '/media/a.webp'])('why a picture in place of “%s” failed is said once', async (initial) => {
  const screen = await show(initial)
  if (initial !== '') await screen.press('Address')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'x.png', { type: 'image/png' })] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await screen.says('This isn’t a picture.')
  expect(screen.text().match(/This isn’t a picture\./g)).toHaveLength(1)
})

test('what stays in view of a picture is set, is part of its address, and its middle isn’t written', async () => {
  const screen = await show('/media/a.webp', 'aspect-4/3')
  const said = () => document.querySelector('output')?.textContent
  await screen.press('Focus point')
  const [left, top] = [...document.querySelectorAll<HTMLInputElement>('input[type=range]')]
  const slide = (slider: HTMLInputElement | undefined, value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(slider, value)
      slider?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await slide(left, '20')
  expect(said()).toBe('/media/a.webp?focus-x=20&focus-y=50')
  await slide(top, '90')
  expect(said()).toBe('/media/a.webp?focus-x=20&focus-y=90')
  await slide(left, '50')
  await slide(top, '50')
  expect(said()).toBe('/media/a.webp')
})

test('a picture that the page shows whole has nothing to choose', async () => {
  const screen = await show('/media/a.webp')
  expect(screen.has('Focus point')).toBe(false)
})
