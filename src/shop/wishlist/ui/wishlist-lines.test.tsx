// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LineRowProps } from '../../cart/ui/line-row.tsx'
import type { WishlistLine } from '../contract.ts'
import { WishlistLines } from './wishlist-lines.tsx'

const calls = vi.hoisted(() => ({ moveToCart: vi.fn(), deleteWishlistLine: vi.fn(), fetchWishlist: vi.fn() }))
vi.mock('../move-lines.ts', () => ({ moveToCart: calls.moveToCart }))
vi.mock('../client.ts', () => ({
  ...calls,
  addToWishlist: async () => ({ kind: 'done' }),
  keepGuestQuantity: () => {},
}))

// Safe cast: the list reads no other fields.
const line = (_id: string) =>
  ({ _id, productId: { _id }, quantity: 1, available: 9, color: '', size: 'M' }) as WishlistLine
const LINES = [line('one'), line('two')]

function Row({ line, removing, onStep, onRemove, actions }: LineRowProps) {
  return (
    <li data-removing={removing}>
      <output>{line.quantity}</output>
      <button type="button" className="more" onClick={() => onStep(line.quantity + 1)} />
      <button type="button" className="remove" onClick={onRemove} />
      <span className="move">{actions}</span>
    </li>
  )
}

let root: ReturnType<typeof createRoot>
const box = document.createElement('div')
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  calls.fetchWishlist.mockResolvedValue(LINES)
  root = createRoot(box)
  act(() =>
    root.render(
      <MemoryRouter>
        <WishlistLines initial={LINES} Row={Row} soldOutNotice={() => null} onMoved={() => {}} />
      </MemoryRouter>,
    ),
  )
})
afterEach(() => {
  act(() => root.unmount())
})

const press = (selector: string, at = 0) => act(async () => box.querySelectorAll<HTMLElement>(selector)[at]?.click())
const removing = () => [...box.querySelectorAll('li')].map(({ dataset }) => dataset.removing)

test('of two lines being removed, the first stays pending when the second is done', async () => {
  const done: (() => void)[] = []
  calls.deleteWishlistLine.mockImplementation(
    () => new Promise((resolve) => done.push(() => resolve({ kind: 'failed' }))),
  )
  await press('.remove', 0)
  await press('.remove', 1)
  expect(removing()).toEqual(['true', 'true'])
  await act(async () => done[1]?.())
  expect(removing()).toEqual(['true', 'false'])
  await act(async () => done[0]?.())
  expect(removing()).toEqual(['false', 'false'])
})

test('if a line can’t be moved to the cart, its waiting quantity stays', async () => {
  calls.moveToCart.mockResolvedValue({ kind: 'refused', message: 'Out of stock' })
  await press('.more')
  await press('.move button')
  expect(calls.moveToCart).toHaveBeenCalledWith(expect.objectContaining({ quantity: 2 }))
  expect(box.querySelector('output')?.textContent).toBe('2')
})
