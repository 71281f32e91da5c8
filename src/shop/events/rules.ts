/** The events that the owner and other programs are notified of (CONTRACT part two, Years of service). */
export const EVENT_TYPES = [
  'order.placed',
  'order.paid',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'exchange.requested',
  'exchange.paid',
  'stock.low',
  'message.received',
  'dispute.changed',
  'refund.at_provider',
  'mail.budget_used',
  'disk.low',
  'backup.old',
] as const
export type EventType = (typeof EVENT_TYPES)[number]
