/** What an exchange waits for, as `exchange_state` of the database says it. */
export const EXCHANGE_STATES = ['waiting', 'approved', 'on-the-way', 'received', 'done', 'refused'] as const
export type ExchangeState = (typeof EXCHANGE_STATES)[number]

/** What staff can do with an exchange. `pay-link`: have what the replacement costs more paid by a link; `difference`: record that it was paid by hand; `pickup`: record the parcel that fetches the old piece. */
export const DESK_ACTIONS = [
  'pay-link',
  'difference',
  'approve',
  'receive',
  'ship',
  'arrived',
  'pickup',
  'refund',
  'refuse',
] as const
export type DeskAction = (typeof DESK_ACTIONS)[number]

/** The facts of an exchange that decide what can be done with it. */
export interface DeskFacts {
  state: ExchangeState
  isCancelled: boolean
  hasLeft: boolean
  hasArrived: boolean
  isReceived: boolean
  /** The replacement costs more, which isn't paid. */
  isUnpaid: boolean
}

/** What the server would accept now, the next step first. */
export function deskActions({
  state,
  isCancelled,
  hasLeft,
  hasArrived,
  isReceived,
  isUnpaid,
}: DeskFacts): DeskAction[] {
  if (state === 'refused' || state === 'done') return []
  if (isCancelled) return ['receive']
  const isApproved = state !== 'waiting'
  const actions: [DeskAction, boolean][] = [
    ['pay-link', isUnpaid],
    ['difference', isUnpaid],
    ['approve', !isApproved && !isUnpaid],
    // What was sent without waiting for the old piece waits for it alone.
    ['receive', isApproved && !isReceived],
    ['ship', isApproved && !hasLeft],
    ['arrived', hasLeft && !hasArrived],
    ['pickup', isApproved && !isReceived],
    ['refund', !hasLeft],
    ['refuse', !hasLeft && !isReceived],
  ]
  return actions.flatMap(([action, isPossible]) => (isPossible ? [action] : []))
}
