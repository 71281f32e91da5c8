// @vitest-environment happy-dom
import { act, createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { AddressForm, type AddressFormHandle } from './address-form.tsx'

const calls = vi.hoisted(() => ({ saveAddress: vi.fn() }))
vi.mock('../client.ts', () => calls)
const settings = vi.hoisted(() => ({ 'shipping.usa': true }))
vi.mock('../../settings/client.ts', () => ({ useSettings: () => settings }))
const place = { townCity: 'Bengaluru', state: 'Karnataka' }
vi.mock('../../delivery/client.ts', () => ({ placeOf: async () => place, isOtherState: () => false }))

let root: Root
afterEach(async () => {
  await act(async () => root.unmount())
})

test('Checkout waits for a save started by the form’s button, and doesn’t add the address again', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  calls.saveAddress.mockReturnValue(promise)
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const form = createRef<AddressFormHandle>()
  await act(async () => root.render(<AddressForm ref={form} onSaved={() => {}} onLoginNeeded={() => {}} />))
  for (const [name, value] of Object.entries({
    firstName: 'Aarti',
    phoneNumber: '9820000000',
    streetAddress: '12, Hill Road',
    townCity: 'Mumbai',
    state: 'Maharashtra',
    zipCode: '40005',
  })) {
    const field = box.querySelector(`[name=${name}]`)
    if (field === null) throw new Error(`no field ${name}`)
    await act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await act(async () => box.querySelector<HTMLElement>('[type=submit]')?.click())
  const saved = form.current?.saveForDelivery()
  expect(calls.saveAddress).toHaveBeenCalledTimes(1)
  await act(async () => resolve({ ok: true, address: { _id: 'a1' } }))
  expect(await saved).toEqual({ _id: 'a1' })
  expect(calls.saveAddress).toHaveBeenCalledTimes(1)
})

test('an untouched form that is needed says what a delivery lacks, and nothing else', { tags: 'R35' }, async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const form = createRef<AddressFormHandle>()
  const defaults = { firstName: 'Asha', email: 'asha@example.test' }
  await act(async () =>
    root.render(<AddressForm ref={form} defaults={defaults} isNeeded onSaved={() => {}} onLoginNeeded={() => {}} />),
  )
  await act(async () => expect(await form.current?.saveForDelivery()).toBe('unchanged'))
  const invalid = [...box.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'))
  expect(invalid).toEqual(['phoneNumber', 'zipCode', 'streetAddress', 'townCity'])
})

test('a new address begins with the PIN of this device and its place, and still counts as untouched', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.setItem('deliveryPin', '560001')
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const form = createRef<AddressFormHandle>()
  await act(async () => root.render(<AddressForm ref={form} onSaved={() => {}} onLoginNeeded={() => {}} />))
  localStorage.removeItem('deliveryPin')
  const fieldValue = (name: string) => box.querySelector<HTMLInputElement>(`[name=${name}]`)?.value
  await expect.poll(() => fieldValue('townCity')).toBe('Bengaluru')
  expect([fieldValue('zipCode'), fieldValue('state')]).toEqual(['560001', 'Karnataka'])
  expect(form.current?.draft()).toBeNull()
})

test.each([
  [true, ['India', 'USA']],
  [false, ['India']],
])('the countries are those that the shop delivers to (USA: %s)', async (usa, expected) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  settings['shipping.usa'] = usa
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const countries = () => [...box.querySelectorAll('option')].map(({ value }) => value).filter(Boolean)
  await act(async () => root.render(<AddressForm onSaved={() => {}} onLoginNeeded={() => {}} />))
  expect(countries().filter((one) => ['India', 'USA'].includes(one))).toEqual(expected)
})

test('the page is told where a typed address is, until the form is closed', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  const told = vi.fn()
  await act(async () => root.render(<AddressForm onDestination={told} onSaved={() => {}} onLoginNeeded={() => {}} />))
  expect(told).toHaveBeenLastCalledWith(null)
  const field = box.querySelector('[name=zipCode]')
  if (field === null) throw new Error('no field for the PIN')
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, '570001')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(told).toHaveBeenLastCalledWith({ zipCode: '570001', country: 'India', state: 'Karnataka' })
  await act(async () => root.render(null))
  expect(told).toHaveBeenLastCalledWith(null)
})
