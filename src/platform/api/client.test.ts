import { expect, test } from 'vitest'
import { createApi } from './client.ts'
import type { Contract } from './endpoint.ts'

const asked = (answer: Response | Error) => {
  const api = createApi<Contract>({
    base: '/api',
    fetch: async () => {
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return api('GET /stores')
}

test.each([
  ['nothing', new Response(null, { status: 204 })],
  ['null', Response.json(null)],
  ['a bare word', Response.json('yes')],
])('data is an object where the answer holds %s', async (_, answer) => {
  expect(await asked(answer)).toMatchObject({ ok: true, data: {} })
})

test('a list stays a list', async () => {
  expect(await asked(Response.json([1, 2]))).toMatchObject({ ok: true, data: [1, 2] })
})

test.each([
  ['no network', new TypeError('failed to fetch')],
  ['words that are no JSON', new Response('<html>')],
])('%s is an answer that did not come', async (_, answer) => {
  expect(await asked(answer)).toMatchObject({ ok: false, status: 0, problem: null })
})
