import type { Transaction } from 'kysely'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, refuse } from '#platform/api/result.ts'
import { createKeyedMutex } from '#platform/limits/keyed-mutex.ts'
import { MAILBOX_RULES, refuseTooMany } from '../limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { createPepper, issueCode, type Proof, tryCode, tryLink } from './code-store.server.ts'
import type { accountsContract } from './contract.ts'
import { codeMail, inviteMail, linkMail } from './mails.server.ts'
import { messages } from './messages.ts'
import { FAILURES_BEFORE_LINK, LIMITS } from './rules.ts'
import { beginSession, endSession, lockMailbox, noteRegistration, obtainCustomer, readMailbox } from './store.server.ts'

/** Registration, login by code, logout (SPEC 4 and 5; CONTRACT, Codes). */
export function createAccountsHandlers(shop: Shop): Handlers<typeof accountsContract> {
  const pepper = createPepper(shop.db)
  const inTurn = createKeyedMutex()

  /** Sends a mailbox what it is due: a code, a link, or an invitation. The answer to the caller never tells which. */
  async function askForCode(email: string, client: string, name: string | null): Promise<Refusal | null> {
    const refusal = await refuseTooMany(shop, [
      [`sign-in ${client}`, LIMITS.asksPerClient],
      [`mail ${email}`, MAILBOX_RULES],
    ])
    if (refusal) return refusal
    const key = await pepper()
    await inTurn(email, () => shop.db.transaction().execute((tx) => sendCode(shop, tx, key, { email, name })))
    shop.mail.kick()
    return null
  }

  /** What a try to sign in comes to. The log names who and from where; refused tries stand in the log of requests. */
  function answer(signedIn: Awaited<ReturnType<typeof signIn>>, client: string, otherwise: string) {
    if (!signedIn) return refuse('unauthenticated', otherwise)
    shop.log.info({ customer: signedIn.data.id, client }, 'accounts: signed in')
    return ok(signedIn)
  }

  return {
    async 'POST /user/register'({ body, caller }) {
      const refusal = await askForCode(body.email, caller.client, body.name)
      return refusal ?? ok({ success: true, message: messages.registered, data: { email: body.email } })
    },

    async 'POST /user/login'({ body, caller }) {
      const refusal = await askForCode(body.email, caller.client, null)
      return refusal ?? ok({ success: true, message: messages.codeSent(body.email), data: { email: body.email } })
    },

    async 'POST /user/verifyOtp'({ body, caller }) {
      const refusal = await refuseTooMany(shop, [[`verify ${caller.client}`, LIMITS.guessesPerClient]])
      if (refusal) return refusal
      const key = await pepper()
      const guess = { email: body.email, code: body.otp }
      const signedIn = await inTurn(guess.email, () =>
        shop.db.transaction().execute(async (tx) => {
          await lockMailbox(tx, guess.email)
          return signIn(tx, await tryCode(tx, key, guess))
        }),
      )
      return answer(signedIn, caller.client, messages.verificationFailed)
    },

    async 'POST /user/verifyLink'({ body, caller }) {
      const refusal = await refuseTooMany(shop, [[`verify ${caller.client}`, LIMITS.guessesPerClient]])
      if (refusal) return refusal
      const signedIn = await shop.db.transaction().execute(async (tx) => signIn(tx, await tryLink(tx, body.token)))
      return answer(signedIn, caller.client, messages.linkDead)
    },

    async 'POST /user/logout'({ caller }) {
      if (caller.token) await endSession(shop.db, caller.customer, caller.token)
      return ok(undefined)
    },
  }
}

/** The same statements for known and unknown addresses, so that neither answer nor time tells who shops here. */
async function sendCode(
  shop: Shop,
  tx: Transaction<Tables>,
  pepper: Buffer,
  { email, name }: { email: string; name: string | null },
): Promise<void> {
  await lockMailbox(tx, email)
  if (name !== null) await noteRegistration(tx, email, name)
  const mailbox = await readMailbox(tx, email)
  const unknown = mailbox.accountName === null && mailbox.pendingName === null
  const kind = unknown ? 'decoy' : mailbox.failures >= FAILURES_BEFORE_LINK ? 'link' : 'code'
  const { publicUrl, codeMinutes } = shop.settings
  const { secret, expiresAt } = await issueCode(tx, pepper, {
    email,
    name: name ?? mailbox.pendingName,
    minutes: codeMinutes,
    kind,
  })
  const letter = { to: email, expiresAt, codeMinutes, name: mailbox.accountName, failures: mailbox.failures }
  // The link's token stands behind #, which no browser sends along: it reaches no log on its way.
  const mail = {
    code: () => codeMail({ ...letter, code: secret }),
    link: () => linkMail({ ...letter, href: `${publicUrl}/verify#link=${secret}` }),
    decoy: () => inviteMail({ to: email, publicUrl, expiresAt }),
  }[kind]()
  await shop.mail.enqueue(tx, mail)
}

async function signIn(tx: Transaction<Tables>, proof: Proof | null) {
  if (!proof) return null
  const customer = await obtainCustomer(tx, proof.email, proof.name ?? '')
  return { message: messages.verified, token: await beginSession(tx, customer.id), data: customer }
}
