// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queueChange, readQueued } from '#platform/browser/queued-changes.ts'
import { storeSession } from '#platform/browser/session.ts'
import { acceptCart, readCart } from '#shop/cart/client.ts'
import { REJECTION, sendQueued } from './send-queued.ts'

// happy-dom has no Web Locks.
beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }))
afterEach(() => localStorage.clear())

/** Queues a cart change of each size; the shop has too little stock of XL, and no connection for XXL. */
async function send(...sizes: string[]) {
  storeSession({ token: 'abc', user: { id: 'u1', name: 'Asha', email: 'asha@example.com' } })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const { size } = JSON.parse(String(init.body ?? '{}'))
    if (size === 'XXL') throw new TypeError('no connection')
    if (size === 'XL') return Response.json({ message: 'Only 2 left.' }, { status: 409 })
    return Response.json({ message: 'Product added to cart', cart: [] })
  })
  for (const size of sizes) {
    const content = { productId: 'tee', color: 'Red', size, quantity: 3, cartItemId: null }
    queueChange('u1', { key: size, kind: 'cart', content })
  }
  const outcome = await sendQueued()
  return { outcome, queued: readQueued('u1').map(({ key, kind }) => (kind === REJECTION ? `rejected ${key}` : key)) }
}

test('a change that the shop refuses becomes a rejection; the others are sent', async () => {
  expect(await send('M')).toEqual({ outcome: 'sent', queued: [] })
  expect(await send('XL')).toEqual({ outcome: 'refused', queued: [`rejected ${REJECTION} XL`] })
  localStorage.clear()
  expect(await send('XL', 'M')).toEqual({ outcome: 'refused', queued: [`rejected ${REJECTION} XL`] })
})

test('without a response the change and those after it stay in the queue', async () => {
  expect(await send('M', 'XXL', 'L')).toEqual({ outcome: 'later', queued: ['XXL', 'L'] })
})

test('a line whose removal was sent does not come back where the next change gets no response', async () => {
  const productId = { _id: 'tee', name: 'Tee', price: 999, images: [] }
  const line = { productId, color: 'Red', quantity: 1, available: 9 }
  acceptCart([
    { ...line, _id: 'l1', size: 'M' },
    { ...line, _id: 'l2', size: 'XXL' },
  ])
  const removal = { productId: 'tee', color: 'Red', size: 'M', quantity: 1, cartItemId: 'l1' }
  queueChange('u1', { key: 'M', kind: 'cart', content: removal })
  expect(await send('XXL')).toEqual({ outcome: 'later', queued: ['XXL'] })
  expect(readCart().lines).toMatchObject([{ size: 'XXL' }])
})
