// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeBoxes } from './code-boxes.tsx'

let root: Root
afterEach(async () => {
  await act(async () => root.unmount())
})

function Boxes({ onComplete }: { onComplete: () => void }) {
  const [value, setValue] = useState('')
  return (
    <CodeBoxes
      id="code"
      value={value}
      onChange={setValue}
      onFilled={() => {}}
      onComplete={onComplete}
      invalid={false}
      describedBy={undefined}
    />
  )
}

test('takes the digits of a Hindi keyboard, and nothing but digits', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const complete = vi.fn()
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await act(async () => root.render(<Boxes onComplete={complete} />))
  const inputs = () => Array.from(box.querySelectorAll<HTMLInputElement>('input:not([aria-hidden])')).slice(0, 6)
  const type = (index: number, text: string) =>
    act(async () => {
      const field = inputs()[index]
      if (!field) throw new Error(`no box ${index}`)
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type(0, 'a')
  for (const [index, digit] of Array.from('१२३456').entries()) await type(index, digit)
  expect(inputs().map(({ value, inputMode }) => `${value} ${inputMode}`)).toEqual(
    Array.from('123456', (digit) => `${digit} numeric`),
  )
  expect(complete).toHaveBeenCalledTimes(1)
})
