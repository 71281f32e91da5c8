import { defineFeature } from '../feature.server.ts'
import { catalogContract } from './contract.ts'
import { createCatalogHandlers } from './handlers.server.ts'
import { catalogJobs } from './jobs.server.ts'
import { productWords } from './product/log-words.ts'
import { productStaffContract } from './product/staff-contract.ts'
import { productUndo } from './product/undo.server.ts'
import { catalogStaffContract } from './staff-contract.ts'
import { createCatalogStaffHandlers } from './staff-handlers.server.ts'
import { stockStaffContract } from './stock/contract.ts'
import { catalogUndo } from './undo.server.ts'

export const catalog = defineFeature({
  contract: catalogContract,
  handlers: createCatalogHandlers,
  staffContract: { ...catalogStaffContract, ...productStaffContract, ...stockStaffContract },
  staffHandlers: createCatalogStaffHandlers,
  undo: { ...catalogUndo, ...productUndo },
  subjects: {
    product: {
      names: (db, ids) => db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).execute(),
      path: (id) => `/products/${id}`,
      words: productWords,
    },
    catalog: { text: () => 'several products', words: productWords },
    sku: { words: { fields: { quantity: 'Pieces', low: 'Low-stock level', place: 'Shelf', reason: 'Reason' } } },
  },
  actions: {
    'product.bulk': 'Bulk-edited products',
    'product.bulk-undo': 'Undid a bulk edit',
    'product.create': 'Created a product',
    'product.delete': 'Deleted a draft',
    'product.schedule': 'Scheduled a product change',
    'product.schedule-skipped': 'Skipped a scheduled product change',
    'product.set': 'Edited a product',
    'product.state': 'Published or hid a product',
    'product.unschedule': 'Unscheduled a product change',
    'stock.change': 'Changed stock',
    'stock.level': 'Changed a low-stock level',
    'stock.place': 'Changed a shelf',
  },
  jobs: catalogJobs,
})
