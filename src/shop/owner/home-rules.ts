/** What can wait, the most urgent first. */
export const WAITING_KINDS = [
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
  'parcels-returned',
  'parcels-received',
  'parcels-attempted',
  'parcels-returning',
  'to-confirm',
  'pack',
  'exchanges-to-approve',
  'exchanges-to-ship',
  'exchanges-to-receive',
  'exchanges-on-the-way',
  'cash-overdue',
  'drafts-lapsed',
  'messages',
  'sizes',
  'photos',
  'people-to-forget',
  'mails',
  'mail-limit',
  'webhooks',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** Where each opens, below `/admin`. */
export const LISTS: Readonly<Record<WaitingKind, string>> = {
  sandbox: '/settings/connections#payments',
  gstin: '/settings/tax#shop.gstin',
  disk: '/waiting/disk',
  backups: '/waiting/backups',
  'provider-switches': '/waiting/provider-switches',
  disputes: '/orders?stage=problems',
  'payments-in-doubt': '/orders?stage=problems',
  'failed-refunds': '/orders?stage=problems',
  'stuck-refunds': '/orders?stage=problems',
  'parcels-lost': '/orders?stage=problems',
  'parcels-returned': '/returns?state=returned',
  'parcels-received': '/returns?state=received',
  'parcels-attempted': '/returns?state=attempted',
  'parcels-returning': '/returns?state=returning',
  pack: '/pack',
  'exchanges-to-approve': '/exchanges?state=waiting',
  'exchanges-to-ship': '/exchanges?state=received',
  'exchanges-to-receive': '/exchanges?state=approved',
  'exchanges-on-the-way': '/exchanges?state=on-the-way',
  'cash-overdue': '/remittances',
  'drafts-lapsed': '/draft-orders?state=lapsed',
  'to-confirm': '/orders/to-confirm',
  messages: '/messages?state=waiting',
  sizes: '/stock?low=true',
  photos: '/reviews?state=waiting',
  'people-to-forget': '/waiting/people',
  mails: '/waiting/mails',
  'mail-limit': '/waiting/mail-limit',
  webhooks: '/waiting/webhooks',
}

/** Where a kind opens for a role: only an owner looks at backups. */
export function listOf(kind: WaitingKind, role: 'owner' | 'manager' | 'packer'): string {
  return kind === 'backups' && role === 'owner' ? '/backups' : LISTS[kind]
}

/** What packers work on: numbers on Home obey the table of rights. */
const FOR_PACKERS: ReadonlySet<WaitingKind> = new Set([
  'parcels-lost',
  'parcels-returned',
  'parcels-attempted',
  'parcels-returning',
  'pack',
  'exchanges-to-ship',
  'exchanges-to-receive',
  'exchanges-on-the-way',
])

/** True if a kind is shown to a role. Only an owner enters the GSTIN. */
export function isShown(kind: WaitingKind, role: 'owner' | 'manager' | 'packer'): boolean {
  if (kind === 'gstin') return role === 'owner'
  return role !== 'packer' || FOR_PACKERS.has(kind)
}

/** What packers may open: who else has it open and who changed it is told them. */
const OPEN_TO_PACKERS = /^(order|exchange):/

/** True if a role may open a record, named as in the audit log. */
export function mayOpen(subject: string, role: 'owner' | 'manager' | 'packer'): boolean {
  return role !== 'packer' || OPEN_TO_PACKERS.test(subject)
}
