import { defineFeature } from '../feature.server.ts'
import { accountsContract } from './contract.ts'
import { forgetUndo } from './forget-later.server.ts'
import { createAccountsHandlers } from './handlers.server.ts'
import { accountJobs } from './jobs.server.ts'
import { accountsPerson } from './person-sql.server.ts'

export const accounts = defineFeature({
  contract: accountsContract,
  handlers: createAccountsHandlers,
  undo: forgetUndo,
  subjects: {
    customer: {
      names: (db, ids) => db.selectFrom('customers').select(['id', 'name']).where('id', 'in', ids).execute(),
      path: (id) => `/customers/${id}`,
    },
  },
  actions: {
    'customer.forget': 'Erased a customer',
    'customer.forget-later': 'Scheduled a customer’s erasure',
    'customer.keep': 'Cancelled a customer’s erasure',
    'sessions.end': 'Signed out devices',
  },
  jobs: accountJobs,
  person: accountsPerson,
})
