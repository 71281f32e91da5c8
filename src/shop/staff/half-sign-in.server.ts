import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
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
import { countWrongGuesses, forgetCodes, storeCode, takeCode } from './factors-sql.server.ts'
import { FOUNDER, lockFounding, nameFounder } from './founder-sql.server.ts'
import { staffCookie } from './gate.server.ts'
import { staffCodeMail, staffLinkMail } from './mails.server.ts'
import * as messages from './messages.ts'
import { CODE, PER_CLIENT } from './rules.ts'
import {
  createSignInLink,
  createStaffSession,
  findPerson,
  hasFactor,
  lockPerson,
  type Person,
  takeInvitation,
} from './sql.server.ts'
import type { staffSignInContract } from './staff-contract.ts'

type Tx = Transaction<Tables>
type Joined = Pick<Person, 'email' | 'name' | 'role'> & { enrolled: boolean }

type HalfSignInCalls = Pick<Handlers<typeof staffSignInContract>, 'POST /join' | 'POST /login' | 'POST /verify'>

/**
 * Counts a wrong answer to a public call, and says to wait once a client gave too many. To be called only afterwards: a right
 * answer counts whatever others at the same address did.
 */
export async function wrongAnswer<C extends 'wrong_code' | 'invalid_link'>(
  shop: Pick<Shop, 'limits'>,
  client: string,
  refusal: Refusal<C>,
): Promise<Refusal<C | 'too_many_requests'>> {
  return (await checkRateLimits(shop, [[`staff-wrong ${client}`, PER_CLIENT.wrongAnswers]])) ?? refusal
}

/** The first half of a sign-in: a link, or a code by mail. Both lead to the second factor (sign-in.server.ts). */
export function createHalfSignInHandlers(shop: Shop): HalfSignInCalls {
  const https = shop.config.publicUrl.startsWith('https:')
  const codeKey = createCodeKey(shop.db)
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => shop.db.transaction().execute(work)
  const purposeOf = (email: string) => `staff ${email}`

  /** Sends a code; once strangers asked or guessed too often a link, and no second one while it's valid. */
  async function sendMail({ id, email: to }: Person, isFull: boolean): Promise<void> {
    const [code, salt, key] = [newCode(), randomBytes(16), await codeKey()]
    const sender = { settings: shop.settings(), publicUrl: shop.config.publicUrl, to }
    await inTransaction(async (tx) => {
      await lockPerson(tx, id)
      if (isFull || (await countWrongGuesses(tx, id)) >= CODE.triesBeforeLink) {
        const link = await createSignInLink(tx, id)
        if (link === null) return
        const { token, expiresAt } = link
        // The token is in the fragment, which browsers don't send: it reaches no log.
        const href = `${shop.config.publicUrl}/admin/login#${token}`
        await shop.mail.enqueue(tx, staffLinkMail({ ...sender, href, expiresAt }))
        return
      }
      const expiresAt = await storeCode(tx, { staffId: id, salt, digest: digestOf(key, salt, purposeOf(to), code) })
      await shop.mail.enqueue(tx, staffCodeMail({ ...sender, code, expiresAt }))
    })
    shop.mail.wake()
  }

  /** Starts a half sign-in, whose token is in the cookie. */
  async function startHalf(tx: Tx, { id }: Person, headers: Headers, mayEnrol: boolean) {
    const device = deviceName(headers.get('user-agent') ?? '')
    return staffCookie((await createStaffSession(tx, { staffId: id, device, isFull: false, mayEnrol })).token, https)
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

  return {
    async 'POST /join'({ body, caller }) {
      const joined = await transact<Tables, Joined, 'invalid_link' | 'invalid_input' | 'already_staff'>(
        shop.db,
        async (tx) => {
          const taken = await takeInvitation(tx, body.token)
          if (!taken) return refuse('invalid_link', messages.LINK_INVALID)
          const { person: invited, purpose } = taken
          const named = invited.email === FOUNDER ? await nameOwner(tx, invited, body) : ok(invited)
          if (!named.ok) return named
          const person = named.data
          const enrolled = hasFactor(person)
          await forgetCodes(tx, person.id)
          const cookie = await startHalf(tx, person, caller.headers, purpose === 'join' && !enrolled)
          const { email, name, role } = person
          return ok({ email, name, role, enrolled }, cookie)
        },
      )
      return joined.ok || joined.code !== 'invalid_link'
        ? joined
        : wrongAnswer(shop, caller.client, refuse('invalid_link', joined.message))
    },

    async 'POST /login'({ body: { email }, caller: { client } }) {
      const refusal = await checkRateLimits(shop, [[`staff-sign-in ${client}`, PER_CLIENT.requests]])
      if (refusal) return refusal
      const mail = { purpose: 'staff', email, client }
      const isFull = (await limitMailOfClient(shop, mail)) !== null || !(await takeFromMailbox(shop, mail)).ok
      const person = await findPerson(shop.db, { email })
      // A mailbox alone sets up no factor, so whoever has none gets nothing. Afterwards, so that the time taken doesn't reveal
      // who belongs to the staff. Whoever gets no mail asks again.
      if (person && hasFactor(person))
        sendMail(person, isFull).catch((error: unknown) => shop.log.error({ err: error }, 'staff: no code was sent'))
      return ok({ message: messages.CODE_SENT })
    },

    async 'POST /verify'({ body: { email, otp }, caller: { client, headers } }) {
      const key = await codeKey()
      const verified = await inTransaction(async (tx) => {
        // The same statements for a stranger's address, so that the time taken doesn't reveal who belongs to the staff.
        const staffId = (await findPerson(tx, { email }))?.id ?? ''
        const person = await lockPerson(tx, staffId)
        if (person && person.waitSeconds > 0) return tooManyRequests(person.waitSeconds)
        const isRight = await takeCode(tx, key, { staffId, purpose: purposeOf(email), code: otp })
        if (!isRight || !person || !hasFactor(person)) return refuse('wrong_code', messages.WRONG_CODE)
        const cookie = await startHalf(tx, person, headers, false)
        const factors = [
          ...(person.hasPasskey ? (['passkey'] as const) : []),
          ...(person.totpSecret ? (['totp'] as const) : []),
        ]
        return ok({ factors, enrolled: true }, cookie)
      })
      if (verified.ok || verified.code !== 'wrong_code') return verified
      const guesses = await shop.limits.take(`staff-guess ${email} ${client}`, CODE.triesPerClient)
      return refuseTooMany(guesses) ?? wrongAnswer(shop, client, refuse('wrong_code', verified.message))
    },
  }
}
