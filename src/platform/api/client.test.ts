import { expect, test } from 'vitest'
import { createApi } from './client.ts'
import type { Contract } from './endpoint.ts'

const callWith = (response: Response | Error) => {
  const api = createApi<Contract>({
    base: '/api',
    fetch: async () => {
      if (response instanceof Error) throw response
      return response
    },
  })
  return api('GET /stores')
}

test.each([
  ['nothing', new Response(null, { status: 204 })],
  ['null', Response.json(null)],
  ['a plain string', Response.json('yes')],
])('data is an object where the body is %s', async (_, response) => {
  expect(await callWith(response)).toMatchObject({ ok: true, data: {} })
})

test('a list stays a list', async () => {
  expect(await callWith(Response.json([1, 2]))).toMatchObject({ ok: true, data: [1, 2] })
})

test.each([
  ['no network', new TypeError('failed to fetch')],
  ['a body that is not JSON', new Response('<html>')],
])('%s counts as no response', async (_, response) => {
  expect(await callWith(response)).toMatchObject({ ok: false, status: 0, problem: null })
})
