/** The events of which the owner and other programs are notified (CONTRACT part two, Years of service). */
export const EVENT_TYPES = [
  'order.paid',
  'order.shipped',
  'order.delivered',
  'order.cancelled',
  'exchange.requested',
  'stock.low',
  'message.received',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Seconds until the next attempt: from 5 s, doubled each time, to a quarter of an hour. */
export function retrySeconds(attempts: number): number {
  return Math.min(900, 5 * 2 ** Math.min(attempts - 1, 10))
}
