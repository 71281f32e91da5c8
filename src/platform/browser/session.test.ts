// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const USER = { id: 'u1', name: 'Aarti', email: 'aarti@example.in' }

/** Each test gets the module fresh, as a newly opened tab does. */
async function openTab() {
  vi.resetModules()
  return import('./session.ts')
}

/** Plays the shop's other tab: answers who asks, and notes what it hears. */
function otherTab(session: unknown) {
  const heard: unknown[] = []
  const channel = new BroadcastChannel('fourth-seat-session')
  channel.onmessage = (event: MessageEvent<unknown>) => {
    heard.push(event.data)
    if (session !== null) channel.postMessage({ kind: 'give', session })
  }
  return { heard, close: () => channel.close(), say: (note: unknown) => channel.postMessage(note) }
}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('a login is kept under the names of the contract: the bare token, and the user as JSON', async () => {
  const { storeSession, readSession } = await openTab()
  storeSession({ token: 'abc', user: USER })
  expect(sessionStorage.getItem('authToken')).toBe('abc')
  expect(JSON.parse(sessionStorage.getItem('userData') ?? '')).toEqual(USER)
  expect(readSession()).toEqual({ token: 'abc', user: USER })
})

test('the same storage gives the same object, and a change from outside is seen', async () => {
  const { storeSession, readSession } = await openTab()
  storeSession({ token: 'abc', user: USER })
  expect(readSession()).toBe(readSession())
  sessionStorage.clear()
  expect(readSession()).toBeNull()
})

test.each(['', '{', '[]', 'null', '{"name":"x"}', '{"id":7}'])('userData %j is no login', async (text) => {
  sessionStorage.setItem('authToken', 'abc')
  sessionStorage.setItem('userData', text)
  const { readSession } = await openTab()
  expect(readSession()).toBeNull()
})

test('a new tab asks the others and takes over their login', async () => {
  const other = otherTab({ token: 'abc', user: USER })
  const { findSession } = await openTab()
  expect(await findSession()).toEqual({ token: 'abc', user: USER })
  expect(sessionStorage.getItem('authToken')).toBe('abc')
  other.close()
})

test('nobody answers: no login, after a moment and only once', async () => {
  const { findSession } = await openTab()
  expect(await findSession()).toBeNull()
  const asked = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  expect(await findSession()).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test('an answer of the wrong shape is no login', async () => {
  const other = otherTab({ token: 7, user: { name: 'x' } })
  const { findSession } = await openTab()
  expect(await findSession()).toBeNull()
  other.close()
})

test('logging out reaches every tab', async () => {
  const other = otherTab(null)
  const { storeSession, clearSession, readSession, subscribeSession, joinOtherTabs } = await openTab()
  const heard = vi.fn()
  subscribeSession(heard)
  joinOtherTabs()
  storeSession({ token: 'abc', user: USER })
  clearSession()
  await vi.waitFor(() => expect(other.heard).toContainEqual({ kind: 'end' }))
  storeSession({ token: 'def', user: USER })
  other.say({ kind: 'end' })
  await vi.waitFor(() => expect(readSession()).toBeNull())
  expect(heard).toHaveBeenCalledTimes(4)
  other.close()
})
