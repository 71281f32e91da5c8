import { defineFeature } from '../feature.server.ts'
import { carriersJobs } from './jobs.server.ts'
import { carriersPerson } from './person-sql.server.ts'
import { carriersStaffContract } from './staff-contract.ts'
import { createCarriersStaffHandlers } from './staff-handlers.server.ts'

/** Carriers by their own API: bookings, labels, visits, tracking (docs/shipping.md). */
export const carriers = defineFeature({
  staffContract: carriersStaffContract,
  staffHandlers: createCarriersStaffHandlers,
  actions: {
    'carriers.pickup': 'Asked a carrier to fetch parcels',
    'exchange.book': 'Booked a pick-up with a carrier',
    'exchange.cancel-booking': 'Cancelled the booking of a pick-up',
    'order.book': 'Booked a parcel with a carrier',
    'order.cancel-booking': 'Cancelled a booking',
  },
  person: carriersPerson,
  jobs: carriersJobs,
})
