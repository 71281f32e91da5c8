// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import type { CartLine } from '../contract.ts'
import { CartLines } from './cart-lines.tsx'
import type { LineRowProps } from './line-row.tsx'

const calls = vi.hoisted(() => ({ removeLine: vi.fn(), changeLineQuantity: vi.fn() }))
vi.mock('./line-actions.ts', () => calls)
vi.mock('../seen-prices.ts', () => ({ formerPrice: () => null }))
vi.mock('./line-row.tsx', () => ({
  LineRow: ({ removing, onRemove }: LineRowProps) => (
    <li data-removing={removing}>
      <button type="button" onClick={onRemove} />
    </li>
  ),
}))

let root: Root
afterEach(async () => {
  await act(async () => root.unmount())
})

test('of two lines being removed, each stays pending until its own removal is done', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const done: (() => void)[] = []
  calls.removeLine.mockImplementation(() => new Promise<void>((resolve) => done.push(resolve)))
  const box = document.createElement('div')
  root = createRoot(box)
  // Safe cast: the list reads no other fields.
  const lines = [{ _id: 'one' }, { _id: 'two' }] as CartLine[]
  await act(async () => root.render(<CartLines lines={lines} onMoveToWishlist={null} />))
  const removing = () => [...box.querySelectorAll('li')].map(({ dataset }) => dataset.removing)
  for (const button of box.querySelectorAll('button')) await act(async () => button.click())
  expect(removing()).toEqual(['true', 'true'])
  await act(async () => done[0]?.())
  expect(removing()).toEqual(['false', 'true'])
  await act(async () => done[1]?.())
  expect(removing()).toEqual(['false', 'false'])
})
