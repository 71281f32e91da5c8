// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { checkoutPage } from './checkout-page.ts'

const SHOP = 'https://shop.test'
const SCRIPT = readFileSync(join(import.meta.dirname, 'browser/dialog.js'), 'utf8')

test('neither Escape nor the timeout dismisses the dialog while a payment is being sent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  document.documentElement.innerHTML = String(checkoutPage).replace(/<(?:script|link) .*/g, '')
  const sent = vi.spyOn(window, 'postMessage').mockImplementation(() => undefined)
  const types = () => sent.mock.calls.map(([message]) => message.type)
  const payment = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', (url: string) => (url.endsWith('/open') ? Response.json({ ok: true }) : payment.promise))
  new Function(SCRIPT)()
  const data = { sandbox: 'shop', type: 'open', order_id: 'order_1', amount: 100, currency: 'INR', timeout: 60 }
  window.dispatchEvent(new MessageEvent('message', { source: window, origin: SHOP, data }))
  await expect.poll(() => document.getElementById('choose')?.hidden).toBe(false)

  document.getElementById('bank-form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await vi.advanceTimersByTimeAsync(61_000)
  expect(types()).not.toContain('dismiss')
  payment.resolve(Response.json({ outcome: 'paid', razorpay_signature: 'signed' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(types()).toContain('paid')
  expect(types()).not.toContain('dismiss')
})
