// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { requestCode, verifyCode } from './client.ts'

const stubFetch = (token: string) =>
  vi.fn(async (url: string, _init: RequestInit) =>
    url.endsWith('/logout')
      ? new Response(null, { status: 204 })
      : Response.json({ token, data: { id: 'u1', name: 'Asha', email: 'asha@example.test' }, message: '' }),
  )

const calls = (fetched: ReturnType<typeof stubFetch>) =>
  fetched.mock.calls.map(([url, init]) => [url, new Headers(init.headers).get('authorization')])

beforeEach(() => {
  sessionStorage.clear()
})

test('a first login stores its token and ends no other session', async () => {
  const fetched = stubFetch('fresh')
  vi.stubGlobal('fetch', fetched)
  expect(await verifyCode('asha@example.test', '123456')).toMatchObject({ ok: true })
  expect(calls(fetched)).toEqual([['/api/user/verifyOtp', null]])
  expect(sessionStorage.getItem('authToken')).toBe('fresh')
})

test('a login over another ends the former session on the server too', async () => {
  sessionStorage.setItem('authToken', 'former')
  sessionStorage.setItem('userData', JSON.stringify({ id: 'u1', name: 'Asha', email: 'asha@example.test' }))
  const fetched = stubFetch('fresh')
  vi.stubGlobal('fetch', fetched)
  expect(await verifyCode('asha@example.test', '123456')).toMatchObject({ ok: true })
  expect(calls(fetched)).toEqual([
    ['/api/user/verifyOtp', null],
    ['/api/user/logout', 'Bearer former'],
  ])
  expect(sessionStorage.getItem('authToken')).toBe('fresh')
})

test('a response without a token isn’t a login, and one without an address uses the typed address', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'odd' }))
  expect(await verifyCode('asha@example.test', '123456')).toMatchObject({
    ok: false,
    message: 'OTP verification failed. Please try again.',
  })
  expect(sessionStorage.getItem('authToken')).toBeNull()
  expect(await requestCode('asha@example.test')).toEqual({ ok: true, email: 'asha@example.test' })
})

test('if the browser blocks storage, no code is requested or consumed, and the shopper reads why', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('fetch', fetch)
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  const results = [await requestCode('asha@example.test'), await verifyCode('asha@example.test', '123456')]
  vi.restoreAllMocks()
  for (const result of results)
    expect(result).toMatchObject({ ok: false, detail: expect.stringMatching(/^Your browser blocks/) })
  expect(fetch).not.toHaveBeenCalled()
})
