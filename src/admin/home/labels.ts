import { t } from '#platform/text/t.ts'
import type { Waiting } from '#shop/owner/staff-contract.ts'

/** What to do, as a verb with its object. The number stands before it. */
export function waitingWords(kind: Waiting['kind'], count: number): { verb: string; what: string } {
  switch (kind) {
    case 'sandbox':
      return { verb: t('Connect payments'), what: t('The shop is open, but takes test payments only') }
    case 'gstin':
      return { verb: t('Enter your GSTIN'), what: t('The shop charges GST without one') }
    case 'disk':
      return { verb: t('Free up space'), what: t('The disk is nearly full') }
    case 'backups':
      return { verb: t('Check the backups'), what: t('They need attention') }
    case 'provider-switches':
      return {
        verb: t('Check'),
        what: t(
          '{count, plural, one {payment changed by the payment provider} other {payments changed by the payment provider}}',
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
        verb: t('Receive'),
        what: t('{count, plural, one {returned parcel} other {returned parcels}}', { count }),
      }
    case 'parcels-received':
      return {
        verb: t('Resend or refund'),
        what: t('{count, plural, one {received parcel} other {received parcels}}', { count }),
      }
    case 'parcels-attempted':
      return {
        verb: t('Call about'),
        what: t('{count, plural, one {undelivered parcel} other {undelivered parcels}}', {
          count,
        }),
      }
    case 'parcels-returning':
      return {
        verb: t('Expect'),
        what: t('{count, plural, one {parcel on its way back} other {parcels on their way back}}', { count }),
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
        what: t('{count, plural, one {old piece of an exchange} other {old pieces of exchanges}}', { count }),
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
        verb: t('Claim cash for'),
        what: t('{count, plural, one {parcel, unpaid after 10 days} other {parcels, unpaid after 10 days}}', {
          count,
        }),
      }
    case 'to-confirm':
      return {
        verb: t('Confirm'),
        what: t('{count, plural, one {cash order} other {cash orders}}', { count }),
      }
    case 'drafts-lapsed':
      return {
        verb: t('View'),
        what: t('{count, plural, one {draft order not paid in time} other {draft orders not paid in time}}', {
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
        what: t('{count, plural, one {unsent e-mail} other {unsent e-mails}}', { count }),
      }
    case 'mail-limit':
      return { verb: t('Raise the e-mail limit'), what: t('New customers may get no sign-in code today') }
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
  'gstin',
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
export const UNCOUNTED: ReadonlySet<Waiting['kind']> = new Set(['sandbox', 'gstin', 'disk', 'backups', 'mail-limit'])
