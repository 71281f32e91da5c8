import { expect, test } from 'vitest'
import { reportedState, stateOfReport } from './parcel-states.ts'

/** The states of the carriers' documentation, by what they mean for a parcel. */
const DOCUMENTED: [format: string, meaning: string | null, states: string][] = [
  [
    'Shiprocket',
    'waiting',
    'New|Invoiced|Ready To Ship|AWB Assigned|Label Generated|Pickup Scheduled|Pickup Generated|Pickup Queued|PICKUP BOOKED|Manifest Generated|Pending|Pickup Error|Pickup Rescheduled|OUT FOR PICKUP|Pickup Exception|Shipment Booked|Box Packing|FC Allocated|Picklist Generated|Ready to Pack|Packed|FC Manifest Generated|Processed at Warehouse|Handover Exception|Packed Exception|Self Fulfilled',
  ],
  [
    'Shiprocket',
    'moving',
    'Shipped|PICKED UP|IN TRANSIT|IN TRANSIT-EN-ROUTE|In Transit-At Destination Hub|REACHED_AT_DESTINATION_HUB|Misrouted|Delayed|Reached Warehouse|Custom Cleared|In Flight|Handover to Courier|In Transit Overseas|Connection Aligned',
  ],
  [
    'Shiprocket',
    'attempted',
    'Undelivered|UNDELIVERED-2ND ATTEMPT|NDR Pending|Partial_Delivered|Issue Related to the Recipient',
  ],
  ['Shiprocket', 'out-for-delivery', 'OUT FOR DELIVERY'],
  ['Shiprocket', 'delivered', 'DELIVERED'],
  [
    'Shiprocket',
    'returning',
    'RTO Initiated|RTO_NDR|RTO_OFD|RTO IN TRANSIT|RTO_LOCK|REACHED_BACK_AT_SELLER_CITY|Return Initiated|QC Failed',
  ],
  ['Shiprocket', 'returned', 'RTO Delivered|RTO_DELIVERED|RTO Acknowledged|Return Delivered'],
  ['Shiprocket', 'lost', 'Lost|Destroyed|Damaged|Disposed Off|UNTRACEABLE'],
  ['Shiprocket', 'cancelled', 'CANCELED|Cancelled|Cancellation Requested|Cancelled Before Dispatched'],
  ['Shiprocket', null, 'TELEPORTED|Not delivered|Delivered to seller|'],
  ['Delhivery', 'waiting', 'Manifested|Not Picked|Open|Scheduled'],
  ['Delhivery', 'moving', 'In Transit|Pending'],
  ['Delhivery', 'out-for-delivery', 'Dispatched'],
  ['Delhivery', 'delivered', 'Delivered'],
  ['Delhivery', 'returning', 'RTO|DTO|Returned|RTO - Returned'],
  ['Delhivery', 'lost', 'LOST'],
  ['Delhivery', 'cancelled', 'Canceled|Cancelled|Closed'],
  ['India Post', 'moving', 'Item Booked|Item Bagged|Item Dispatched|Item Received|Bag Received|Item Redirected'],
  ['India Post', 'attempted', 'Door Locked|Addressee Absent|Insufficient Address|Item Onhold|Item Refused'],
  ['India Post', 'out-for-delivery', 'Out for Delivery'],
  ['India Post', 'delivered', 'Item Delivered|Item Delivered [To: Addressee]|Item Delivery Confirmed'],
  ['India Post', 'returning', 'Item Returned|Return to Sender|RTS'],
  ['India Post', 'returned', 'Item Delivered to Sender|Item Delivered [To: Sender]'],
  ['India Post', 'lost', 'Item Lost'],
]

test.for(DOCUMENTED)('%s: %s', ([format, meaning, states]) => {
  for (const state of states.split('|')) expect(reportedState(format, state), state).toBe(meaning)
})

test('Delhivery’s type decides between the way to the customer and the way back', () => {
  expect(reportedState('Delhivery', 'Dispatched', 'UD')).toBe('out-for-delivery')
  expect(reportedState('Delhivery', 'Dispatched', 'RT')).toBe('returning')
  expect(reportedState('Delhivery', 'Scheduled', 'PP')).toBe('returning')
  expect(reportedState('Delhivery', 'Delivered', 'DL')).toBe('delivered')
  expect(reportedState('Delhivery', 'RTO', 'DL')).toBe('returned')
  expect(reportedState('Delhivery', 'DTO', 'DL')).toBe('returned')
  expect(reportedState('Delhivery', 'In Transit', 'CN')).toBe('cancelled')
})

test('a parcel that its carrier has isn’t to pack, wherever it is', () => {
  expect((['waiting', 'cancelled'] as const).map(stateOfReport)).toEqual([null, null])
  expect(
    (['moving', 'out-for-delivery', 'attempted', 'returning', 'returned', 'lost', 'delivered'] as const).map(
      stateOfReport,
    ),
  ).toEqual(['on_the_way', 'on_the_way', 'attempted', 'returning', 'returned', 'lost', 'delivered'])
})
