// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { readCart, reloadCart } from './client.ts'

const TEE = { productId: 'tee', color: 'Black', size: 'M', quantity: 1 }

/** Fakes the server: responds with every line as it was sent. */
async function price(_url: string, init: RequestInit): Promise<Response> {
  const { lines }: { lines: (typeof TEE)[] } = JSON.parse(String(init.body))
  const cart = lines.map(({ productId, ...line }) => ({
    ...line,
    _id: productId,
    productId: { _id: productId, name: productId, price: 999, images: [] },
    available: 9,
  }))
  return Response.json({ cart })
}

const storeLines = (lines: (typeof TEE)[]) => localStorage.setItem('guestCart', JSON.stringify({ version: 1, lines }))
const shown = () => readCart().lines.map(({ _id, quantity }) => `${quantity} ${_id}`)

beforeEach(() => {
  vi.stubGlobal('fetch', price)
  document.head.innerHTML = '<meta name="guest-cart" content="on">'
})

test('a visitor’s cart shows what another tab adds', async () => {
  storeLines([TEE])
  expect(await reloadCart()).toBe('ready')
  expect(shown()).toEqual(['1 tee'])
  storeLines([
    { ...TEE, quantity: 2 },
    { ...TEE, productId: 'cap' },
  ])
  window.dispatchEvent(new StorageEvent('storage', { key: 'guestCart' }))
  await expect.poll(shown).toEqual(['2 tee', '1 cap'])
})
