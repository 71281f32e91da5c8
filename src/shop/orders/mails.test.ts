import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/definitions.ts'
import { orderMovedMail } from './mails.server.ts'

const READER = { to: 'asha@example.test', name: 'Asha', publicUrl: 'https://shop.example', settings: DEFAULT_SETTINGS }

test('the email about a new status names every product of the order', () => {
  const productNames = ['Platform Polo', 'Four Bars Boxy Tee', 'Dabba Tote']
  const { subject, text, html } = orderMovedMail(
    { orderId: 'one', number: 10482, productNames, status: 'ontheway', exchangeDays: 7 },
    READER,
  )
  expect(subject).toBe('Your order is on the way (Fourth Seat)')
  for (const part of [text, html]) expect(part).toContain('Platform Polo, Four Bars Boxy Tee, Dabba Tote')
  expect(text).toContain('Order: FS-10482')
  expect(text).toContain('https://shop.example/my-orders?order=one')
})

test('the email about a delivery names the exchange days of the order', () => {
  const { text } = orderMovedMail(
    { orderId: 'one', number: 10482, productNames: [], status: 'delivered', exchangeDays: 3 },
    READER,
  )
  expect(text).toContain('it can be exchanged for 3 days with all tags intact')
})
