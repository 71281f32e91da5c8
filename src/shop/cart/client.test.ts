// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { clearSession, storeSession } from '#platform/browser/session.ts'
import { acceptCart, changeQuantity, deleteCartLine, flushCart, readCart } from './client.ts'

afterEach(() => {
  clearSession()
})

test('a line that could not be deleted keeps its unsent quantity, which is sent later', async () => {
  vi.spyOn(console, 'info').mockReturnValue()
  storeSession({ token: 'token', user: { id: 'me', name: 'Asha', email: 'asha@example.test' } })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push(`${url.split('/')[3]} ${body === undefined ? '' : JSON.parse(String(body)).quantity}`)
    return new Response(null, { status: 503 })
  })
  const productId = { _id: 'tee', name: 'Tee', price: 999, images: [] }
  acceptCart([{ _id: 'l1', productId, size: 'M', color: 'Black', quantity: 1, available: 9 }])
  const [line] = readCart().lines
  if (!line) throw new Error('the cart is empty')
  changeQuantity(line, 4)
  expect(await deleteCartLine('l1')).toBeNull()
  expect(readCart().lines).toMatchObject([{ quantity: 4 }])
  await flushCart()
  expect(sent).toContain('addToCart 4')
})
