// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeliveryLine } from './delivery-line.tsx'

/** The requested PINs; the test responds to each. */
let requests: { pin: string; respond: () => void }[] = []
const unmount: (() => void)[] = []

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (url: string) => {
    const pin = url.slice(-6)
    const estimate = { pin, city: '', state: '', serviceable: true, by: '2026-11-26', exchangePickup: true }
    return new Promise<Response>((resolve) => requests.push({ pin, respond: () => resolve(Response.json(estimate)) }))
  })
  requests = []
})
afterEach(async () => {
  await act(async () => unmount.pop()?.())
})

const text = () => document.body.textContent

async function render(pin: string | null, recipient = ''): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount.push(() => root.unmount())
  await act(async () => root.render(<DeliveryLine pin={pin} recipient={recipient} />))
}

async function respond(): Promise<void> {
  await act(async () => {
    requests.at(-1)?.respond()
    await new Promise((resolve) => setTimeout(resolve))
  })
}

test('each PIN is requested once', async () => {
  await render(null)
  const enter = async (pin: string) => {
    const field = document.querySelector<HTMLInputElement>('[name=pin]')
    if (field) field.value = pin
    await act(async () => void field?.form?.requestSubmit())
    await respond()
  }
  await enter('400050')
  expect(text()).toContain('Thu, 26 Nov to 400050')
  await act(async () => document.querySelector('button')?.click())
  await enter('560001')
  expect(text()).toContain('Thu, 26 Nov to 560001')
  expect(requests.map(({ pin }) => pin)).toEqual(['400050', '560001'])
})

test('a known address is named instead of asking for its PIN', { tags: 'R19' }, async () => {
  await render('560001', 'Asha, Church Street')
  await respond()
  expect(text()).toContain('Thu, 26 Nov to 560001 (Asha, Church Street)')
  expect(document.querySelector('button')).toBeNull()
})
