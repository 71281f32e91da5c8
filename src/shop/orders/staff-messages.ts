/** What staff read. `messages.ts` is for shoppers, and in their bundle. */
export const NOT_PAID_FOR = 'This order hasn’t been paid for.'
export const NOT_CONFIRMED_YET = 'This order isn’t confirmed yet.'
export const LEAVES_IN_A_PARCEL =
  'This order is paid at the door. Record its parcel (“orders ship”), so that it’s known what the carrier collects.'
export const UNPAID_AWAY =
  'A parcel of this order has left and isn’t paid yet. If it’s refused, it comes back: record that at the parcel.'
export const ADDRESS_SENT = 'A parcel of this order has already left, so its address stays.'
export const ADDRESS_CHANGED = 'Somebody else changed this address in the meantime. Nothing was saved.'
export const OTHER_STATE =
  'The tax of this order belongs to its state, so it can’t be sent to another one. Cancel it and let the customer order again.'
export const NOTE_NOT_FOUND = 'This note no longer exists.'
export const NOTE_OF_ANOTHER = 'Only its author or a manager can change this note.'
export const NOTE_CHANGED = 'Somebody else changed this note in the meantime. Nothing was saved.'
export const VIEW_NOT_FOUND = 'This view no longer exists.'
export const VIEW_OF_ALL = 'Only managers and owners share views, or delete shared ones.'
export const TOO_MANY_VIEWS = 'There are 20 views already. Delete one first.'
export const PARCEL_MISSING =
  'A parcel of this order is lost or came back. Refund its pieces, or say where it is, before the order is delivered.'
export const NOT_DELIVERED_YET = 'This order isn’t delivered.'
export const ARRIVED_FOR_EXCHANGE = 'An exchange of this order was requested, so it did arrive.'
export const NOT_ON_ITS_WAY = 'Only an order that is on its way can be delivered.'
