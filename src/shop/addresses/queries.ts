import type { Answer } from '#platform/api/client.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import type { Address } from './contract.ts'
import { messages } from './messages.ts'
import type { AddressDraft } from './rules.ts'

/**
 * A call that did not work. `sentence` is the screen's (SPEC section 8), `detail` the server's own words where the
 * shopper can act on them, `fields` what is wrong with which field. `login`: the session is gone.
 */
export interface Failed {
  ok: false
  sentence: string
  detail: string | null
  fields: Partial<Record<keyof AddressDraft, string>>
  login: boolean
}

export type Loaded = { ok: true; addresses: Address[] } | Failed
export type Saved = { ok: true; address: Address } | Failed

/** The addresses of who is logged in, oldest first. */
export async function loadAddresses(): Promise<Loaded> {
  const session = readSession()
  if (session === null) return nobody()
  const answer = await api('GET /user/getUserAddresses/{userId}', { params: { userId: session.user.id } })
  if (answer.ok) return { ok: true, addresses: Array.isArray(answer.data.addresses) ? answer.data.addresses : [] }
  return failed(answer, answer.message)
}

/** Saves a new address (`addressId` null) or the changed one. */
export async function saveAddress(addressId: string | null, draft: AddressDraft): Promise<Saved> {
  const session = readSession()
  if (session === null) return nobody()
  const userId = session.user.id
  const answer =
    addressId === null
      ? await api('POST /user/addAddress', { body: { userId, address: draft } })
      : await api('POST /user/updateAddress', { body: { userId, addressId, updatedDetails: draft } })
  if (answer.ok) return { ok: true, address: answer.data.address }
  return failed(answer, addressId === null ? messages.addFailed : messages.saveFailed)
}

/** Makes an address the default one; the other one stops being it. */
export async function makeDefault(addressId: string): Promise<Saved> {
  const session = readSession()
  if (session === null) return nobody()
  const body = { userId: session.user.id, addressId, updatedDetails: { isDefault: true } }
  const answer = await api('POST /user/updateAddress', { body })
  return answer.ok ? { ok: true, address: answer.data.address } : failed(answer, messages.defaultFailed)
}

/** Nothing is sent: no token in this tab, or user data without an id. */
function nobody(): Failed {
  const sentence = sessionStorage.getItem('authToken') === null ? messages.notLoggedIn : messages.noUserId
  return { ok: false, sentence, detail: null, fields: {}, login: true }
}

function failed(answer: Extract<Answer<unknown>, { ok: false }>, sentence: string): Failed {
  const fields: Failed['fields'] = {}
  for (const { path, message } of answer.problem?.errors ?? []) {
    const name = path.split('.').at(-1) ?? ''
    if (isField(name)) fields[name] ??= message
  }
  const telling = answer.status === 409 || answer.status === 404
  return { ok: false, sentence, detail: telling ? answer.message : null, fields, login: answer.status === 401 }
}

const FIELDS = new Set<string>([
  'firstName',
  'lastName',
  'phoneNumber',
  'email',
  'streetAddress',
  'country',
  'townCity',
  'state',
  'zipCode',
])

function isField(name: string): name is keyof AddressDraft {
  return FIELDS.has(name)
}
