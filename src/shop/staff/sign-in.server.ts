import type { Transaction } from 'kysely'
import { renderSVG } from 'uqr'
import type { StaffSession } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, refuse } from '#platform/api/result.ts'
import { deviceName } from '../accounts/device-cookie.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { checkRateLimits, tooManyRequests } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { noteFactorChange } from './factors.server.ts'
import {
  addPasskey,
  createSpareCodes,
  noteFactor,
  noteFailedRound,
  notePasskey,
  setPendingTotp,
  takePendingTotp,
  takeSpareCode,
  takeStep,
} from './factors-sql.server.ts'
import { staffCookie } from './gate.server.ts'
import { createHalfSignInHandlers, wrongAnswer } from './half-sign-in.server.ts'
import * as messages from './messages.ts'
import { createPasskeys } from './passkeys.server.ts'
import { SESSION, spareCodeIn, totpCodeIn } from './rules.ts'
import {
  confirmSession,
  countWrongFactor,
  createStaffSession,
  endStaffSession,
  findPerson,
  findStaffSession,
  hasFactor,
  lockPerson,
  type Person,
} from './sql.server.ts'
import { memberOf } from './staff.server.ts'
import type { staffSignInContract } from './staff-contract.ts'
import { createTotp, stepOf } from './totp.server.ts'

type Tx = Transaction<Tables>

type SignInCalls = Omit<
  Handlers<typeof staffSignInContract>,
  `GET ${string}` | `DELETE ${string}` | `PATCH ${string}` | 'POST /staff' | 'POST /staff/{id}/reset'
>

/** What a code is: of the authenticator that somebody has or of one that they are adding, or a spare code. */
type CodeKind = 'authenticator' | 'new authenticator' | 'spare code'
type Factor = CodeKind | 'passkey'

/** What is noted of whoever signs in. */
type SignInCaller = { client: string; headers: Headers }

/** The steps of a sign-in: link or code by mail, then passkey, authenticator or spare code. */
export function createSignInHandlers(shop: Shop): SignInCalls {
  const https = shop.config.publicUrl.startsWith('https:')
  const passkeys = createPasskeys(shop)
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => shop.db.transaction().execute(work)

  /** A second factor was right. Its session gets a new token, and is recent from now on. A sign-in is a line of the log. */
  async function confirmed(
    tx: Tx,
    person: Person,
    session: StaffSession,
    { factor, caller: { client, headers } }: { factor: Factor; caller: SignInCaller },
  ) {
    await noteFactor(tx, person.id)
    if (!session.isFull) {
      const { id, email, name, role } = person
      const after = { factor, device: deviceName(headers.get('user-agent') ?? '') }
      const line = { action: 'staff.sign-in', subject: `staff:${id}`, before: null, after }
      await writeAudit(tx, { kind: 'staff', id, name: name || email, role }, line)
    }
    const cookie = staffCookie(await confirmSession(tx, session.sessionId), https)
    shop.log.info({ staff: person.id, session: session.sessionId, factor, client }, 'staff: signed in')
    return ok({ staff: memberOf(person) }, cookie)
  }

  /**
   * A second factor was added. The first of all signs in and comes with spare codes; another one confirms nothing, since whoever
   * adds it chooses it.
   */
  async function enrolled(
    tx: Tx,
    person: Person,
    session: StaffSession,
    { factor, caller, name }: { factor: Factor; caller: SignInCaller; name: string },
  ) {
    if (!hasFactor(person)) {
      const { data, headers } = await confirmed(tx, person, session, { factor, caller })
      return ok({ ...data, spareCodes: await createSpareCodes(tx, person.id) }, headers)
    }
    const isReplaced = factor === 'new authenticator' && person.totpSecret !== null
    await noteFactorChange(shop, tx, session, { action: isReplaced ? 'factor.replace' : 'factor.add', name })
    return ok({ staff: memberOf(person) })
  }

  /** Counts a wrong second factor; the fifth ends the session, whole or half. */
  async function wrongFactor(tx: Tx, person: Person, session: StaffSession): Promise<Refusal<'wrong_code'>> {
    const count = await countWrongFactor(tx, session.sessionId)
    if (count < SESSION.maxWrongFactors) return refuse('wrong_code', messages.WRONG_FACTOR)
    await endStaffSession(tx, person.id, session.sessionId)
    await noteFailedRound(tx, person.id, person.failedRounds + 1)
    return refuse('wrong_code', messages.FACTORS_ENDED, { headers: staffCookie(null, https) })
  }

  /**
   * Why somebody may not add a factor now, or null. Whoever has one confirms with it within ten minutes before; whoever has none
   * needs the session of an invitation's link. A mailbox or an old session is enough for neither.
   */
  function refuseEnrolment(person: Person | null, session: StaffSession): Refusal<'sign_in_again'> | null {
    if (!person) return refuse('sign_in_again', messages.NOBODY)
    if (!hasFactor(person)) return session.mayEnrol ? null : refuse('sign_in_again', messages.LINK_ALONE)
    return session.isFull ? session.confirmation.ask() : refuse('sign_in_again', messages.HAS_FACTOR)
  }

  return {
    ...createHalfSignInHandlers(shop),

    async 'POST /totp/enrol'({ caller: { staff } }) {
      const refused = refuseEnrolment(await findPerson(shop.db, { id: staff.staffId }), staff)
      if (refused) return refused
      const { bytes, secret, uri } = createTotp(staff.email, shop.settings()['shop.name'] || 'Shop')
      await inTransaction((tx) => setPendingTotp(tx, staff.staffId, bytes))
      return ok({ uri, secret, qr: renderSVG(uri) })
    },

    async 'POST /totp'({ body: { code }, caller }) {
      const { staff } = caller
      const answer = await inTransaction(async (tx) => {
        const person = await lockPerson(tx, staff.staffId)
        if (!person) return refuse('wrong_code', messages.WRONG_FACTOR)
        if (!staff.isFull && person.waitSeconds > 0) return tooManyRequests(person.waitSeconds)
        if (!hasFactor(person) && !person.totpPending) return refuse('no_factor', messages.NO_ENROLMENT)
        const found = await findFactor(tx, person, code)
        if (found?.kind === 'new authenticator') {
          const refused = refuseEnrolment(person, staff)
          if (refused) return staff.isFull ? refused : wrongFactor(tx, person, staff)
          await takePendingTotp(tx, person.id, found.step)
          return enrolled(tx, person, staff, { factor: found.kind, caller, name: 'Authenticator app' })
        }
        if (found === null) return wrongFactor(tx, person, staff)
        if (found.kind === 'authenticator') await takeStep(tx, person.id, found.step)
        return confirmed(tx, person, staff, { factor: found.kind, caller })
      })
      shop.mail.wake()
      return answer
    },

    async 'POST /passkeys/options'({ caller: { staff } }) {
      const person = await findPerson(shop.db, { id: staff.staffId })
      const refused = refuseEnrolment(person, staff)
      if (refused || !person) return refused ?? refuse('sign_in_again', messages.NOBODY)
      return ok(await passkeys.registrationOptions(person))
    },

    async 'POST /passkeys'({ body, caller }) {
      const { staff, headers } = caller
      const passkey = await passkeys.checkRegistration(staff.staffId, body)
      const answer = await inTransaction(async (tx) => {
        const person = await lockPerson(tx, staff.staffId)
        const refused = refuseEnrolment(person, staff)
        if (refused || !person) return refused ?? refuse('sign_in_again', messages.NOBODY)
        if (!passkey) return refuse('wrong_code', messages.PASSKEY_REFUSED)
        const device = deviceName(headers.get('user-agent') ?? '')
        if (!(await addPasskey(tx, { ...passkey, device }))) return refuse('wrong_code', messages.PASSKEY_REFUSED)
        return enrolled(tx, person, staff, { factor: 'passkey', caller, name: device })
      })
      shop.mail.wake()
      return answer
    },

    async 'POST /passkeys/login/options'({ caller }) {
      const refusal = await checkRateLimits(shop, [[`staff-passkey ${caller.client}`, [{ max: 120, seconds: 60 }]]])
      return refusal ?? ok(await passkeys.signInOptions())
    },

    async 'POST /passkeys/login'({ body, caller }) {
      const passkey = await passkeys.checkSignIn(body)
      const answer = await inTransaction(async (tx) => {
        const person = passkey && (await lockPerson(tx, passkey.staffId))
        if (!person) return refuse('wrong_code', messages.PASSKEY_REFUSED)
        await notePasskey(tx, passkey.id, passkey.counter)
        const own = caller.staff?.staffId === person.id ? caller.staff : null
        const session = own ?? (await newSession(tx, person, caller.headers))
        return confirmed(tx, person, session, { factor: 'passkey', caller })
      })
      return answer.ok ? answer : wrongAnswer(shop, caller.client, answer)
    },
  }

  async function newSession(tx: Tx, person: Person, headers: Headers): Promise<StaffSession> {
    const device = deviceName(headers.get('user-agent') ?? '')
    const { token } = await createStaffSession(tx, { staffId: person.id, device, isFull: false })
    const session = await findStaffSession(tx, token)
    if (!session) throw new Error('The session that was just made is gone.')
    return session
  }

  /** What a code is, or null if it's wrong. A spare code is used up by it, and a step of the authenticator counts once. */
  async function findFactor(tx: Tx, person: Person, code: string): Promise<{ kind: CodeKind; step: number } | null> {
    const digits = totpCodeIn(code)
    if (digits === null) {
      const spare = spareCodeIn(code)
      return spare !== null && (await takeSpareCode(tx, person.id, spare)) ? { kind: 'spare code', step: 0 } : null
    }
    const stepIn = (secret: Buffer | null) => secret && stepOf(secret, digits, shop.clock.now())
    const step = stepIn(person.totpSecret)
    if (step !== null && step > person.totpStep) return { kind: 'authenticator', step }
    const added = stepIn(person.totpPending)
    return added === null ? null : { kind: 'new authenticator', step: added }
  }
}
