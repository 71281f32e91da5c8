import { Secret, TOTP } from 'otpauth'
import type { StaffRole } from '#platform/api/identity.ts'
import { inviteStaff } from '#shop/staff/staff.server.ts'
import { ORIGIN, STAFF, type TestShop } from './shop.ts'

export interface StaffResponse {
  status: number
  /** The parsed body, or null. */
  body: Record<string, unknown> & { code?: string; message?: string }
  headers: Headers
}

/** A browser at the staff site: it keeps cookies and sends its origin. */
export interface StaffBrowser {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<StaffResponse>
  cookie: string
}

export function openStaffBrowser(shop: Pick<TestShop, 'fetch'>): StaffBrowser {
  const browser: StaffBrowser = {
    cookie: '',
    async call(method, path, body, headers = {}) {
      const isFile = body instanceof Uint8Array
      const response = await shop.fetch(`/api/admin${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { origin: ORIGIN }),
          ...(body === undefined ? {} : { 'content-type': isFile ? 'text/csv' : 'application/json' }),
          ...(browser.cookie === '' ? {} : { cookie: browser.cookie }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      const set = response.headers.get('set-cookie')
      if (set !== null) browser.cookie = /^([^=]+)=;/.test(set) ? '' : (set.split(';')[0] ?? '')
      const text = await response.text()
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : {}, headers: response.headers }
    },
  }
  return browser
}

/** Somebody with an authenticator, signed in. */
export interface SignedInStaff {
  id: string
  email: string
  role: StaffRole
  browser: StaffBrowser
  spareCodes: string[]
  /** The authenticator's code now, or so many steps later. */
  codeIn(steps?: number): string
}

/** The code that an authenticator with this secret shows. */
export function totpCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** A shop that staff can sign in to, in this process or in one of its own. */
export interface StaffHost {
  fetch: TestShop['fetch']
  shop: Pick<TestShop['shop'], 'db'>
  config: Pick<TestShop['config'], 'publicUrl'>
}

/** The token in the link of an invitation. */
export async function invitationToken(shop: StaffHost, email: string, role: StaffRole): Promise<string> {
  const context = { db: shop.shop.db, publicUrl: shop.config.publicUrl }
  const invited = await inviteStaff(context, STAFF, { email, role })
  if (!invited.ok) throw new Error(invited.message)
  return new URL(invited.data.link).hash.slice(1)
}

let people = 0

/** Invites somebody, who joins and sets up an authenticator. */
export async function signInStaff(shop: StaffHost, role: StaffRole, name = ''): Promise<SignedInStaff> {
  people += 1
  const email = `${name || role}-${people}@staff.test`.toLowerCase()
  const browser = openStaffBrowser(shop)
  const token = await invitationToken(shop, email, role)
  const joined = await browser.call('POST', '/join', { token })
  if (joined.status !== 200) throw new Error(joined.body.message)
  const { body } = await browser.call('POST', '/totp/enrol')
  const secret = String(body.secret)
  const confirm = () => browser.call('POST', '/totp', { code: totpCode(secret, -1) })
  const first = await confirm()
  // The code of the step before is too old if the next step has begun on the way.
  const done = first.status === 401 ? await confirm() : first
  if (done.status !== 200) throw new Error(done.body.message)
  const { staff, spareCodes } = done.body as unknown as { staff: { id: string }; spareCodes: string[] }
  return { id: staff.id, email, role, browser, spareCodes, codeIn: (steps = 0) => totpCode(secret, steps) }
}
