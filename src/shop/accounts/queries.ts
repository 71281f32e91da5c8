import type { Answer } from '#platform/api/client.ts'
import { clearSession, readSession, type Session, storeSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { messages } from './messages.ts'

/**
 * What became of a call of a form: `sentence` is what the screen shows (SPEC section 8), `detail` the server's own
 * words where they tell the shopper what to do about it: a field to mend, or how long to wait.
 */
export type Failed = { ok: false; sentence: string; detail: string | null }

export type Asked = { ok: true; email: string } | Failed
export type SignedIn = { ok: true; session: Session } | Failed

const EMAIL_KEY = 'verifyEmail'

/** Registers an address under a name and has a code sent to it; a known address gets one too. */
export async function register(input: { email: string; name: string }): Promise<Asked> {
  const answer = await api('POST /user/register', { body: input })
  return answer.ok ? asked(answer.data, input.email) : failed(answer, messages.registrationFailed)
}

/** Asks for a login code; the same call sends another one. */
export async function askForCode(email: string): Promise<Asked> {
  const answer = await api('POST /user/login', { body: { email } })
  return answer.ok ? asked(answer.data, email) : failed(answer, messages.loginFailed)
}

/** Trades a code of six digits for a session, which is kept in this tab. */
export async function verifyCode(email: string, code: string): Promise<SignedIn> {
  const answer = await api('POST /user/verifyOtp', { body: { email, otp: Number(code) } })
  return (answer.ok && signIn(answer.data)) || failed(answer, messages.verificationFailed)
}

/** Trades the token of a mailed link for a session. */
export async function verifyLink(token: string): Promise<SignedIn> {
  const answer = await api('POST /user/verifyLink', { body: { token } })
  const sentence = !answer.ok && answer.status === 401 ? answer.message : messages.verificationFailed
  return (answer.ok && signIn(answer.data)) || failed(answer, sentence)
}

/** Forgets the session at once, with or without a network, and tells the server to do so too. */
export function logOut(): void {
  // The call reads the token before the next line takes it away.
  void api('POST /user/logout', {}, { keepalive: true })
  clearSession()
}

/** Keeps the address over a reload of /verify: people leave for their mail app. */
export function keepEmail(email: string): void {
  sessionStorage.setItem(EMAIL_KEY, email)
}

/** The address that `keepEmail` kept in this tab; null: none. */
export function readKeptEmail(): string | null {
  return sessionStorage.getItem(EMAIL_KEY)
}

/** Where the code went: the address as the server writes it, or as it was typed. */
function asked(answer: Partial<{ data: { email: string } }>, typed: string): Asked {
  return { ok: true, email: answer.data?.email || typed }
}

/**
 * Keeps a fresh session; null: the answer brought none. One that this tab still has ends for good: two would leave a
 * token that nobody can end.
 */
function signIn({ token, data }: Partial<{ token: string; data: Session['user'] }>): SignedIn | null {
  if (!token || !data?.id) return null
  const session = { token, user: { id: data.id, name: data.name, email: data.email } }
  if (readSession() !== null) logOut()
  storeSession(session)
  sessionStorage.removeItem(EMAIL_KEY)
  return { ok: true, session }
}

function failed(answer: Answer<unknown>, sentence: string): Failed {
  if (answer.ok) return { ok: false, sentence, detail: null }
  const telling = answer.status === 400 || answer.status === 429
  return { ok: false, sentence, detail: telling && answer.message !== sentence ? answer.message : null }
}
