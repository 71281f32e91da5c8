import { t } from '#platform/text/t.ts'
import type { Waiting } from '#shop/owner/staff-contract.ts'

/** What to do, as a verb with its object. The number stands before it. */
export function waitingWords(kind: Waiting['kind'], count: number): { verb: string; what: string } {
  switch (kind) {
    case 'sandbox':
      return { verb: t('Enter the payment keys'), what: t('The shop is open on the payment sandbox') }
    case 'disk':
      return { verb: t('Make room'), what: t('The disk is nearly full') }
    case 'backups':
      return { verb: t('Look at the backups'), what: t('Something is wrong with them') }
    case 'provider-switches':
      return {
        verb: t('Check'),
        what: t(
          '{count, plural, one {payment that the payment provider changed} other {payments that the payment provider changed}}',
          { count },
        ),
      }
    case 'disputes':
      return {
        verb: t('Respond'),
        what: t('{count, plural, one {disputed payment} other {disputed payments}}', { count }),
      }
    case 'payments-in-doubt':
      return {
        verb: t('Check'),
        what: t('{count, plural, one {payment in doubt} other {payments in doubt}}', { count }),
      }
    case 'failed-refunds':
      return {
        verb: t('Refund by hand'),
        what: t('{count, plural, one {failed refund} other {failed refunds}}', { count }),
      }
    case 'stuck-refunds':
      return { verb: t('View'), what: t('{count, plural, one {stuck refund} other {stuck refunds}}', { count }) }
    case 'parcels-lost':
      return { verb: t('View'), what: t('{count, plural, one {lost parcel} other {lost parcels}}', { count }) }
    case 'parcels-returned':
      return {
        verb: t('Take in'),
        what: t('{count, plural, one {parcel that came back} other {parcels that came back}}', { count }),
      }
    case 'parcels-received':
      return {
        verb: t('Decide about'),
        what: t('{count, plural, one {parcel that is back} other {parcels that are back}}', { count }),
      }
    case 'parcels-attempted':
      return {
        verb: t('Call about'),
        what: t('{count, plural, one {parcel that couldn’t be delivered} other {parcels that couldn’t be delivered}}', {
          count,
        }),
      }
    case 'parcels-returning':
      return {
        verb: t('Expect'),
        what: t('{count, plural, one {parcel that comes back} other {parcels that come back}}', { count }),
      }
    case 'pack':
      return { verb: t('Pack'), what: t('{count, plural, one {parcel} other {parcels}}', { count }) }
    case 'exchanges-to-approve':
      return { verb: t('Approve'), what: t('{count, plural, one {exchange} other {exchanges}}', { count }) }
    case 'exchanges-to-ship':
      return { verb: t('Send'), what: t('{count, plural, one {replacement} other {replacements}}', { count }) }
    case 'exchanges-to-receive':
      return {
        verb: t('Receive'),
        what: t('{count, plural, one {approved exchange} other {approved exchanges}}', { count }),
      }
    case 'exchanges-on-the-way':
      return {
        verb: t('Receive'),
        what: t('{count, plural, one {piece still to come back} other {pieces still to come back}}', { count }),
      }
    case 'messages':
      return { verb: t('Answer'), what: t('{count, plural, one {message} other {messages}}', { count }) }
    case 'sizes':
      return {
        verb: t('Restock'),
        what: t('{count, plural, one {size running low} other {sizes running low}}', { count }),
      }
    case 'cash-overdue':
      return {
        verb: t('Ask for'),
        what: t(
          '{count, plural, one {parcel’s cash, unpaid after 10 days} other {parcels’ cash, unpaid after 10 days}}',
          {
            count,
          },
        ),
      }
    case 'to-confirm':
      return {
        verb: t('Confirm'),
        what: t('{count, plural, one {order in cash} other {orders in cash}}', { count }),
      }
    case 'drafts-lapsed':
      return {
        verb: t('Look at'),
        what: t('{count, plural, one {order that nobody paid in time} other {orders that nobody paid in time}}', {
          count,
        }),
      }
    case 'photos':
      return {
        verb: t('Approve'),
        what: t('{count, plural, one {customer’s photo} other {customers’ photos}}', { count }),
      }
    case 'people-to-forget':
      return { verb: t('Erase'), what: t('{count, plural, one {person} other {people}}', { count }) }
    case 'mails':
      return {
        verb: t('View'),
        what: t('{count, plural, one {mail that couldn’t be sent} other {mails that couldn’t be sent}}', { count }),
      }
    case 'mail-limit':
      return { verb: t('Raise the limit'), what: t('Mails to new addresses reached their limit') }
    case 'webhooks':
      return {
        verb: t('View'),
        what: t('{count, plural, one {undelivered webhook} other {undelivered webhooks}}', { count }),
      }
  }
}

/** Something is wrong, rather than to do. */
export const ALARMS: ReadonlySet<Waiting['kind']> = new Set([
  'sandbox',
  'disk',
  'backups',
  'provider-switches',
  'disputes',
  'payments-in-doubt',
  'failed-refunds',
  'stuck-refunds',
  'parcels-lost',
])

/** What only is, and has no number. */
export const UNCOUNTED: ReadonlySet<Waiting['kind']> = new Set(['sandbox', 'disk', 'backups', 'mail-limit'])
