// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const USER = { id: 'u1', name: 'Aarti', email: 'aarti@example.in' }

/** Each test gets the module fresh, as a newly opened tab does. */
async function openTab() {
  vi.resetModules()
  return import('./session.ts')
}

/** The shop's other tab: replies with its session and records messages. */
function otherTab(session: unknown) {
  const received: unknown[] = []
  const channel = new BroadcastChannel('shop-session')
  channel.onmessage = (event: MessageEvent<unknown>) => {
    received.push(event.data)
    if (session !== null) channel.postMessage({ kind: 'give', session })
  }
  return { received, close: () => channel.close(), send: (message: unknown) => channel.postMessage(message) }
}

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('a login is stored under the names of the contract: the bare token, and the user as JSON', async () => {
  const { storeSession, readSession } = await openTab()
  storeSession({ token: 'abc', user: USER })
  expect(sessionStorage.getItem('authToken')).toBe('abc')
  expect(JSON.parse(sessionStorage.getItem('userData') ?? '')).toEqual(USER)
  expect(readSession()).toEqual({ token: 'abc', user: USER })
})

test('the same storage gives the same object, and a change by other code is seen', async () => {
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

test('where storage is blocked there is no login', async () => {
  const { readSession } = await openTab()
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  expect(readSession()).toBeNull()
})

test('a new tab takes over the login of another', async () => {
  const other = otherTab({ token: 'abc', user: USER })
  const { findSession } = await openTab()
  expect(await findSession()).toEqual({ token: 'abc', user: USER })
  expect(sessionStorage.getItem('authToken')).toBe('abc')
  other.close()
})

test('without a reply there is no login, after a timeout and only once', async () => {
  const { findSession } = await openTab()
  expect(await findSession()).toBeNull()
  const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  expect(await findSession()).toBeNull()
  expect(post).not.toHaveBeenCalled()
})

test('a reply of the wrong shape is no login', async () => {
  const other = otherTab({ token: 7, user: { name: 'x' } })
  const { findSession } = await openTab()
  expect(await findSession()).toBeNull()
  other.close()
})

test('a logout ends the session of every tab', { tags: 'R32' }, async () => {
  const other = otherTab(null)
  const { storeSession, clearSession, readSession, subscribeSession, syncAcrossTabs } = await openTab()
  const listener = vi.fn()
  subscribeSession(listener)
  syncAcrossTabs()
  storeSession({ token: 'abc', user: USER })
  clearSession()
  await expect.poll(() => other.received).toContainEqual({ kind: 'end' })
  storeSession({ token: 'def', user: USER })
  other.send({ kind: 'end' })
  await expect.poll(() => readSession()).toBeNull()
  expect(listener).toHaveBeenCalledTimes(4)
  other.close()
})
