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
    'order.receive-back': 'Took back that a parcel was received',
    'order.receive-parcel': 'Took in a parcel that came back',
    'order.resend': 'Sends an order again',
    'order.ship': 'Shipped a parcel',
    'pack.tick': 'Picked or packed pieces',
  },
  person: shippingPerson,
})
