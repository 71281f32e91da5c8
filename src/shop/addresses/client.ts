import type { ApiResult } from '#platform/api/client.ts'
import { hasToken, readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { type CallFailure, callFailure } from '../call-failure.ts'
import type { Address } from './contract.ts'
import { ADD_FAILED, DEFAULT_FAILED, DELETE_FAILED, NO_USER_ID, NOT_LOGGED_IN, SAVE_FAILED } from './messages.ts'
import type { AddressDraft } from './rules.ts'

/** A failed call. `sessionEnded`: the page must redirect to /login. */
export interface Failed extends CallFailure {
  sessionEnded: boolean
}

export type Loaded = { ok: true; addresses: Address[] } | Failed
export type Saved = { ok: true; address: Address } | Failed

/** The customer's addresses, oldest first. */
export async function loadAddresses(): Promise<Loaded> {
  const session = readSession()
  if (session === null) return notLoggedIn()
  const response = await api('GET /user/getUserAddresses/{userId}', { params: { userId: session.user.id } })
  if (response.ok) return { ok: true, addresses: Array.isArray(response.data.addresses) ? response.data.addresses : [] }
  return failed(response, response.message, [])
}

/** Saves a new address (`addressId` null) or a changed one. */
export async function saveAddress(addressId: string | null, draft: AddressDraft): Promise<Saved> {
  const session = readSession()
  if (session === null) return notLoggedIn()
  const userId = session.user.id
  const response =
    addressId === null
      ? await api('POST /user/addAddress', { body: { userId, address: draft } })
      : await api('POST /user/updateAddress', { body: { userId, addressId, updatedDetails: draft } })
  if (response.ok) return { ok: true, address: response.data.address }
  return failed(response, addressId === null ? ADD_FAILED : SAVE_FAILED)
}

export async function makeDefault(addressId: string): Promise<Saved> {
  const session = readSession()
  if (session === null) return notLoggedIn()
  const body = { userId: session.user.id, addressId, updatedDetails: { isDefault: true } }
  const response = await api('POST /user/updateAddress', { body })
  return response.ok ? { ok: true, address: response.data.address } : failed(response, DEFAULT_FAILED)
}

export async function deleteAddress(addressId: string): Promise<{ ok: true } | Failed> {
  const session = readSession()
  if (session === null) return notLoggedIn()
  const response = await api('DELETE /user/deleteAddress', { body: { userId: session.user.id, addressId } })
  return response.ok ? { ok: true } : failed(response, DELETE_FAILED)
}

/** No token in this tab, or user data without an id: nothing is sent. */
function notLoggedIn(): Failed {
  const message = hasToken() ? NO_USER_ID : NOT_LOGGED_IN
  return { ok: false, message, detail: null, fields: {}, sessionEnded: true }
}

function failed(
  response: Extract<ApiResult<unknown>, { ok: false }>,
  message: string,
  actionable = [404, 409],
): Failed {
  return { ...callFailure(response, message, actionable), sessionEnded: response.status === 401 }
}
