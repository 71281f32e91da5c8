import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { renderSVG } from 'uqr'
import type { StaffSession } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { createCodeKey, digestOf, newCode } from '../accounts/code-sql.server.ts'
import { deviceName } from '../accounts/device-cookie.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import {
  checkRateLimits,
  limitMailOfClient,
  refuseTooMany,
  takeFromMailbox,
  tooManyRequests,
} from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import {
  addPasskey,
  createSpareCodes,
  noteFactor,
  noteFailedRound,
  notePasskey,
  setPendingTotp,
  storeCode,
  takeCode,
  takeSpareCode,
  takeStep,
} from './factors-sql.server.ts'
import { FOUNDER, lockFounding, nameFounder } from './founder-sql.server.ts'
import { staffCookie } from './gate.server.ts'
import { staffCodeMail } from './mails.server.ts'
import * as messages from './messages.ts'
import { createPasskeys } from './passkeys.server.ts'
import { CODE, SESSION, spareCodeIn, totpCodeIn } from './rules.ts'
import {
  confirmSession,
  countWrongFactor,
  createStaffSession,
  endStaffSession,
  findPerson,
  findStaffSession,
  lockPerson,
  type Person,
  takeInvitation,
} from './sql.server.ts'
import { memberOf } from './staff.server.ts'
import type { staffSignInContract } from './staff-contract.ts'
import { createTotp, stepOf } from './totp.server.ts'

type Tx = Transaction<Tables>
type Joined = Pick<Person, 'email' | 'name' | 'role'>

type SignInCalls = Omit<
  Handlers<typeof staffSignInContract>,
  `GET ${string}` | `DELETE ${string}` | `PATCH ${string}` | 'POST /staff'
>

const hasFactor = ({ totpSecret, hasPasskey }: Person) => totpSecret !== null || hasPasskey
const factorsOf = ({ totpSecret, hasPasskey }: Person) => [
  ...(hasPasskey ? (['passkey'] as const) : []),
  ...(totpSecret ? (['totp'] as const) : []),
]

/** The steps of a sign-in: link or code by mail, then passkey, authenticator or spare code. */
export function createSignInHandlers(shop: Shop): SignInCalls {
  const https = shop.config.publicUrl.startsWith('https:')
  const codeKey = createCodeKey(shop.db)
  const passkeys = createPasskeys(shop)
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => shop.db.transaction().execute(work)
  const purposeOf = (email: string) => `staff ${email}`

  async function sendCode({ id, email }: Person): Promise<void> {
    const [code, salt, key] = [newCode(), randomBytes(16), await codeKey()]
    await inTransaction(async (tx) => {
      const digest = digestOf(key, salt, purposeOf(email), code)
      const expiresAt = await storeCode(tx, { staffId: id, salt, digest })
      const sender = { settings: shop.settings(), publicUrl: shop.config.publicUrl }
      await shop.mail.enqueue(tx, staffCodeMail({ ...sender, to: email, code, expiresAt }))
    })
    shop.mail.wake()
  }

  /** Starts a half sign-in, whose token is in the cookie. */
  async function startHalf(tx: Tx, { id }: Person, headers: Headers) {
    const device = deviceName(headers.get('user-agent') ?? '')
    return staffCookie((await createStaffSession(tx, { staffId: id, device, isFull: false })).token, https)
  }

  /** A second factor was right. Its session gets a new token; the first factor of all comes with spare codes. */
  async function confirmed(tx: Tx, person: Person, session: StaffSession) {
    const isFirst = !hasFactor(person)
    await noteFactor(tx, person.id)
    const cookie = staffCookie(await confirmSession(tx, session.sessionId), https)
    const spareCodes = isFirst ? { spareCodes: await createSpareCodes(tx, person.id) } : {}
    shop.log.info({ staff: person.id }, 'staff: signed in')
    return ok({ staff: memberOf(person), ...spareCodes }, cookie)
  }

  /** Counts a wrong second factor; the fifth ends the session, whole or half. */
  async function wrongFactor(tx: Tx, person: Person, session: StaffSession): Promise<Refusal<'wrong_code'>> {
    const count = await countWrongFactor(tx, session.sessionId)
    if (count < SESSION.maxWrongFactors) return refuse('wrong_code', messages.WRONG_FACTOR)
    await endStaffSession(tx, person.id, session.sessionId)
    await noteFailedRound(tx, person.id, person.failedRounds + 1)
    return refuse('wrong_code', messages.FACTORS_ENDED, { headers: staffCookie(null, https) })
  }

  /** The owner of a new shop gives their address. Refused: without one, and once the shop has other staff. */
  async function nameOwner(
    tx: Tx,
    invited: Person,
    { email, name = '' }: { email?: string | undefined; name?: string | undefined },
  ): Promise<Result<Person, 'invalid_link' | 'invalid_input' | 'already_staff'>> {
    if (!(await lockFounding(tx))) return refuse('invalid_link', messages.LINK_INVALID)
    if (email === undefined) {
      const errors = [{ path: 'email', message: messages.FOUNDER_ADDRESS }]
      return refuse('invalid_input', messages.FOUNDER_ADDRESS, { errors })
    }
    if (!(await nameFounder(tx, invited.id, { email, name }))) return refuse('already_staff', messages.ALREADY_STAFF)
    const change = { before: null, after: { email, role: invited.role } }
    await writeAudit(
      tx,
      { kind: 'staff', id: invited.id, name: name || email, role: 'owner' },
      { action: 'staff.found', subject: `staff:${invited.id}`, ...change },
    )
    return ok({ ...invited, email, name })
  }

  /** Whoever has a factor confirms with it before adding another: a mailbox alone isn't enough. */
  function mayEnrol(person: Person, session: StaffSession): boolean {
    return session.isFull || !hasFactor(person)
  }

  return {
    async 'POST /join'({ body, caller }) {
      return transact<Tables, Joined, 'invalid_link' | 'invalid_input' | 'already_staff'>(shop.db, async (tx) => {
        const invited = await takeInvitation(tx, body.token)
        if (!invited) return refuse('invalid_link', messages.LINK_INVALID)
        const named = invited.email === FOUNDER ? await nameOwner(tx, invited, body) : ok(invited)
        if (!named.ok) return named
        const person = named.data
        const { email, name, role } = person
        return ok({ email, name, role }, await startHalf(tx, person, caller.headers))
      })
    },

    async 'POST /login'({ body: { email }, caller }) {
      const mail = { purpose: 'staff', email, client: caller.client }
      const refusal = (await limitMailOfClient(shop, mail)) ?? refuseTooMany(await takeFromMailbox(shop, mail))
      if (refusal) return refusal
      const person = await findPerson(shop.db, { email })
      // Afterwards, so that the time taken doesn't reveal who belongs to the staff. Whoever gets no code asks again.
      if (person) sendCode(person).catch((error: unknown) => shop.log.error({ err: error }, 'staff: no code was sent'))
      return ok({ message: messages.CODE_SENT })
    },

    async 'POST /verify'({ body: { email, otp }, caller }) {
      const refusal = await checkRateLimits(shop, [[`staff-guess ${email} ${caller.client}`, CODE.triesPerClient]])
      if (refusal) return refusal
      const key = await codeKey()
      return inTransaction(async (tx) => {
        // The same statements for a stranger's address, so that the time taken doesn't reveal who belongs to the staff.
        const staffId = (await findPerson(tx, { email }))?.id ?? ''
        const person = await lockPerson(tx, staffId)
        if (person && person.waitSeconds > 0) return tooManyRequests(person.waitSeconds)
        const isRight = await takeCode(tx, key, { staffId, purpose: purposeOf(email), code: otp })
        if (!isRight || !person) return refuse('wrong_code', messages.WRONG_CODE)
        const factors = hasFactor(person) ? factorsOf(person) : (['passkey', 'totp'] as const)
        const cookie = await startHalf(tx, person, caller.headers)
        return ok({ factors: [...factors], enrolled: hasFactor(person) }, cookie)
      })
    },

    async 'POST /totp/enrol'({ caller: { staff } }) {
      const person = await findPerson(shop.db, { id: staff.staffId })
      if (!person || !mayEnrol(person, staff)) return refuse('sign_in_again', messages.HAS_FACTOR)
      const { bytes, secret, uri } = createTotp(staff.email, shop.settings()['shop.name'] || 'Shop')
      await inTransaction((tx) => setPendingTotp(tx, staff.staffId, bytes))
      return ok({ uri, secret, qr: renderSVG(uri) })
    },

    async 'POST /totp'({ body: { code }, caller: { staff } }) {
      return inTransaction(async (tx) => {
        const person = await lockPerson(tx, staff.staffId)
        if (!person) return refuse('wrong_code', messages.WRONG_FACTOR)
        if (!staff.isFull && person.waitSeconds > 0) return tooManyRequests(person.waitSeconds)
        if (!hasFactor(person) && !person.totpPending) return refuse('no_factor', messages.NO_ENROLMENT)
        const isRight = await takeFactor(tx, person, { code, takesPending: mayEnrol(person, staff) })
        return isRight ? confirmed(tx, person, staff) : wrongFactor(tx, person, staff)
      })
    },

    async 'POST /passkeys/options'({ caller: { staff } }) {
      const person = await findPerson(shop.db, { id: staff.staffId })
      if (!person || !mayEnrol(person, staff)) return refuse('sign_in_again', messages.HAS_FACTOR)
      return ok(await passkeys.registrationOptions(person))
    },

    async 'POST /passkeys'({ body, caller: { staff, headers } }) {
      const passkey = await passkeys.checkRegistration(staff.staffId, body)
      return inTransaction(async (tx) => {
        const person = await lockPerson(tx, staff.staffId)
        if (!person || !mayEnrol(person, staff)) return refuse('sign_in_again', messages.HAS_FACTOR)
        if (!passkey) return refuse('wrong_code', messages.PASSKEY_REFUSED)
        const device = deviceName(headers.get('user-agent') ?? '')
        if (!(await addPasskey(tx, { ...passkey, device }))) return refuse('wrong_code', messages.PASSKEY_REFUSED)
        return confirmed(tx, person, staff)
      })
    },

    async 'POST /passkeys/login/options'({ caller }) {
      const refusal = await checkRateLimits(shop, [[`staff-passkey ${caller.client}`, [{ max: 120, seconds: 60 }]]])
      return refusal ?? ok(await passkeys.signInOptions())
    },

    async 'POST /passkeys/login'({ body, caller }) {
      const passkey = await passkeys.checkSignIn(body)
      return inTransaction(async (tx) => {
        const person = passkey && (await lockPerson(tx, passkey.staffId))
        if (!person) return refuse('wrong_code', messages.PASSKEY_REFUSED)
        await notePasskey(tx, passkey.id, passkey.counter)
        const own = caller.staff?.staffId === person.id ? caller.staff : null
        const session = own ?? (await newSession(tx, person, caller.headers))
        const { data, headers } = await confirmed(tx, person, session)
        return ok({ staff: data.staff }, headers)
      })
    },
  }

  async function newSession(tx: Tx, person: Person, headers: Headers): Promise<StaffSession> {
    const device = deviceName(headers.get('user-agent') ?? '')
    const { token } = await createStaffSession(tx, { staffId: person.id, device, isFull: false })
    const session = await findStaffSession(tx, token)
    if (!session) throw new Error('The session that was just made is gone.')
    return session
  }

  /** Takes an authenticator's code, each time step once, or a spare code. */
  async function takeFactor(
    tx: Tx,
    person: Person,
    { code, takesPending }: { code: string; takesPending: boolean },
  ): Promise<boolean> {
    const digits = totpCodeIn(code)
    if (digits === null) {
      const spare = spareCodeIn(code)
      return spare !== null && takeSpareCode(tx, person.id, spare)
    }
    const secrets = [...(takesPending && person.totpPending ? [person.totpPending] : []), person.totpSecret]
    for (const secret of secrets) {
      const step = secret && stepOf(secret, digits, shop.clock.now())
      if (!secret || step === null || (secret === person.totpSecret && step <= person.totpStep)) continue
      await takeStep(tx, person.id, { step, secret })
      return true
    }
    return false
  }
}
