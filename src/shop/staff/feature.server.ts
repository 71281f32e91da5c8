import { defineFeature } from '../feature.server.ts'
import { createFactorsHandlers } from './factors.server.ts'
import { createStaffHandlers } from './handlers.server.ts'
import { createKeysHandlers } from './keys.server.ts'
import { keysStaffContract } from './keys-contract.ts'
import { nameStaff } from './sql.server.ts'
import { staffUndo } from './staff.server.ts'
import { factorsContract, staffSignInContract } from './staff-contract.ts'

export const staff = defineFeature({
  staffContract: { ...staffSignInContract, ...factorsContract, ...keysStaffContract },
  staffHandlers: (shop) => ({
    ...createStaffHandlers(shop),
    ...createFactorsHandlers(shop),
    ...createKeysHandlers(shop),
  }),
  undo: staffUndo,
  subjects: {
    staff: { names: nameStaff, path: () => '/staff' },
    key: { names: (db, ids) => db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute() },
  },
  actions: {
    'factor.add': 'Added a sign-in method',
    'factor.remove': 'Removed a sign-in method',
    'factor.replace': 'Replaced the authenticator app',
    'factor.spare-codes': 'Created new spare codes',
    'key.create': 'Created an API key',
    'key.end': 'Revoked an API key',
    'staff.end': 'Removed access',
    'staff.found': 'Became the owner',
    'staff.invite': 'Invited',
    'staff.reset': 'Reset sign-in',
    'staff.role': 'Changed a role',
    'staff.sign-in': 'Signed in',
  },
})
