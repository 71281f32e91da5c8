// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COUNTRIES, EMPTY_ADDRESS } from '../rules.ts'
import { AddressFields } from './address-fields.tsx'

type Request = { pin: string; respond: (city: string) => void }

const STATES: Record<string, string> = { Mumbai: 'Maharashtra', Bengaluru: 'Karnataka' }

let root: Root
/** The requests so far; the test responds to each. */
let requests: Request[] = []
const onPlace = vi.fn()

function Form() {
  const [draft, setDraft] = useState(EMPTY_ADDRESS)
  const change = (part: Partial<typeof EMPTY_ADDRESS>) => setDraft((before) => ({ ...before, ...part }))
  return <AddressFields draft={draft} countries={COUNTRIES} problems={{}} onChange={change} onPlace={onPlace} />
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (url: string) => {
    const pin = url.split('/').at(-1) ?? ''
    return new Promise<Response>((resolve) => {
      const respond = (city: string) => resolve(Response.json({ pin, city, state: STATES[city] ?? '' }))
      requests.push({ pin, respond })
    })
  })
  requests = []
  onPlace.mockClear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Form />))
})
afterEach(async () => {
  await act(async () => root.unmount())
})

/** Enters a value so that React notices it. */
async function enter(name: string, value: string): Promise<void> {
  const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)
  if (field === null) throw new Error(`no field ${name}`)
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

async function enterPin(pin: string): Promise<Request> {
  await enter('zipCode', pin)
  await expect.poll(() => requests.at(-1)?.pin).toBe(pin)
  const request = requests.at(-1)
  if (!request) throw new Error('no request')
  return request
}

const respond = (request: Request, city: string) =>
  act(async () => {
    request.respond(city)
    await new Promise((resolve) => setTimeout(resolve))
  })

test('the PIN typed last fills town and state, in whatever order the responses come', async () => {
  const first = await enterPin('560001')
  const second = await enterPin('400050')
  await respond(second, 'Mumbai')
  await respond(first, 'Bengaluru')
  expect(onPlace.mock.calls.map(([place]) => place.townCity)).toEqual(['Mumbai'])
})

test('a response that comes after the country was changed fills nothing', async () => {
  const request = await enterPin('400050')
  await enter('country', 'USA')
  await respond(request, 'Mumbai')
  expect(onPlace).not.toHaveBeenCalled()
})

test('if the PIN is in another state than the typed one, a hint says so until either is changed', async () => {
  const hint = () => document.body.textContent?.includes('This Pin Code is in Maharashtra.')
  await enter('state', 'Karnataka')
  await respond(await enterPin('400050'), 'Mumbai')
  expect(hint()).toBe(true)
  for (const state of ['maharashtra', 'MH', 'महाराष्ट्र', '']) {
    await enter('state', state)
    expect(hint()).toBe(false)
  }
  await enter('state', 'KA')
  expect(hint()).toBe(true)
  await enter('zipCode', '56')
  expect(hint()).toBe(false)
})

test('a country is chosen by its value, whatever a translation makes of its name', () => {
  const options = [...document.querySelectorAll<HTMLOptionElement>('[name=country] option')]
  for (const option of options) option.textContent = 'Translated'
  expect(options.map(({ value }) => value)).toEqual(['India', 'USA'])
})
