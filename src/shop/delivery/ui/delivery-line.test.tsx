// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeliveryLine } from './delivery-line.tsx'

/** The requested PINs; the test responds to each. */
let requests: { pin: string; respond: () => void }[] = []
const unmount: (() => void)[] = []
/** What else the estimate says. */
let more: Record<string, unknown> = {}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (url: string) => {
    const pin = url.slice(-6)
    const estimate = { pin, city: '', state: '', serviceable: true, by: '2026-11-26', exchangePickup: true, ...more }
    return new Promise<Response>((resolve) => requests.push({ pin, respond: () => resolve(Response.json(estimate)) }))
  })
  requests = []
  more = {}
})
afterEach(async () => {
  await act(async () => unmount.pop()?.())
})

const text = () => document.body.textContent

async function render(pin: string | null, recipient = '', noCash: boolean | string = false): Promise<void> {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount.push(() => root.unmount())
  await act(async () => root.render(<DeliveryLine pin={pin} recipient={recipient} noCash={noCash} />))
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

test('what keeps an order from being paid in cash is said before the checkout: the place, or a product by its name', async () => {
  const said = async (cash: boolean | undefined, noCash: boolean | string) => {
    more = cash === undefined ? {} : { cash, cashFee: 50 }
    await render('560001', '', noCash)
    await respond()
    const shown = text()
    await act(async () => unmount.pop()?.())
    return shown
  }
  expect(await said(true, false)).toContain('Cash on delivery: fee Rs. 50.')
  expect(await said(true, 'Tin Tote')).toContain('Tin Tote can’t be paid in cash on delivery.')
  expect(await said(true, true)).toContain('No cash on delivery.')
  expect(await said(false, 'Tin Tote')).toContain('No cash on delivery.')
  // A shop that takes no cash says nothing of it.
  expect(await said(undefined, 'Tin Tote')).not.toContain('cash')
})
