import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CustomerApi, type CustomerFixture, openCustomerFixture } from '../../../tests/support/customer-fixture.ts'
import type { Address } from './contract.ts'
import {
  ADDRESS_DELETED,
  ADDRESS_NOT_FOUND,
  ADDRESS_UPDATED,
  COUNTRY_INVALID,
  DEFAULT_INVALID,
  EMAIL_INVALID,
  NO_ADDRESSES,
  PHONE_INVALID,
  TOO_MANY_ADDRESSES,
} from './messages.ts'

let shop: CustomerFixture
let counter = 0

beforeAll(async () => {
  shop = await openCustomerFixture()
})
afterAll(() => shop.close())

interface Person {
  id: string
  token: string
  api: CustomerApi
}

const person = () => shop.signIn(`resident${++counter}@example.test`)

async function add({ api, id }: Person, address: Record<string, unknown> = {}): Promise<Address> {
  const response = await api('POST /user/addAddress', { body: { userId: id, address } })
  if (!response.ok) throw new Error(response.message)
  return response.data.address
}

async function change({ api, id }: Person, addressId: string, updatedDetails: Record<string, unknown>) {
  return api('POST /user/updateAddress', { body: { userId: id, addressId, updatedDetails } })
}

async function list({ api, id }: Person): Promise<Address[]> {
  const response = await api('GET /user/getUserAddresses/{userId}', { params: { userId: id } })
  if (!response.ok) throw new Error(response.message)
  return response.data.addresses
}

const FULL = {
  firstName: 'Asha',
  lastName: 'Kale',
  phoneNumber: '+91 98765 43210',
  email: 'asha@example.test',
  streetAddress: '12 Hill Road',
  country: 'India',
  townCity: 'Mumbai',
  state: 'Maharashtra',
  zipCode: '400050',
} as const

describe('addresses', () => {
  test('are stored and returned field by field', { tags: ['S3.4', 'S7.14', 'S7.15', 'C3.28', 'C3.29'] }, async () => {
    const asha = await person()
    const none = await asha.api('GET /user/getUserAddresses/{userId}', { params: { userId: asha.id } })
    expect(none).toMatchObject({ status: 200, data: { success: true, addresses: [], message: NO_ADDRESSES } })
    const address = await add(asha, FULL)
    expect(address).toEqual({ ...FULL, gstin: '', _id: expect.stringMatching(/^[\w-]{22}$/), isDefault: true })
    expect(await list(asha)).toEqual([address])
  })

  test('require no field, and drop unknown ones', { tags: 'S5.15' }, async () => {
    const asha = await person()
    const address = await add(asha, { _id: 'mine', userId: 'x', customer_id: 'y', admin: true })
    expect(address).toMatchObject({ firstName: '', country: 'India', isDefault: true })
    expect(Object.keys(address)).toHaveLength(12)
    expect(address._id).not.toBe('mine')
  })

  test('change only in the given fields', { tags: ['S7.16', 'C3.29'] }, async () => {
    const asha = await person()
    const address = await add(asha, FULL)
    const changed = await change(asha, address._id, { townCity: 'Pune', zipCode: '', _id: 'other' })
    expect(changed).toMatchObject({ status: 200, data: { success: true, message: ADDRESS_UPDATED } })
    expect(await list(asha)).toEqual([{ ...address, townCity: 'Pune', zipCode: '' }])
  })

  test('have exactly one default, whatever is requested', { tags: 'C3.29' }, async () => {
    const asha = await person()
    const [first, second, third] = [
      await add(asha),
      await add(asha, { isDefault: false }),
      await add(asha, { isDefault: true }),
    ]
    const defaults = async () => (await list(asha)).filter((address) => address.isDefault).map((address) => address._id)
    expect(await defaults()).toEqual([third._id])
    await change(asha, second._id, { isDefault: true })
    expect(await defaults()).toEqual([second._id])
    await change(asha, second._id, { isDefault: false })
    expect(await defaults()).toEqual([second._id])
    await change(asha, first._id, { isDefault: false, townCity: 'Nashik' })
    expect(await defaults()).toEqual([second._id])
  })

  test('have exactly one default after many calls at once', async () => {
    const asha = await person()
    await Promise.all(Array.from({ length: 10 }, (_, n) => add(asha, { isDefault: n % 2 === 0 })))
    const all = await list(asha)
    await Promise.all(all.map((address) => change(asha, address._id, { isDefault: true })))
    expect((await list(asha)).filter((address) => address.isDefault)).toHaveLength(1)
    expect(all).toHaveLength(10)
  })

  test('are deleted, and one default remains while there are any', async () => {
    const asha = await person()
    const [first, second, third] = [await add(asha), await add(asha), await add(asha, { isDefault: true })]
    const remove = (who: Person, addressId: string) =>
      who.api('DELETE /user/deleteAddress', { body: { userId: who.id, addressId } })
    expect(await remove(await person(), third._id)).toMatchObject({ status: 404, message: ADDRESS_NOT_FOUND })
    expect(await remove(asha, third._id)).toMatchObject({ ok: true, data: { message: ADDRESS_DELETED } })
    expect((await list(asha)).map(({ _id, isDefault }) => [_id, isDefault])).toEqual([
      [first._id, true],
      [second._id, false],
    ])
    await remove(asha, second._id)
    await remove(asha, first._id)
    expect(await list(asha)).toEqual([])
    expect(await remove(asha, first._id)).toMatchObject({ status: 404 })
  })

  test('are limited to 50', async () => {
    const asha = await person()
    await Promise.all(
      Array.from({ length: 55 }, () => asha.api('POST /user/addAddress', { body: { userId: asha.id, address: {} } })),
    )
    expect(await list(asha)).toHaveLength(50)
    const refusal = await asha.api('POST /user/addAddress', { body: { userId: asha.id, address: {} } })
    expect(refusal).toMatchObject({ status: 409, message: TOO_MANY_ADDRESSES })
  })
})

describe('another customer’s addresses', () => {
  test('are inaccessible: 401, 403 and 404', async () => {
    const [asha, ravi] = [await person(), await person()]
    const address = await add(asha, FULL)
    const params = { userId: asha.id }
    expect((await shop.api()('GET /user/getUserAddresses/{userId}', { params })).status).toBe(401)
    expect((await ravi.api('GET /user/getUserAddresses/{userId}', { params })).status).toBe(403)
    expect((await ravi.api('POST /user/addAddress', { body: { userId: asha.id, address: {} } })).status).toBe(403)
    expect(await change(ravi, address._id, { townCity: 'Pune' })).toMatchObject({
      status: 404,
      message: ADDRESS_NOT_FOUND,
    })
    expect((await change(ravi, 'x'.repeat(22), {})).status).toBe(404)
    expect((await change(ravi, 'short', {})).status).toBe(400)
    expect((await ravi.api('GET /user/getUserAddresses/{userId}', { params: { userId: 'nobody' } })).status).toBe(404)
    expect(await list(asha)).toEqual([address])
  })
})

describe('bad input', () => {
  test.each([
    [{ country: 'india' }, COUNTRY_INVALID],
    [{ country: '' }, COUNTRY_INVALID],
    [{ isDefault: 'yes' }, DEFAULT_INVALID],
    [{ email: 'nobody' }, EMAIL_INVALID],
    [{ phoneNumber: 'call me' }, PHONE_INVALID],
    [{ firstName: 'a'.repeat(81) }, 'Please use at most 80 characters.'],
    [{ townCity: 'a\u0000b' }, 'This text contains characters that can’t be used.'],
    [{ zipCode: 400050 }, 'Please fill in this field.'],
  ])('%j is rejected with a message, and nothing is stored', { tags: 'C3.48' }, async (fields, message) => {
    const asha = await person()
    const response = await shop.fetch('/user/addAddress', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${asha.token}` },
      body: JSON.stringify({ userId: asha.id, address: fields }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message })
    expect(await list(asha)).toEqual([])
  })
})
