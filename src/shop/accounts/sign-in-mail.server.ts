import type { Transaction } from 'kysely'
import type { Refusal } from '#platform/api/result.ts'
import type { createKeyedMutex } from '#platform/limits/keyed-mutex.ts'
import { localPath } from '#platform/text/local-path.ts'
import { takeSignInMail } from '../contact/stranger-mails.server.ts'
import { checkRateLimits, limitMailOfClient, takeFromMailbox } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { hasLink, issueCode } from './code-sql.server.ts'
import { codeMail, inviteMail, linkMail } from './mails.server.ts'
import { FAILURES_BEFORE_LINK, LIMITS } from './rules.ts'
import { hasAccount, lockMailbox, readMailbox, saveRegistration } from './sql.server.ts'

/** Who asks for a sign-in mail; `name` is that of a registration, else null. */
export interface SignInRequest {
  email: string
  client: string
  name: string | null
}

interface SignInMail extends Omit<SignInRequest, 'client'> {
  /** The mailbox has had its mails. One valid link stays in it all the same, so that strangers who ask can't keep its owner out. */
  isFull: boolean
  /** Somebody at the client's address entered too many wrong codes, so it gets nothing to guess. */
  isGuesser: boolean
  /** False for a mailbox without an account if strangers used up the shop's mails. */
  isAffordable: boolean
}

/** The bucket of a client's wrong guesses. */
export function failuresOf(client: string): string {
  return `verify-failed ${client}`
}

/** Creates the function that sends a code, a link or an invitation. The response is the same for all three. */
export function createSignInMails(
  shop: Shop,
  codeKey: () => Promise<Buffer>,
  withLock: ReturnType<typeof createKeyedMutex>,
): (request: SignInRequest) => Promise<Refusal<'too_many_requests'> | null> {
  return async ({ email, client, name }) => {
    const mail = { purpose: 'sign-in', email, client }
    const refusal =
      (await checkRateLimits(shop, [[`sign-in ${client}`, LIMITS.requestsPerClient]])) ??
      (await limitMailOfClient(shop, mail))
    if (refusal) return refusal
    const isFull = !(await takeFromMailbox(shop, mail)).ok
    const isGuesser = !(await shop.limits.check(failuresOf(client), LIMITS.failedGuessesPerClient)).ok
    const isAffordable = await takeSignInMail(shop, await hasAccount(shop.db, email))
    const key = await codeKey()
    await withLock(email, () =>
      shop.db.transaction().execute((tx) => sendCode(shop, tx, key, { email, name, isFull, isGuesser, isAffordable })),
    )
    shop.mail.wake()
    return null
  }
}

/** Runs the same statements for known and unknown addresses, so that neither response nor time reveals accounts. */
async function sendCode(
  shop: Shop,
  tx: Transaction<Tables>,
  codeKey: Buffer,
  { email, name, isFull, isGuesser, isAffordable }: SignInMail,
): Promise<void> {
  await lockMailbox(tx, email)
  if (name !== null) await saveRegistration(tx, email, name)
  const mailbox = await readMailbox(tx, email)
  const unknown = mailbox.accountName === null && mailbox.pendingName === null
  const kind = isFull || isGuesser || mailbox.failures >= FAILURES_BEFORE_LINK ? 'link' : 'code'
  if (isFull && (await hasLink(tx, email))) return
  const { publicUrl, codeMinutes } = shop.config
  const { secret, expiresAt } = await issueCode(tx, codeKey, {
    email,
    name: name ?? mailbox.pendingName,
    minutes: codeMinutes,
    kind,
    isDecoy: unknown,
  })
  const sender = { settings: shop.settings(), publicUrl }
  const fields = { to: email, expiresAt, codeMinutes, name: mailbox.accountName, failures: mailbox.failures, ...sender }
  // The token is in the fragment, which browsers do not send: it reaches no log.
  const write = () => {
    if (unknown) return inviteMail({ to: email, expiresAt, ...sender })
    if (kind === 'code') return codeMail({ ...fields, code: secret })
    return linkMail({ ...fields, href: `${publicUrl}${localPath('/verify')}#link=${secret}` })
  }
  if (isAffordable) await shop.mail.enqueue(tx, write())
}
