import { defineFeature } from '../feature.server.ts'
import { addressUndo } from './address.server.ts'
import { ordersContract } from './contract.ts'
import { createOrdersHandlers } from './handlers.server.ts'
import { orderJobs } from './jobs.server.ts'
import { noteUndo } from './notes.server.ts'
import { ordersPerson } from './person-sql.server.ts'
import { staffOrdersContract } from './staff-contract.ts'
import { createOrdersStaffHandlers } from './staff-handlers.server.ts'
import { findOrderByNumber, nameOrders } from './staff-sql.server.ts'
import { viewUndo } from './views.server.ts'

export const orders = defineFeature({
  contract: ordersContract,
  handlers: createOrdersHandlers,
  staffContract: staffOrdersContract,
  staffHandlers: createOrdersStaffHandlers,
  undo: { ...addressUndo, ...noteUndo, ...viewUndo },
  subjects: {
    order: {
      names: nameOrders,
      text: (number, { 'order.prefix': prefix }) => `order ${prefix}${number}`,
      find: findOrderByNumber,
      path: (id) => `/orders/${id}`,
      words: {
        fields: { status: 'Status', state: 'State', shipment: null, restock: 'Back in stock' },
        values: {
          ordered: 'Ordered',
          packaging: 'Packing',
          ontheway: 'On its way',
          delivered: 'Delivered',
          paid: 'Paid',
        },
      },
    },
  },
  actions: {
    'order.address': 'Changed an address',
    'order.advance': 'Changed an order’s status',
    'order.not-delivered': 'Marked as not delivered',
    'order.note': 'Added a note',
    'order.note-change': 'Edited a note',
    'order.note-delete': 'Deleted a note',
    'view.delete': 'Deleted a view',
    'view.save': 'Saved a view',
  },
  jobs: orderJobs,
  person: ordersPerson,
})
