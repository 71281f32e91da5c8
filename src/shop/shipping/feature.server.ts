import { defineFeature } from '../feature.server.ts'
import { shippingPerson } from './person-sql.server.ts'
import { shippingUndo } from './receive-undo.server.ts'
import { shippingStaffContract } from './staff-contract.ts'
import { createShippingStaffHandlers } from './staff-handlers.server.ts'

export const shipping = defineFeature({
  staffContract: shippingStaffContract,
  staffHandlers: createShippingStaffHandlers,
  undo: shippingUndo,
  actions: {
    'order.close': 'Closed an order that came back',
    'order.correct-parcel': 'Corrected a tracking number',
    'order.parcel': 'Updated a parcel',
    'order.receive-back': 'Undid receiving a parcel',
    'order.receive-parcel': 'Received a returned parcel',
    'order.resend': 'Sent an order again',
    'order.ship': 'Shipped a parcel',
    'pack.tick': 'Picked or packed pieces',
  },
  person: shippingPerson,
})
