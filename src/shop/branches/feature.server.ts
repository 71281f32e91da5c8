import { defineFeature } from '../feature.server.ts'
import { branchesContract } from './contract.ts'
import { createBranchesHandlers } from './handlers.server.ts'
import { branchesUndo } from './staff.server.ts'
import { branchesStaffContract } from './staff-contract.ts'
import { createBranchesStaffHandlers } from './staff-handlers.server.ts'

export const branches = defineFeature({
  contract: branchesContract,
  handlers: createBranchesHandlers,
  staffContract: branchesStaffContract,
  staffHandlers: createBranchesStaffHandlers,
  undo: branchesUndo,
  subjects: {
    store: {
      names: (db, ids) => db.selectFrom('branches').select(['id', 'name']).where('id', 'in', ids).execute(),
      path: (id) => `/stores/${id}`,
    },
    stores: { path: () => '/stores' },
  },
  actions: {
    'store.add': 'Added a store',
    'store.move': 'Moved a store',
    'store.remove': 'Removed a store',
    'store.restore': 'Restored a store',
    'store.set': 'Edited a store',
    'stores.import': 'Imported stores',
    'stores.restore': 'Undid an import of stores',
  },
})
