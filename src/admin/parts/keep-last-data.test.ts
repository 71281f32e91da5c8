import type { LoaderFunctionArgs } from 'react-router'
import { expect, test, vi } from 'vitest'
import { readToasts } from '#ui/toast-store.ts'
import { CallError } from '../api.ts'
import { isKept, keepLastDataWhenOffline, lastReadAt } from './keep-last-data.ts'

const failure = (status: number) => new CallError({ ok: false, status, code: null, message: '', problem: null })

test('the screen that was read last stays if the shop can’t be reached, and says so; any other failure is its error', async () => {
  vi.useFakeTimers()
  const read = vi.fn<() => Promise<string>>()
  const loader = keepLastDataWhenOffline(read)
  const load = (url: string) => {
    // Safe cast: the loader is given its request alone.
    return loader({ request: new Request(url) } as LoaderFunctionArgs, undefined)
  }
  const show = (path: string) => {
    const url = new URL(path, 'https://shop.test')
    vi.stubGlobal('window', { location: url })
    vi.stubGlobal('navigator', { onLine: true })
    return url.href
  }
  const first = show('/admin/orders/1?a=b')
  read.mockResolvedValueOnce('order 1')
  expect(await load(first)).toBe('order 1')
  read.mockRejectedValue(failure(0))
  expect(await load(first)).toBe('order 1')
  expect(readToasts().map(({ text }) => text)).toEqual(['The shop can’t be reached. This is what was loaded before.'])
  expect([isKept('/orders/1?a=b'), isKept('/orders/2')]).toEqual([true, false])
  await expect(load('https://shop.test/admin/orders/2')).rejects.toThrow(CallError)
  show('/admin/orders')
  expect(await load(first)).toBe('order 1')
  expect(lastReadAt()).toBe(new Date().toISOString())
  read.mockRejectedValue(failure(404))
  await expect(load(first)).rejects.toThrow(CallError)
})
