import { gigabytes } from '#platform/disk.server.ts'
import { readableTime } from '#platform/india-time.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { formatPrice } from '#platform/money.ts'
import { switchText } from '../checkout/provider-switches.ts'
import type { Sender } from '../email-parts.ts'
import { writeMail } from '../email-template.server.ts'
import type { ShopEvent } from '../events/sql.server.ts'
import type { Today } from './today-sql.server.ts'

/** What happened, in one line (a new order has its goods below), and the command that shows more. */
export function eventText({ type, data }: ShopEvent): { text: string; command: string } {
  const number = data.orderNumber ?? data.orderId
  const order = `npm run shop -- orders show ${number}`
  switch (type) {
    case 'order.placed':
    case 'order.paid':
      return { text: `New order ${number}: ${formatPrice(Number(data.total))}${goodsOf(data.lines)}`, command: order }
    case 'order.shipped':
      return { text: `Order ${number} is on its way`, command: order }
    case 'order.delivered':
      return { text: `Order ${number} was delivered`, command: order }
    case 'order.cancelled':
      return { text: `Order ${number} was cancelled`, command: order }
    case 'exchange.requested':
      return {
        text: `${data.isChange ? 'Exchange changed by its customer' : 'Exchange requested'}: ${data.product} of order ${number}, ${data.reason}${exchangedOf(data.pieces)}`,
        command: `npm run shop -- exchanges show ${data.exchangeId}`,
      }
    case 'exchange.paid':
      return {
        text: `${formatPrice(Number(data.amount))} paid for the replacement of order ${number}: the exchange can be approved`,
        command: `npm run shop -- exchanges show ${data.exchangeId}`,
      }
    case 'stock.low':
      return {
        text: `Running out: ${data.sku}, ${data.left} left (low from ${data.level} on)`,
        command: `npm run shop -- stock history ${data.sku}`,
      }
    case 'dispute.changed':
      return { text: disputeText({ ...data, orderNumber: number }), command: order }
    case 'refund.at_provider':
      return {
        text: `Refund of ${formatPrice(Number(data.amount))} for order ${number}, made at the payment provider`,
        command: order,
      }
    case 'message.received':
      return { text: 'New message', command: 'npm run shop -- messages list --waiting' }
    case 'disk.low':
      return { text: diskText(Number(data.free)), command: 'npm run shop -- doctor' }
    case 'backup.old':
      return { text: `Backups: ${data.problem}`, command: 'npm run shop -- backup' }
    case 'mail.budget_used':
      return {
        text: `Mails to addresses without an account reached their limit (${data.perDay} a day); new customers may get no code`,
        command: 'npm run shop -- settings set mail.strangersPerDay NUMBER',
      }
  }
}

function exchangedOf(pieces: unknown): string {
  if (!Array.isArray(pieces)) return ''
  return pieces.map(({ sku, quantity, replacement }) => `\n${quantity} × ${sku}, instead ${replacement}`).join('')
}

function diskText(free: number): string {
  return `The disk is nearly full: ${gigabytes(free)} free; a full disk takes no orders`
}

/** A dispute in a line. An event's data has its deadline as text. */
function disputeText(dispute: Readonly<Record<string, unknown>>): string {
  const { orderNumber, amount, status, reason, respondBy } = dispute
  const about = `dispute over ${formatPrice(Number(amount))} of order ${orderNumber} (${reason})`
  if (status === 'under_review') return `Under review: the ${about}`
  if (status === 'lost') return `The ${about} is lost: the bank took the money back. Keep back what hasn’t left`
  if (status !== 'open') return `The ${about} is ${status}`
  const deadline = respondBy ? ` by ${readableTime(String(respondBy))}` : ''
  return `Respond at the payment provider${deadline}: ${about}`
}

function goodsOf(lines: unknown): string {
  if (!Array.isArray(lines)) return ''
  return lines
    .map(({ sku, name, color, size, quantity }) => `\n${quantity} × ${name}, ${color}, ${size} (${sku})`)
    .join('')
}

/** What an event itself doesn't have, because it names a person: lines of text, and who can be answered. */
export interface EventPerson {
  lines: readonly string[]
  replyTo?: string
}

/** The owner's mail about one event. `person`: whom it's about, read when the mail is written. */
export function eventMail(event: ShopEvent, sender: Sender, person: EventPerson | null = null): Mail {
  const { settings } = sender
  const { text, command } = eventText(event)
  const [subject = '', ...rest] = text.split('\n')
  const headers = person?.replyTo ? { headers: { 'Reply-To': person.replyTo } } : {}
  return writeMail({ to: settings['owner.email'], subject, ...sender, ...headers }, [
    // Not the subject again, if there is more.
    rest.join('\n') || text,
    ...(person ? [person.lines.join('\n')] : []),
    `More: ${command}`,
  ])
}

/** The owner's daily mail: what happened since the last one, and what needs attention. */
export function digestMail(events: readonly ShopEvent[], today: Today, sender: Sender): Mail {
  const { settings } = sender
  const list = (lines: string[]) => lines.map((line) => `• ${line}`).join('\n')
  return writeMail({ to: settings['owner.email'], subject: `${settings['shop.name']} today`, ...sender }, [
    events.length === 0
      ? 'Nothing has happened since the last mail.'
      : `Since the last mail:\n${list(events.map((event) => eventText(event).text))}`,
    `What waits:\n${list(todayLines(today))}`,
    'More: npm run shop -- today',
  ])
}

/** What needs attention, one line each, or a single line if nothing does. */
export function todayLines({
  disputes,
  toPack,
  parcels,
  exchanges,
  messages,
  lapsedDrafts,
  toConfirm,
  overdueCash,
  photos,
  toForget,
  runningOut,
  stuck,
  providerSwitches,
  paymentsInDoubt,
  failedRefunds,
  providerRefunds,
  lowDisk,
  backupProblem,
  mailBudgetUsed,
}: Today): string[] {
  const lines = [
    lowDisk ? diskText(lowDisk.free) : '',
    backupProblem ? `backups: ${backupProblem}` : '',
    ...providerSwitches.map(switchText),
    ...disputes.map((dispute) => disputeText({ ...dispute })),
    count(toPack.count, 'order to pack', 'orders to pack', toPack.oldest),
    count(parcels.lost.count, 'parcel is lost', 'parcels are lost', parcels.lost.oldest),
    count(parcels.returned.count, 'parcel came back', 'parcels came back', parcels.returned.oldest),
    count(
      parcels.received.count,
      'parcel is back to decide about',
      'parcels are back to decide about',
      parcels.received.oldest,
    ),
    count(
      parcels.attempted.count,
      'parcel couldn’t be delivered',
      'parcels couldn’t be delivered',
      parcels.attempted.oldest,
    ),
    count(parcels.returning.count, 'parcel comes back', 'parcels come back', parcels.returning.oldest),
    count(exchanges.count, 'exchange in progress', 'exchanges in progress', exchanges.oldest),
    count(
      lapsedDrafts.count,
      'entered order that nobody paid in time',
      'entered orders that nobody paid in time',
      lapsedDrafts.oldest,
    ),
    count(overdueCash.count, 'parcel’s cash unpaid after 10 days', 'parcels’ cash unpaid after 10 days', null),
    count(toConfirm.count, 'order in cash to confirm', 'orders in cash to confirm', toConfirm.oldest),
    count(messages.count, 'message to answer', 'messages to answer', messages.oldest),
    count(photos.count, 'customer photo to approve', 'customer photos to approve', photos.oldest),
    count(toForget.count, 'person to forget', 'people to forget', toForget.oldest),
    ...runningOut.map(({ sku, product, left, level }) => `${product} (${sku}): ${left} left, low from ${level} on`),
    count(stuck.refunds, 'refund taking longer than an hour', 'refunds taking longer than an hour'),
    count(paymentsInDoubt.count, 'payment in doubt', 'payments in doubt', paymentsInDoubt.oldest),
    count(failedRefunds, 'failed refund to make by hand', 'failed refunds to make by hand'),
    ...providerRefunds.map(
      ({ orderNumber, amount, at }) =>
        `${formatPrice(amount)} of order ${orderNumber} refunded at the payment provider, ${readableTime(at)}`,
    ),
    count(stuck.mails, 'mail that couldn’t be sent', 'mails that couldn’t be sent'),
    mailBudgetUsed ? 'mails to addresses without an account reached their limit (mail.strangersPerDay)' : '',
    count(stuck.webhooks, 'undelivered webhook', 'undelivered webhooks'),
  ].filter((line) => line !== '')
  return lines.length === 0 ? ['Nothing to do.'] : lines
}

/** `2 orders to pack, the oldest since …`, or an empty text if there are none. */
function count(number: number, one: string, many: string, oldest: Date | null = null): string {
  if (number === 0) return ''
  return `${number} ${number === 1 ? one : many}${oldest === null ? '' : `, the oldest since ${readableTime(oldest)}`}`
}
