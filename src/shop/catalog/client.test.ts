import { expect, test } from 'vitest'
import { failingApi, offlineApi } from '../../../tests/support/stub-api.ts'
import { loadProduct } from './client.ts'

test('failed product details keep their status, for the redirect to the login', async () => {
  const message = 'Failed to fetch product details'
  expect(await loadProduct(failingApi(401), 'tee')).toEqual({ ok: false, status: 401, message, detail: '' })
  expect(await loadProduct(offlineApi, 'tee')).toMatchObject({ message: `${message}.` })
})
