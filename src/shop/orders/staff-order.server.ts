import type { StaffSession } from '#platform/api/identity.ts'
import { staffActor } from '#platform/api/identity.ts'
import { indianDay } from '#platform/india-time.ts'
import type { Picture } from '../catalog/contract.ts'
import { isSandboxOpen, type Settings } from '../settings/rules.ts'
import type { Shop } from '../shop.server.ts'
import { isRight, mayCall } from '../staff/rights.ts'
import { addressVersion } from './address-version.server.ts'
import { rupees } from './bought-product.ts'
import { canDo, nextStep } from './can-do.ts'
import { toNote } from './notes.server.ts'
import { isTrouble, nextStates, parcelCalls } from './parcel-rules.ts'
import { dueInCash, isStanding, orderNumber } from './rules.ts'
import { seesAccounts, seesMoney } from './seen-by.ts'
import { shownDiscounts, taxIncludedIn } from './sql.server.ts'
import { ageText, lateText, statusText, takenBackText } from './staff-labels.ts'
import type { OrderRecord } from './staff-order-contract.ts'
import { auditText, disputeText, exchangeText, parcelText, paymentLabel, refundText } from './staff-order-labels.ts'
import { readStaffOrder, type StaffOrderRow } from './staff-order-sql.server.ts'

/** An order in any state as the staff site shows it to this person, by its id or number, or null. */
export async function findStaffOrder(
  { db, settings, clock, payments }: Pick<Shop, 'db' | 'settings' | 'clock' | 'payments'>,
  reference: string,
  staff: StaffSession,
): Promise<OrderRecord | null> {
  const row = await readStaffOrder(db, reference)
  return row && { ...toRecord(row, settings(), clock.now(), staff), isSandbox: isSandboxOpen(payments, settings()) }
}

function toRecord(
  row: StaffOrderRow,
  settings: Settings,
  now: Date,
  staff: StaffSession,
): Omit<OrderRecord, 'isSandbox'> {
  const withMoney = seesMoney(staff.role)
  const withAccounts = seesAccounts(staff.role)
  const unshipped = row.lines.reduce((sum, line) => sum + line.unshipped, 0)
  const described = {
    ...row,
    pieces: row.lines.reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0),
    unshipped,
    has_parcels: row.parcels.length > 0,
    is_out_for_delivery: row.parcels.some((one) => one.out_for_delivery_at !== null && one.state === 'on_the_way'),
    troubles: row.parcels.flatMap(({ state, is_trouble }) => (is_trouble && isTrouble(state) ? [{ state }] : [])),
  }
  const toPack = toPackOf(described)
  const balance = row.balance ?? { refunded: 0, lost: 0, left: 0 }
  const isTakenBack = row.state === 'paid' && balance.lost > 0
  const doable = {
    ...row,
    left: balance.left,
    isTakenBack,
    hasParcels: row.parcels.length > 0,
    hasInvoice: row.invoice !== null,
    isChecked: row.provider_order_id !== null,
    hasMissingParcel: described.troubles.some(({ state }) => state === 'lost' || state === 'returned'),
    isBack: row.parcels.some((one) => one.is_trouble && one.received_at !== null),
    isAllBack: row.parcels.every((one) => one.received_at !== null || one.state === 'lost'),
    isToReceive: row.parcels.some((one) => one.is_trouble && one.state === 'returned' && one.received_at === null),
    hasExchange: row.exchanges.some(
      (one) => one.cancelled_at === null || one.state === 'on-the-way' || one.refunded_at,
    ),
  }
  const may = (name: string) => isRight(name) && mayCall(staff.role, name)
  const can = canDo(doable).filter(may)
  const next = nextStep({ ...doable, toPack, failed: row.has_failed_refund })
  const at = row.paid_at ?? row.created_at
  return {
    id: row.id,
    number: orderNumber(row.number, settings),
    status: row.state === 'cancelled' ? 'cancelled' : row.status,
    statusText: statusText(described),
    at: at.toISOString(),
    isTrouble: described.troubles.length > 0,
    warning: isTakenBack ? takenBackText(row.status === 'delivered') : null,
    age: ageText(at, now, settings),
    late: lateText(described, now, settings),
    expected: row.estimated_at && isStanding(row.state) ? indianDay(row.estimated_at) : null,
    customer: {
      id: withAccounts ? row.customer_id : null,
      name: row.customer_name,
      email: withAccounts ? row.email : null,
    },
    address: withAccounts ? row.address : { ...row.address, email: '' },
    addressVersion: addressVersion(row.address),
    lines: row.lines.map((line) => ({
      sku: line.sku,
      productId: line.product_id,
      name: line.name,
      color: line.color,
      size: line.size,
      picture: toThumbnail(line.picture),
      place: line.place,
      quantity: line.quantity,
      cancelled: line.cancelled,
      shipped: line.shipped,
      unshipped: toPack > 0 ? line.unshipped : 0,
      exchanging: line.exchanging,
      price: withMoney ? rupees(line.price_paise) : null,
    })),
    toPack,
    money: withMoney ? moneyOf(row, settings, balance) : null,
    discounts: withMoney ? shownDiscounts(row.discounts) : null,
    cashFee: withMoney ? rupees(row.cash_fee_paise) : null,
    note: row.note,
    gstin: withMoney ? row.gstin : null,
    payment: { ...paymentLabel(row), ...(withAccounts ? {} : { id: null }) },
    disputes: withMoney
      ? row.disputes.map((one) => ({
          id: one.id,
          status: one.status,
          amount: rupees(one.amount_paise),
          reason: one.reason,
          respondBy: iso(one.respond_by),
          text: disputeText(one),
        }))
      : [],
    refunds: withMoney
      ? row.refunds.map((one) => ({
          id: one.id,
          amount: rupees(one.amount_paise),
          state: one.state,
          text: refundText(one),
          at: new Date(one.done_at ?? one.created_at).toISOString(),
          reason: one.note,
          creditNote: one.credit_note,
        }))
      : [],
    parcels: row.parcels.map((one) => ({
      id: one.id,
      carrier: one.carrier,
      number: one.tracking_number,
      url: one.url,
      at: new Date(one.shipped_at).toISOString(),
      text: parcelText(one),
      state: one.state,
      reason: one.state_reason,
      isTrouble: one.is_trouble,
      states: one.received_at === null ? nextStates(one.state, row.status) : [],
      can: parcelCalls(one, row).filter(may),
      receivedAt: iso(one.received_at),
      isResent: one.pieces.some(({ resent }) => resent),
      pieces: one.pieces.map(({ sku, quantity, good, damaged }) => ({ sku, quantity, good, damaged })),
      collect: rupees(one.collect_paise),
    })),
    exchanges: row.exchanges.map((one) => ({
      id: one.id,
      product: one.product,
      text: exchangeText(one),
      at: new Date(one.requested_at).toISOString(),
    })),
    invoice: row.invoice,
    closingNote: row.closing_note,
    timeline: timelineOf(row, withMoney),
    notes: row.notes.map((note) => toNote(note, staffActor(staff))),
    can,
    next: next !== null && can.includes(next) ? next : null,
  }
}

const iso = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())

function toThumbnail(picture: Picture | null) {
  return picture && { src: picture.src, tone: picture.tone, width: picture.width, height: picture.height }
}

/** The pieces to pack, as the view `orders_to_pack` counts them. */
function toPackOf(order: StaffOrderRow & { unshipped: number; has_parcels: boolean }): number {
  const { state, status, capture_unconfirmed, has_parcels, unshipped } = order
  const isOpen = isStanding(state) && status !== 'delivered' && !capture_unconfirmed
  return isOpen && (status !== 'ontheway' || has_parcels) ? unshipped : 0
}

function moneyOf(
  row: StaffOrderRow,
  settings: Settings,
  { refunded, lost, left }: NonNullable<StaffOrderRow['balance']>,
): NonNullable<OrderRecord['money']> {
  const isPaid = row.state === 'paid' || row.state === 'cancelled'
  return {
    goods: rupees(row.goods_paise),
    delivery: rupees(row.delivery_paise),
    tax: rupees(row.tax_paise),
    taxIncluded: row.prices_include_tax ? rupees(taxIncludedIn(row, settings)) : 0,
    total: rupees(row.total_paise),
    refunded: rupees(refunded),
    lost: rupees(lost),
    left: isPaid ? rupees(left) : 0,
    credit: rupees(row.credit_paise),
    due: rupees(dueInCash(row)),
  }
}

/** What happened to an order and who did it, oldest first: its audit lines, and what none of them says. */
function timelineOf(row: StaffOrderRow, withMoney: boolean): OrderRecord['timeline'] {
  const { audit } = row
  const isSaid = (status: string) =>
    audit.some(
      ({ action, after }) => after?.status === status && (action === 'order.advance' || action === 'order.ship'),
    )
  const stage = (at: Date | null, what: string, who: string | null = null) => (at === null ? [] : [{ at, what, who }])
  const cancelledBy = row.cancelled_by === 'customer' ? 'the customer' : 'the payment provider'
  const entries = [
    ...stage(row.created_at, 'Ordered', row.customer_name),
    ...stage(row.paid_at, row.payment_method === 'cash' ? 'Placed, to be paid in cash' : 'Paid'),
    ...(isSaid('packaging') ? [] : stage(row.packaging_at, 'Packing')),
    ...(isSaid('ontheway') ? [] : stage(row.ontheway_at, 'Marked as shipped')),
    ...(isSaid('delivered') ? [] : stage(row.delivered_at, 'Delivered')),
    ...(audit.some(({ action }) => action === 'order.cancel') || row.cancelled_by === 'staff'
      ? []
      : stage(row.cancelled_at, `Cancelled${row.cancel_reason ? ` (${row.cancel_reason})` : ''}`, cancelledBy)),
    ...row.exchanges.map(({ requested_at, product }) => ({
      at: requested_at,
      what: `Requested an exchange of ${product}`,
      who: 'the customer',
    })),
    ...audit.map((line) => ({
      at: line.at,
      what: auditText(line, withMoney),
      who: line.actor_kind === 'customer' ? 'the customer' : line.actor_kind === 'staff' ? line.actor : 'the shop',
    })),
  ]
  return entries
    .map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() }))
    .sort((one, other) => one.at.localeCompare(other.at))
}
