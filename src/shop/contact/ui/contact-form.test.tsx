// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { ContactForm } from './contact-form.tsx'

const calls = vi.hoisted(() => ({ sendContactMessage: vi.fn() }))
vi.mock('../client.ts', () => calls)
const session = { user: { name: 'Aarti Kamble', email: 'aarti@example.test' } }
vi.mock('#platform/browser/session.ts', () => ({ useSession: () => session }))

let root: Root
afterEach(async () => {
  await act(async () => root.unmount())
})

test('after sending, the form has the shopper’s name and e-mail again, and not the sent draft', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  calls.sendContactMessage.mockResolvedValue({ ok: true, message: 'Sent' })
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await act(async () => root.render(<ContactForm draft="Payment pay_1" />))
  const values = () => [...box.querySelectorAll<HTMLInputElement>('[name]')].map(({ value }) => value)
  const phone = box.querySelector<HTMLInputElement>('[name=phone]')
  if (phone) phone.value = '9820000000'
  expect(values()).toEqual(['Aarti', 'Kamble', 'aarti@example.test', '9820000000', 'Payment pay_1'])
  await act(async () => box.querySelector('button')?.click())
  expect(calls.sendContactMessage).toHaveBeenCalledTimes(1)
  expect(values()).toEqual(['Aarti', 'Kamble', 'aarti@example.test', '', ''])
})
