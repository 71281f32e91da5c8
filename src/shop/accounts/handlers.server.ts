import type { Transaction } from 'kysely'
import type { Code } from '#platform/api/codes.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, refuse } from '#platform/api/result.ts'
import { createKeyedMutex } from '#platform/limits/keyed-mutex.ts'
import { storeLanguage } from '../contact/language-sql.server.ts'
import { takeStrangerMail } from '../contact/stranger-mails.server.ts'
import { checkRateLimits, limitMail, MAILBOX_LIMITS, refuseTooMany } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { createCodeKey, findLinkOwner, tryCode, tryLink, type VerifiedEmail } from './code-sql.server.ts'
import type { accountsContract } from './contract.ts'
import { deviceCookie, deviceName, readDeviceCookies } from './device-cookie.server.ts'
import { copiedMail, newDeviceMail } from './device-mails.server.ts'
import { addDevice, listDevices, refresh, revokeDevice, revokeDevicesOf } from './devices-sql.server.ts'
import { startEmailChange, tryEmailChange } from './email-change-sql.server.ts'
import { changedMail, changeMail, takenMail } from './mails.server.ts'
import * as messages from './messages.ts'
import { LIMITS, maskEmail } from './rules.ts'
import { createSignInMails, failuresOf } from './sign-in-mail.server.ts'
import {
  createSession,
  endOtherSessions,
  endSession,
  findCustomer,
  findEmail,
  findOrCreateCustomer,
  lockMailbox,
  renameCustomer,
} from './sql.server.ts'
import { exportCustomer, forgetCustomer, tagsOfName } from './staff.server.ts'

/**
 * The API calls of an account: from registration and login to its export and deletion (SPEC 4 and 5; CONTRACT, Codes).
 */
export function createAccountsHandlers(shop: Shop): Handlers<typeof accountsContract> {
  const codeKey = createCodeKey(shop.db)
  const withLock = createKeyedMutex()
  const sendSignInMail = createSignInMails(shop, codeKey, withLock)
  const https = shop.config.publicUrl.startsWith('https:')
  const sender = () => ({ settings: shop.settings(), publicUrl: shop.config.publicUrl })

  /** The response to an attempt to sign in. Successes are logged here, refusals by the request log. */
  function signInResult<C extends Code>(
    signedIn: Awaited<ReturnType<typeof signIn>>,
    client: string,
    refusal: Refusal<C>,
  ) {
    if (!signedIn) return refusal
    shop.log.info({ customer: signedIn.data.id, client }, 'accounts: signed in')
    return ok(signedIn)
  }

  return {
    async 'POST /user/register'({ body, caller }) {
      const refusal = await sendSignInMail({ email: body.email, client: caller.client, name: body.name })
      return refusal ?? ok({ success: true, message: messages.REGISTERED, data: { email: body.email } })
    },

    async 'POST /user/login'({ body, caller }) {
      const refusal = await sendSignInMail({ email: body.email, client: caller.client, name: null })
      return refusal ?? ok({ success: true, message: messages.codeSent(body.email), data: { email: body.email } })
    },

    async 'POST /user/verifyOtp'({ body, caller }) {
      const failures = failuresOf(caller.client)
      // It rejects wrong codes only: others may share the address.
      const refusal =
        (await checkRateLimits(shop, [[`verify ${caller.client}`, LIMITS.guessesPerClient]])) ??
        refuseTooMany(await shop.limits.check(failures, LIMITS.failedGuessesPerClient))
      const key = await codeKey()
      const guess = { email: body.email, code: body.otp, isLimited: refusal !== null }
      const { session, isWrong } = await withLock(guess.email, () =>
        shop.db.transaction().execute(async (tx) => {
          await lockMailbox(tx, guess.email)
          const { verified, wasCompared } = await tryCode(tx, key, guess)
          return { session: await signIn(tx, verified), isWrong: wasCompared && !verified }
        }),
      )
      if (isWrong) await shop.limits.take(failures, LIMITS.failedGuessesPerClient)
      return signInResult(session, caller.client, refusal ?? refuse('wrong_code', messages.VERIFICATION_FAILED))
    },

    async 'POST /user/verifyLink'({ body, caller }) {
      const signedIn = await shop.db.transaction().execute(async (tx) => signIn(tx, await tryLink(tx, body.token)))
      return signInResult(signedIn, caller.client, refuse('invalid_link', messages.LINK_INVALID))
    },

    async 'POST /user/linkOwner'({ body }) {
      const email = await findLinkOwner(shop.db, body.token)
      return email === null ? refuse('invalid_link', messages.LINK_INVALID) : ok({ email: maskEmail(email) })
    },

    async 'GET /user/my-data/{userId}'({ caller }) {
      return exportCustomer(shop, await findEmail(shop.db, caller.customer))
    },

    async 'POST /user/delete-account'({ body, caller }) {
      const email = await findEmail(shop.db, caller.customer)
      if (body.email !== email) return refuse('email_mismatch', messages.EMAIL_OF_ACCOUNT)
      const forgotten = await forgetCustomer(shop, { kind: 'customer', id: caller.customer }, email)
      if (!forgotten.ok) return forgotten
      await shop.invalidateCacheTags(forgotten.data.tags)
      return ok(undefined)
    },

    async 'PUT /user/name'({ body, caller }) {
      const data = await renameCustomer(shop.db, caller.customer, body.name)
      await shop.invalidateCacheTags(await tagsOfName(shop, caller.customer))
      return ok({ success: true, message: messages.NAME_CHANGED, data })
    },

    async 'POST /user/changeEmail'({ body: { email }, caller }) {
      const { customer } = caller
      const own = await findEmail(shop.db, customer)
      if (email === own) return refuse('email_unchanged', messages.OWN_ADDRESS)
      const refusal =
        (await checkRateLimits(shop, [[`change-of ${customer}`, MAILBOX_LIMITS]])) ??
        (await limitMail(shop, { purpose: 'change', email, client: customer })) ??
        (await takeStrangerMail(shop))
      if (refusal) return refusal
      const key = await codeKey()
      await shop.db.transaction().execute(async (tx) => {
        const { codeMinutes } = shop.config
        const change = await startEmailChange(tx, key, { customerId: customer, email, minutes: codeMinutes })
        const shared = { ...sender(), codeMinutes, expiresAt: change.expiresAt }
        await shop.mail.enqueue(tx, changeMail({ ...shared, to: own, code: change.oldCode, other: email }))
        const toNew = { ...shared, to: email, other: own }
        await shop.mail.enqueue(tx, change.isTaken ? takenMail(toNew) : changeMail({ ...toNew, code: change.newCode }))
      })
      shop.mail.wake()
      return ok({ success: true, message: messages.CODES_SENT })
    },

    async 'POST /user/confirmEmail'({ body: { oldCode, newCode }, caller }) {
      const { customer } = caller
      const key = await codeKey()
      const data = await shop.db.transaction().execute(async (tx) => {
        const change = await tryEmailChange(tx, key, { customerId: customer, oldCode, newCode })
        if (change === null) return null
        for (const to of [change.before, change.after])
          await shop.mail.enqueue(tx, changedMail({ to, email: change.after, ...sender() }))
        await endOtherSessions(tx, customer, caller.token ?? '')
        return findCustomer(tx, customer)
      })
      if (data === null) return refuse('wrong_codes', messages.CODES_WRONG)
      shop.mail.wake()
      return ok({ success: true, message: messages.EMAIL_CHANGED, data })
    },

    async 'POST /user/keepSignedIn'({ caller }) {
      const name = deviceName(caller.headers.get('user-agent') ?? '')
      const { customer: customerId, token: sessionToken } = caller
      const before = readDeviceCookies(caller.headers, https)
      const added = await shop.db.transaction().execute(async (tx) => {
        const device = await addDevice(tx, { customerId, sessionToken: sessionToken ?? '', name, before })
        if (device?.isNew) {
          const { email: to } = await findCustomer(tx, customerId)
          await shop.mail.enqueue(tx, newDeviceMail({ to, device: name, ...sender() }))
        }
        return device
      })
      if (added === null) return refuse('sign_in_again', messages.LOGIN_TOO_OLD)
      shop.mail.wake()
      return ok(undefined, deviceCookie(added.token, https))
    },

    async 'POST /user/refreshSession'({ caller }) {
      const [token, ...others] = readDeviceCookies(caller.headers, https)
      const ended = refuse('not_logged_in', messages.SESSION_ENDED, { headers: deviceCookie(null, https) })
      if (token === undefined || others.length > 0) return ended
      const refreshed = await shop.db.transaction().execute(async (tx) => {
        const outcome = await refresh(tx, token)
        if (outcome !== null && 'copied' in outcome) {
          const { copied: device, customer } = outcome
          await shop.mail.enqueue(tx, copiedMail({ to: customer.email, device, ...sender() }))
          shop.log.warn({ customer: customer.id, client: caller.client }, 'accounts: a refresh token was used twice')
          return null
        }
        return outcome
      })
      if (refreshed === null) {
        // There is a mail if the token was a copy.
        shop.mail.wake()
        return ended
      }
      const { customer, sessionToken, next } = refreshed
      const data = { message: messages.SIGNED_IN, token: sessionToken, data: customer }
      return next === null ? ok(data) : ok(data, deviceCookie(next, https))
    },

    async 'POST /user/forgetDevice'({ caller }) {
      await revokeDevicesOf(shop.db, readDeviceCookies(caller.headers, https))
      return ok(undefined, deviceCookie(null, https))
    },

    async 'GET /user/devices/{userId}'({ caller }) {
      const devices = await listDevices(shop.db, caller.customer, caller.token ?? '')
      return ok({
        devices: devices.map(({ id, name, created_at, rotated_at, current }) => ({
          _id: id,
          name,
          since: created_at.toISOString(),
          lastUsed: rotated_at.toISOString(),
          current,
        })),
      })
    },

    async 'DELETE /user/device'({ body, caller }) {
      const revoked = await revokeDevice(shop.db, caller.customer, body.deviceId)
      return revoked ? ok(undefined) : refuse('not_found', messages.DEVICE_NOT_FOUND)
    },

    async 'DELETE /user/devices/{userId}'({ caller }) {
      const { customer, token } = caller
      await shop.db.transaction().execute((tx) => endOtherSessions(tx, customer, token ?? ''))
      return ok(undefined)
    },

    async 'POST /user/logout'({ caller }) {
      if (caller.token) await endSession(shop.db, caller.customer, caller.token)
      return ok(undefined)
    },
  }
}

async function signIn(tx: Transaction<Tables>, verified: VerifiedEmail | null) {
  if (!verified) return null
  const customer = await findOrCreateCustomer(tx, verified.email, verified.name ?? '')
  await storeLanguage(tx, customer.id)
  return { message: messages.SIGNED_IN, token: await createSession(tx, customer.id), data: customer }
}
