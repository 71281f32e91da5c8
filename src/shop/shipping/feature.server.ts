import { defineFeature } from '../feature.server.ts'
import { shippingPerson } from './person-sql.server.ts'
import { shippingStaffContract } from './staff-contract.ts'
import { createShippingStaffHandlers } from './staff-handlers.server.ts'

export const shipping = defineFeature({
  staffContract: shippingStaffContract,
  staffHandlers: createShippingStaffHandlers,
  actions: {
    'order.close': 'Closed an order that came back',
    'order.correct-parcel': 'Corrected a tracking number',
    'order.parcel': 'Updated a parcel',
    'order.receive-parcel': 'Took in a parcel that came back',
    'order.resend': 'Sends an order again',
    'order.ship': 'Shipped a parcel',
    'pack.tick': 'Picked or packed pieces',
  },
  person: shippingPerson,
})
