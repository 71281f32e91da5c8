import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { changedSince, recordVersion } from '#platform/api/record-version.server.ts'
import { ok, type Refusal, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newId, sha256 } from '#platform/ids.server.ts'
import { type Paise, paise, toPaise, toRupees } from '#platform/money.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import { ADDRESS_INCOMPLETE, HOLD_ENDED, TOTAL_CHANGED } from '../checkout/messages.ts'
import { settleByHand } from '../checkout/settle.server.ts'
import { mailCustomer } from '../orders/mail-customer.server.ts'
import type { HandMethod } from '../orders/paid-by-hand-contract.ts'
import { payLinkOf, payTokenOf } from '../orders/pay-link.server.ts'
import { orderNumber } from '../orders/rules.ts'
import { shownDiscounts } from '../orders/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { type ClosedRefusal, freeOrder, holdForDraft, refuseIfPaying } from './hold.server.ts'
import { payLinkMail } from './mails.server.ts'
import { DRAFT_PAID } from './messages.ts'
import { type DraftQuote, orderAddressOf, pricedLines, quoteDraft, quoteInCash } from './quote.server.ts'
import { HOLD_HOURS, MAX_HOLD_DAYS } from './rules.ts'
import {
  type DraftFacts,
  type DraftRow,
  findDraft,
  lockDraft,
  setDraftDeleted,
  setDraftOrder,
  setDraftPaid,
  writeDraft,
} from './sql.server.ts'
import type { DraftOrder, DraftRequest } from './staff-contract.ts'

const HOUR_MS = 3_600_000
const NO_DRAFT = 'This draft order no longer exists. It may have been deleted.'
const DRAFT_CHANGED = 'Somebody else changed this in the meantime. Your changes aren’t saved yet.'

type PriceRefusal =
  | 'invalid_input'
  | 'not_found'
  | 'address_incomplete'
  | 'order_too_large'
  | 'below_minimum_order'
  | 'insufficient_stock'
  | 'conflict'

const subjectOf = (id: string) => `draft:${id}`
const rupeesOf = (amount: number) => toRupees(paise(amount))

/** What of a draft is compared, and logged, by the names of its call. */
function fieldsOf({ lines, customer, address, pickup, note, source, codes, hold_until }: DraftFacts) {
  return { lines, customer, address, pickup, note, source, codes, holdUntil: hold_until.toISOString() }
}

/** A draft as staff see it. */
export async function toDraftOrder(shop: Shop, row: DraftRow): Promise<DraftOrder> {
  const [listed, inCash] = await Promise.all([toListedDraft(shop, row), quoteInCash(shop, row)])
  const totalInCash = (inCash.ok && inCash.data?.totals.total) || row.total_paise
  return { ...listed, totalInCash: rupeesOf(totalInCash) }
}

/** A draft as a list shows it: without what it takes a price to say. */
export async function toListedDraft(
  { db, config, settings }: Shop,
  row: DraftRow,
): Promise<Omit<DraftOrder, 'totalInCash'>> {
  const { lines, customer, address, pickup, note, source, codes, paid } = row
  return {
    id: row.id,
    state: row.state,
    lines: lines.map(({ price, ...line }) => {
      const { name = line.sku, color = '', size = '' } = row.order_lines.find(({ sku }) => sku === line.sku) ?? {}
      return { ...line, price: rupeesOf(price), name, color, size }
    }),
    customer,
    address,
    pickup,
    note,
    source,
    codes,
    holdUntil: row.hold_until.toISOString(),
    goods: rupeesOf(row.goods_paise),
    discounts: shownDiscounts(row.discounts),
    delivery: rupeesOf(row.delivery_paise),
    tax: rupeesOf(row.tax_paise),
    total: rupeesOf(row.total_paise),
    link: payLinkOf(config.publicUrl, await payTokenOf(db, 'draft', row.id)),
    order: row.state === 'paid' ? { id: row.order_id, number: orderNumber(row.order_number, settings()) } : null,
    paid,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    version: recordVersion(fieldsOf(row)),
  }
}

type Change = { [F in keyof DraftRequest]?: DraftRequest[F] | undefined }

/** The facts of a draft after a change. Refused: a SKU that isn't sold, a hold that has ended or is too long. */
async function factsAfter(
  shop: Shop,
  before: DraftFacts | null,
  change: Change,
): Promise<Result<DraftFacts, 'invalid_input' | 'not_found'>> {
  const now = shop.clock.now().getTime()
  const holdUntil = change.holdUntil === undefined ? null : new Date(change.holdUntil)
  const until = holdUntil ?? before?.hold_until ?? new Date(now + HOLD_HOURS * HOUR_MS)
  if (holdUntil && (until.getTime() <= now || until.getTime() > now + MAX_HOLD_DAYS * 24 * HOUR_MS))
    return refuseField('holdUntil', `Please choose a time from now to ${MAX_HOLD_DAYS} days from now.`)
  const priced = change.lines ? await pricedLines(shop, change.lines, before?.lines) : ok(before?.lines ?? [])
  if (!priced.ok) return priced
  const { name = '', email = '', phone = '' } = change.customer ?? before?.customer ?? {}
  const customer = { name, email, phone }
  const address = change.address === undefined ? (before?.address ?? null) : change.address
  return ok({
    lines: priced.data,
    customer,
    address: address && (change.address ? orderAddressOf(change.address, customer) : (before?.address ?? null)),
    pickup: change.pickup ?? before?.pickup ?? false,
    note: change.note ?? before?.note ?? '',
    source: change.source ?? before?.source ?? 'other',
    codes: change.codes ?? before?.codes ?? [],
    hold_until: until,
  })
}

function refuseField(path: string, message: string): Refusal<'invalid_input'> {
  return refuse('invalid_input', message, { errors: [{ path, message }] })
}

/** Prices a draft. Refused too: a code that doesn't count, since none is dropped in silence. */
async function quoteWithCodes(shop: Shop, id: string, facts: DraftFacts, before: DraftRow | null) {
  const quote = await quoteDraft(shop, id, facts, { before })
  if (!quote.ok) return quote
  const errors = quote.data.refusedCodes.map(({ code, message }) => ({
    path: `codes.${facts.codes.indexOf(code)}`,
    message,
  }))
  return errors[0] ? refuse('invalid_input', errors[0].message, { errors }) : quote
}

/** Enters an order for somebody: its stock is held at once. */
export async function addDraft(
  shop: Shop,
  actor: Actor,
  request: DraftRequest,
): Promise<Result<{ id: string; link: string; total: number; holdUntil: string }, PriceRefusal>> {
  const facts = await factsAfter(shop, null, request)
  if (!facts.ok) return facts
  const id = newId()
  const quote = await quoteWithCodes(shop, id, facts.data, null)
  if (!quote.ok) return quote
  const token = await payTokenOf(shop.db, 'draft', id)
  return transact<Tables, { id: string; link: string; total: number; holdUntil: string }, PriceRefusal>(
    shop.db,
    async (tx) => {
      const { pickup, customer, hold_until: until } = facts.data
      const held = await holdForDraft(tx, quote.data, { id, pickup, customer, until, now: shop.clock.now() })
      if (!held.ok) return held
      const createdBy = actor.kind === 'staff' ? actor.name : ''
      await writeDraft(tx, { id, tokenHash: sha256(token), orderId: held.data, createdBy }, facts.data)
      await log(tx, actor, 'draft.add', id, { before: null, after: { total: toRupees(quote.data.totals.total) } })
      const total = toRupees(quote.data.totals.total)
      return ok({ id, link: payLinkOf(shop.config.publicUrl, token), total, holdUntil: until.toISOString() })
    },
  )
}

/** Without names, addresses and the token: audit lines are never deleted. */
function log(
  tx: Transaction<Tables>,
  actor: Actor,
  action: string,
  id: string,
  change: { before: Readonly<Record<string, unknown>> | null; after: Readonly<Record<string, unknown>> | null },
): Promise<void> {
  return writeAudit(tx, actor, { action, subject: subjectOf(id), ...change })
}

/** Changes a draft, and the sum at its link. `from`: its version on the screen. A later end brings back one that has lapsed. */
export async function changeDraft(
  shop: Shop,
  actor: Actor,
  id: string,
  { change, from }: { change: Change; from: string | null },
): Promise<Result<{ draft: DraftOrder }, PriceRefusal | ClosedRefusal | 'changed_meanwhile'>> {
  const before = await findLiveDraft(shop.db, id)
  if (!before.ok) return before
  if (before.data.state === 'paid') return refuse('already_placed', DRAFT_PAID)
  const facts = await factsAfter(shop, before.data, change)
  if (!facts.ok) return facts
  if (facts.data.hold_until <= shop.clock.now())
    return refuseField('holdUntil', 'This draft order has expired. Please reserve it for longer.')
  const quote = await quoteWithCodes(shop, id, facts.data, before.data)
  if (!quote.ok) return quote
  const paying = await refuseIfPaying(shop, before.data.order_id)
  if (!paying.ok) return paying
  const changed = await transact<Tables, null, PriceRefusal | ClosedRefusal | 'changed_meanwhile'>(
    shop.db,
    async (tx) => {
      const row = await lockDraft(tx, id)
      if (!row || row.deleted_at) return refuse('not_found', NO_DRAFT)
      if (row.state === 'paid') return refuse('already_placed', DRAFT_PAID)
      const [was, is] = [fieldsOf(row), fieldsOf(facts.data)]
      const names = Object.keys(is).filter((name) => !isDeepStrictEqual(Reflect.get(was, name), Reflect.get(is, name)))
      const fields = changedSince(from, was, Object.keys(change))
      if (fields.length > 0)
        return refuseChanged(DRAFT_CHANGED, {
          current: await toDraftOrder(shop, row),
          fields,
          by: await findLastActor(tx, actor, { subject: subjectOf(id) }),
        })
      if (names.length === 0) return ok(null)
      if (!(await freeOrder(tx, row.order_id, 'its order has changed'))) return refuse('already_placed', DRAFT_PAID)
      const { pickup, customer, hold_until: until } = facts.data
      const held = await holdForDraft(tx, quote.data, { id, pickup, customer, until, now: shop.clock.now() })
      if (!held.ok) return held
      await writeDraft(tx, { id, tokenHash: Buffer.alloc(0), orderId: held.data, createdBy: '' }, facts.data)
      await log(tx, actor, 'draft.set', id, {
        before: { total: rupeesOf(row.total_paise) },
        after: { fields: names, total: toRupees(quote.data.totals.total satisfies Paise) },
      })
      return ok(null)
    },
  )
  if (!changed.ok) return changed
  const after = await findDraft(shop.db, id)
  return after ? ok({ draft: await toDraftOrder(shop, after) }) : refuse('not_found', NO_DRAFT)
}

/** A draft that isn't deleted. */
export async function findLiveDraft(db: Kysely<Tables>, id: string): Promise<Result<DraftRow, 'not_found'>> {
  const row = await findDraft(db, id)
  return row && !row.deleted_at ? ok(row) : refuse('not_found', NO_DRAFT)
}

/** Ends a draft's link and frees its stock. Refused: paid, or a payment is under way. */
export async function removeDraft(
  shop: Shop,
  actor: Actor,
  id: string,
): Promise<Result<null, 'not_found' | ClosedRefusal>> {
  const before = await findLiveDraft(shop.db, id)
  if (!before.ok) return before
  const paying = await refuseIfPaying(shop, before.data.order_id)
  if (!paying.ok) return paying
  return transact<Tables, null, 'not_found' | ClosedRefusal>(shop.db, async (tx) => {
    const row = await lockDraft(tx, id)
    if (!row || row.deleted_at) return refuse('not_found', NO_DRAFT)
    if (row.state === 'paid' || !(await freeOrder(tx, row.order_id, 'deleted by staff')))
      return refuse('already_placed', DRAFT_PAID)
    await setDraftDeleted(tx, id)
    await log(tx, actor, 'draft.remove', id, { before: { total: rupeesOf(row.total_paise) }, after: null })
    return ok(null)
  })
}

/** Mails the link to the customer. */
export async function sendDraft(
  shop: Shop,
  actor: Actor,
  id: string,
): Promise<Result<{ sentTo: string }, 'invalid_input' | 'not_found' | 'already_placed' | 'hold_ended'>> {
  const found = await findLiveDraft(shop.db, id)
  if (!found.ok) return found
  const row = found.data
  if (row.state !== 'open')
    return row.state === 'paid' ? refuse('already_placed', DRAFT_PAID) : refuse('hold_ended', HOLD_ENDED)
  const { email, name } = row.customer
  if (email === '') return refuse('invalid_input', 'This customer has no e-mail address. Copy the link instead.')
  const link = payLinkOf(shop.config.publicUrl, await payTokenOf(shop.db, 'draft', id))
  await shop.db.transaction().execute(async (tx) => {
    await mailCustomer(shop, tx, { email, customer_name: name }, (to) => payLinkMail(row, link, to))
    await log(tx, actor, 'draft.send', id, { before: null, after: { by: 'mail' } })
  })
  shop.mail.wake()
  return ok({ sentTo: email })
}

/**
 * Records that a draft was paid by hand; in cash without its offers for paying online only. `total`: the sum that staff saw, in rupees.
 * Refused: paid, lapsed, no address to send it to, another sum, or a payment is under way.
 */
export async function payDraftByHand(
  shop: Shop,
  actor: Actor,
  id: string,
  { method, reference = '', total }: { method: HandMethod; reference?: string | undefined; total?: number | undefined },
): Promise<
  Result<{ orderId: string }, 'not_found' | 'hold_ended' | 'address_incomplete' | 'total_changed' | ClosedRefusal>
> {
  const found = await findLiveDraft(shop.db, id)
  if (!found.ok) return found
  const row = found.data
  if (row.state !== 'open')
    return row.state === 'paid' ? refuse('already_placed', DRAFT_PAID) : refuse('hold_ended', HOLD_ENDED)
  if (!row.pickup && row.address === null) {
    const message = 'It needs an address first, or must be handed over in person.'
    return refuse('address_incomplete', message, { errors: [{ path: 'address', message: ADDRESS_INCOMPLETE }] })
  }
  const paying = await refuseIfPaying(shop, row.order_id)
  if (!paying.ok) return paying
  const inCash = method === 'cash' ? await quoteInCash(shop, row) : ok(null)
  if (!inCash.ok) return refuse('conflict', inCash.message)
  const due = inCash.data?.totals.total ?? row.total_paise
  if (total !== undefined && toPaise(total) !== due)
    return refuse('total_changed', TOTAL_CHANGED, { extra: { total: rupeesOf(due) } })
  const paid = await transact<Tables, { orderId: string }, 'hold_ended' | ClosedRefusal>(shop.db, async (tx) => {
    const draft = await lockDraft(tx, id)
    if (draft?.state === 'paid') return refuse('already_placed', DRAFT_PAID)
    if (!draft) return refuse('hold_ended', HOLD_ENDED)
    if (draft.order_id !== row.order_id) return refuse('conflict', DRAFT_CHANGED)
    const order = inCash.data ? await holdInstead(shop, tx, draft, inCash.data) : ok(draft.order_id)
    if (!order.ok) return order
    if (!(await settleByHand(shop, tx, order.data, method))) return refuse('hold_ended', HOLD_ENDED)
    await setDraftPaid(tx, id, { method, reference })
    await log(tx, actor, 'draft.paid', id, { before: null, after: { method, order: order.data } })
    return ok({ orderId: order.data })
  })
  if (paid.ok) shop.mail.wake()
  return paid
}

/** Replaces the order of a locked draft by one of another price. */
async function holdInstead(
  shop: Shop,
  tx: Transaction<Tables>,
  draft: DraftRow,
  quote: DraftQuote,
): Promise<Result<string, ClosedRefusal>> {
  if (!(await freeOrder(tx, draft.order_id, 'its order has changed'))) return refuse('already_placed', DRAFT_PAID)
  const held = await holdForDraft(tx, quote, { ...draft, until: draft.hold_until, now: shop.clock.now() })
  if (!held.ok) return refuse('conflict', held.message)
  await setDraftOrder(tx, draft.id, held.data, draft.address)
  return held
}
