import { expect, test, vi } from 'vitest'
import { createHosts, splitHosts } from './hosts.server.ts'

/** With what a password may have. */
const USER = 'shop:p%40ss,w'

test('a URL with several hosts is one URL for each, as libpq reads it', () => {
  expect(splitHosts(`postgres://${USER}@db1,db2:5433,[::1]:5434/shop?sslmode=require`)).toEqual([
    `postgres://${USER}@db1/shop?sslmode=require`,
    `postgres://${USER}@db2:5433/shop?sslmode=require`,
    `postgres://${USER}@[::1]:5434/shop?sslmode=require`,
  ])
  expect(splitHosts('postgresql://shop@db1,db2/shop?target_session_attrs=read-write')).toEqual([
    'postgresql://shop@db1/shop',
    'postgresql://shop@db2/shop',
  ])
})

test('a URL with one host stays as it is, a socket too', () => {
  for (const url of ['postgres://u:5%@db:5432/shop', 'postgres://u@localhost:5432/shop?host=%2Frun%2Fpostgresql'])
    expect(splitHosts(url)).toEqual([url])
})

test.each([
  'mysql://db/shop',
  'db1,db2',
  'postgres://db1,,db2/shop',
  'postgres://db1,db2:x/shop',
  'postgres://a,b/shop?target_session_attrs=standby',
])('no URL of a server that takes writes: %s', (text) => expect(splitHosts(text)).toBeNull())

/** Servers by their URLs; a timeline if one takes writes, an error if it doesn't respond. */
function servers(states: Record<string, string | null | Error>, patienceMs = 0) {
  const probe = vi.fn(async (url: string) => {
    const state = states[url] ?? null
    if (state instanceof Error) throw state
    return state
  })
  return { states, probe, hosts: createHosts(Object.keys(states), { probe, patienceMs }) }
}

test('finds the server that takes writes once, and again only when it was lost', async () => {
  const { states, probe, hosts } = servers({ a: new Error('away'), b: '00000001', c: null })
  expect(await Promise.all([hosts.find(), hosts.find()])).toEqual(['b', 'b'])
  expect(await hosts.find()).toBe('b')
  expect(probe).toHaveBeenCalledTimes(3)
  hosts.lost('a')
  expect(await hosts.find()).toBe('b')
  expect(probe).toHaveBeenCalledTimes(3)
  Object.assign(states, { b: null, c: '00000002' })
  hosts.lost('b')
  expect(await hosts.find()).toBe('c')
  expect(hosts.current()).toBe('c')
})

test('of two that say so, the one after the last fail-over is right', async () => {
  const { hosts } = servers({ a: '00000003', b: '00000010', c: null })
  expect(await hosts.find()).toBe('b')
})

test('a call that comes during a switch-over waits for its end', async () => {
  const { states, hosts } = servers({ a: '00000001', b: null }, 60_000)
  expect(await hosts.find()).toBe('a')
  states.a = null
  hosts.lost('a')
  const found = hosts.find()
  setTimeout(() => Object.assign(states, { b: '00000002' }), 20)
  expect(await found).toBe('b')
})

test('a search that found none is not repeated for each request', async () => {
  const { states, probe, hosts } = servers({ a: null, b: new Error('away') })
  await expect(hosts.find()).rejects.toThrow('no server of the database takes writes')
  await expect(hosts.find()).rejects.toThrow('no server of the database takes writes')
  expect(probe).toHaveBeenCalledTimes(2)
  states.a = '00000001'
  await expect.poll(() => hosts.find().catch(() => null), { timeout: 10_000 }).toBe('a')
})
