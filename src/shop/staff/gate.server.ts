import type { CallName, Endpoint } from '#platform/api/endpoint.ts'
import type { StaffSession } from '#platform/api/identity.ts'
import { bearerOf, type MountOptions } from '#platform/api/mount.server.ts'
import { type Refusal, refuse } from '#platform/api/result.ts'
import { readCookie } from '#platform/http/cookies.server.ts'
import type { Shop } from '../shop.server.ts'
import { findProgram } from './keys-sql.server.ts'
import * as messages from './messages.ts'
import { isRight, mayCall } from './rights.ts'
import { SESSION } from './rules.ts'
import { isInScope } from './scope-rules.ts'
import { findStaffSession } from './sql.server.ts'

/** With the prefix no other host of the domain can set a cookie of this name (RFC 6265bis, section 4.1.3); it takes https. */
const nameOf = (https: boolean) => (https ? '__Host-staff' : 'staff')

/** The header that stores a session's token, or deletes it with null (CONTRACT part three, Staff site: Factors). */
export function staffCookie(token: string | null, https: boolean): { 'set-cookie': string } {
  const age = token === null ? 0 : SESSION.absoluteDays * 24 * 60 * 60
  return {
    'set-cookie': `${nameOf(https)}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`,
  }
}

/** The whole session of a request's cookie, or null. */
export async function readStaffSession(
  { db, config }: Pick<Shop, 'db' | 'config'>,
  request: Request,
): Promise<StaffSession | null> {
  const token = readCookie(request, nameOf(config.publicUrl.startsWith('https:')))
  const session = token === '' ? null : await findStaffSession(db, token)
  return session?.isFull ? session : null
}

type Gate = NonNullable<MountOptions['admitStaff']>

/**
 * Decides who may make a call of the staff site: changes come from its own origin, a session has its second factor, the
 * role includes the call, and money, people and keys need a second factor of the last ten minutes. A program has a key instead.
 */
export function createStaffGate(shop: Pick<Shop, 'db' | 'config'>): Gate {
  const https = shop.config.publicUrl.startsWith('https:')
  return async ({ name, endpoint, request }) => {
    const key = bearerOf(request.headers.get('authorization') ?? undefined)
    if (key !== null && endpoint.access !== 'public') return admitProgram(shop, key, name, endpoint)
    if (!name.startsWith('GET ') && !isOwnOrigin(request, shop.config.publicUrl))
      return refuse('foreign_origin', messages.FOREIGN_ORIGIN)
    const token = readCookie(request, nameOf(https))
    const session = token === '' ? null : await findStaffSession(shop.db, token)
    if (endpoint.access === 'public') return session
    if (!session) return refuse('not_logged_in', messages.NOT_SIGNED_IN)
    return refuseCall(session, name, endpoint) ?? session
  }
}

/** A program may make the calls of its key's scopes, from anywhere. */
async function admitProgram({ db }: Pick<Shop, 'db'>, key: string, name: CallName, { isSensitive }: Endpoint) {
  const program = await findProgram(db, key)
  if (!program) return refuse('not_logged_in', messages.NO_SUCH_KEY)
  const mayCall = !isSensitive && isRight(name) && isInScope(program.scopes, name)
  return mayCall ? program : refuse('forbidden', messages.OUT_OF_SCOPE)
}

/** Why a session may not make a call, or take back what the call did; null if it may. */
export function refuseCall(
  session: StaffSession,
  name: CallName,
  { access, isSensitive }: Endpoint,
): Refusal<'second_factor_needed' | 'forbidden' | 'sign_in_again'> | null {
  if (access === 'staff' && !session.isFull) return refuse('second_factor_needed', messages.SECOND_FACTOR)
  if (!isRight(name) || !mayCall(session.role, name)) return refuse('forbidden', messages.NOT_ALLOWED)
  return isSensitive ? session.confirmation.ask() : null
}

/**
 * True if the Origin header is the shop's own: by its configured address, and without https also by the one that the request
 * names, since a shop in a private network has several.
 */
function isOwnOrigin(request: Request, publicUrl: string): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || !URL.canParse(origin)) return false
  if (origin === publicUrl || publicUrl.startsWith('https:')) return origin === publicUrl
  const { protocol, host } = new URL(origin)
  return protocol === 'http:' && host === (request.headers.get('host') ?? new URL(request.url).host)
}
