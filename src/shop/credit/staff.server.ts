import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { toPaise, toRupees } from '#platform/money.ts'
import { lockAccount } from '../accounts/people-sql.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { type MailContext, mailCustomer } from '../orders/mail-customer.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import type { StoreCredit } from './contract.ts'
import { creditGivenMail } from './mails.server.ts'
import { readCredit } from './read.server.ts'
import { deleteUnusedGift, findCreditOwner, insertGift } from './sql.server.ts'

type Context = MailContext & Pick<Shop, 'db'> & { mail: Pick<Shop['mail'], 'wake'>; actor: Actor }
type Given = StoreCredit & { undo: string | null }

const NO_CUSTOMER = 'This customer doesn’t exist. They may have been erased.'
const USED_SINCE = 'This can’t be undone: some of the credit has been used or has expired.'

const subjectOf = (customer: string) => `customer:${customer}`

/** Gives a customer store credit as goodwill, and tells them by mail. `amount`: rupees. Refused: no such customer. */
export async function giveCredit(
  context: Context,
  customer: string,
  { amount: rupees, reason }: { amount: number; reason: string },
): Promise<Result<Given, 'not_found' | 'invalid_input'>> {
  const { db, actor, settings } = context
  const amount = toPaise(rupees)
  if (amount === null) return refuse('invalid_input', 'The amount can have at most two decimals.')
  const given = await transact<Tables, Given, 'not_found'>(db, async (tx) => {
    if (!(await lockAccount(tx, customer, 'use'))) return refuse('not_found', NO_CUSTOMER)
    const { id, endsAt } = await insertGift(tx, { customer, amount, reason, days: settings()['credit.days'] })
    const after = { credit: rupees, reason }
    await writeAudit(tx, actor, { action: 'credit.give', subject: subjectOf(customer), before: null, after })
    const credit = await readCredit(tx, customer, settings())
    const gift = { amount: rupees, reason, endsAt, balance: credit.balance }
    await mailCustomer(context, tx, await findCreditOwner(tx, customer), (to) => creditGivenMail(gift, to))
    return ok({ ...credit, undo: await storeUndo(tx, actor, { kind: 'credit.give', data: { customer, id } }) })
  })
  if (given.ok) context.mail.wake()
  return given
}

const stored = z.object({ customer: z.string(), id: z.number() })

export const creditUndo: UndoKinds = {
  'credit.give': {
    takesBack: 'POST /customers/{id}/credit',
    async work({ tx, actor }, data) {
      const { customer, id } = stored.parse(data)
      const taken = await deleteUnusedGift(tx, id)
      if (taken === null) return refuse('conflict', USED_SINCE)
      const before = { credit: toRupees(taken) }
      await writeAudit(tx, actor, { action: 'credit.take-back', subject: subjectOf(customer), before, after: null })
      return ok(null)
    },
  },
}
