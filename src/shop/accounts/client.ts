import type { ApiResult } from '#platform/api/client.ts'
import { offlineSentence } from '#platform/browser/connection.ts'
import {
  clearSession,
  isKeptSignedIn,
  readSession,
  type Session,
  setKeptSignedIn,
  storeSession,
} from '#platform/browser/session.ts'
import { deviceStorage, STORAGE_BLOCKED, tabStorage } from '#platform/browser/storage.ts'
import { digitsIn } from '#platform/text/typed.ts'
import { api } from '../api.ts'
import { type CallFailure, callFailure } from '../call-failure.ts'
import type { Device } from './contract.ts'
import { LOGIN_FAILED, REGISTRATION_FAILED, SESSION_ENDED, VERIFICATION_FAILED } from './messages.ts'

export type CodeRequest = { ok: true; email: string } | CallFailure
export type SignedIn = { ok: true; session: Session } | CallFailure

const EMAIL_KEY = 'verifyEmail'
const KEPT_EMAIL_KEY = 'keptEmail'

/**
 * The address of a device that is kept signed in, for the next login if the device's own ends. Logging out, another login
 * without the tick and deleting the account forget it.
 */
export const keptEmail = {
  read: (): string => deviceStorage.readText(KEPT_EMAIL_KEY) ?? '',
  save: (email: string) => deviceStorage.writeText(KEPT_EMAIL_KEY, email),
  forget: () => deviceStorage.writeText(KEPT_EMAIL_KEY, null),
}
/** A login needs the tab's storage. If it's blocked, no code is requested or consumed. */
const storageFailure: CallFailure = { ok: false, message: STORAGE_BLOCKED, detail: STORAGE_BLOCKED, fields: {} }

/** Registers an address and has a code sent to it. A known address gets one too. */
export async function register(input: { email: string; name: string }): Promise<CodeRequest> {
  if (!tabStorage.isAllowed()) return storageFailure
  const response = await api('POST /user/register', { body: input })
  return response.ok ? codeRequested(response.data, input.email) : failed(response, REGISTRATION_FAILED)
}

/** Requests a login code, or another one. */
export async function requestCode(email: string): Promise<CodeRequest> {
  if (!tabStorage.isAllowed()) return storageFailure
  const response = await api('POST /user/login', { body: { email } })
  return response.ok ? codeRequested(response.data, email) : failed(response, LOGIN_FAILED)
}

/** Exchanges a six-digit code for a session, which is stored in this tab. */
export async function verifyCode(email: string, code: string): Promise<SignedIn> {
  if (!tabStorage.isAllowed()) return storageFailure
  const response = await api('POST /user/verifyOtp', { body: { email, otp: Number(code) } })
  return (response.ok && signIn(response.data)) || failed(response, VERIFICATION_FAILED)
}

/** Exchanges the token of a mailed link for a session. */
export async function verifyLink(token: string): Promise<SignedIn> {
  if (!tabStorage.isAllowed()) return storageFailure
  const response = await api('POST /user/verifyLink', { body: { token } })
  const message = !response.ok && response.status === 401 ? response.message : VERIFICATION_FAILED
  return (response.ok && signIn(response.data)) || failed(response, message)
}

/** The masked e-mail address of the account that a mailed link opens, or null if the link doesn't work. */
export async function findLinkOwner(token: string): Promise<string | null> {
  const response = await api('POST /user/linkOwner', { body: { token } })
  return response.ok ? (response.data.email ?? null) : null
}

/** The outcome of a change of the customer's details, with the sentence that the shopper reads. */
export type Changed = { ok: boolean; message: string }

export function changeName(name: string): Promise<Changed> {
  return change((userId) => api('PUT /user/name', { body: { userId, name } }))
}

/** Has a code sent to the customer's address and to the new one. */
export function requestEmailChange(email: string): Promise<Changed> {
  return change((userId) => api('POST /user/changeEmail', { body: { userId, email } }))
}

/** Changes the address by the two codes. */
export function confirmEmailChange(oldCode: string, newCode: string): Promise<Changed> {
  return change((userId) =>
    api('POST /user/confirmEmail', { body: { userId, oldCode: digitsIn(oldCode), newCode: digitsIn(newCode) } }),
  )
}

/** Makes a call for the signed-in customer. A changed customer in its response goes into the stored session. */
async function change(
  call: (userId: string) => Promise<ApiResult<{ message: string; data?: Session['user'] }>>,
): Promise<Changed> {
  const session = readSession()
  if (session === null) return { ok: false, message: SESSION_ENDED }
  const response = await call(session.user.id)
  if (!response.ok) return { ok: false, message: response.message }
  const user = response.data.data
  if (user) storeSession({ ...session, user })
  return { ok: true, message: response.data.message ?? '' }
}

/** Keeps the device signed in beyond this tab. Returns false on failure. */
export async function keepSignedIn(): Promise<boolean> {
  const session = readSession()
  if (session === null) return false
  const response = await api('POST /user/keepSignedIn', { body: { userId: session.user.id } })
  if (!response.ok) return false
  setKeptSignedIn(true)
  keptEmail.save(session.user.email)
  return true
}

/** The devices that stay signed in. Empty if they can't be loaded. */
export async function loadDevices(): Promise<Device[]> {
  const session = readSession()
  if (session === null) return []
  const response = await api('GET /user/devices/{userId}', { params: { userId: session.user.id } })
  return response.ok ? response.data.devices : []
}

/** Signs out a device, or with null all sessions but this one. Returns null, or a sentence why it can't. */
export async function signOutDevice(deviceId: string | null): Promise<string | null> {
  const session = readSession()
  if (session === null) return SESSION_ENDED
  const userId = session.user.id
  const response =
    deviceId === null
      ? await api('DELETE /user/devices/{userId}', { params: { userId } })
      : await api('DELETE /user/device', { body: { userId, deviceId } })
  return response.ok ? null : response.message
}

/** Clears the session at once, with or without a network, and ends it on the server too. */
export function logOut(): void {
  if (isKeptSignedIn()) void api('POST /user/forgetDevice', {}, { keepalive: true })
  // The call reads the token before the next line clears it.
  void api('POST /user/logout', {}, { keepalive: true })
  keptEmail.forget()
  clearSession()
}

/** Downloads everything that the shop stores about the customer. Returns null, or a sentence why it can't. */
export async function downloadData(): Promise<string | null> {
  const session = readSession()
  if (session === null) return SESSION_ENDED
  const response = await api('GET /user/my-data/{userId}', { params: { userId: session.user.id } })
  if (!response.ok) return response.message
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(response.data, null, 2)], { type: 'application/json' }))
  link.download = 'my-data.json'
  link.click()
  URL.revokeObjectURL(link.href)
  return null
}

/** Deletes the account and ends the session. Returns null, or a sentence why it can't. */
export async function deleteAccount(email: string): Promise<string | null> {
  const session = readSession()
  if (session === null) return SESSION_ENDED
  const response = await api('POST /user/delete-account', { body: { userId: session.user.id, email } })
  if (!response.ok) return response.message
  keptEmail.forget()
  clearSession()
  return null
}

/** Stores the address so that /verify survives a reload: people switch to their mail app. */
export function saveEmail(email: string): void {
  tabStorage.writeText(EMAIL_KEY, email)
}

/** The address that `saveEmail` stored in this tab, or null. */
export function readSavedEmail(): string | null {
  return tabStorage.readText(EMAIL_KEY)
}

/** The address as the server writes it, or as it was typed. */
function codeRequested(response: Partial<{ data: { email: string } }>, typed: string): CodeRequest {
  return { ok: true, email: response.data?.email || typed }
}

/**
 * Stores a new session. Returns null if the response has none. A session still open in this tab is ended first, because
 * its token would stay valid.
 */
function signIn({ token, data }: Partial<{ token: string; data: Session['user'] }>): SignedIn | null {
  if (!token || !data?.id) return null
  const session = { token, user: { id: data.id, name: data.name, email: data.email } }
  if (readSession() !== null) logOut()
  if (!storeSession(session)) return storageFailure
  tabStorage.write(EMAIL_KEY, null)
  // `keepSignedIn` follows if the shopper ticked it.
  keptEmail.forget()
  return { ok: true, session }
}

function failed(response: ApiResult<unknown>, message: string): CallFailure {
  const failure = callFailure(response, message, [400, 429])
  return { ...failure, detail: offlineSentence(response) ?? failure.detail }
}
