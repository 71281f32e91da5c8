import { defineFeature } from '../feature.server.ts'
import { createStaffHandlers } from './handlers.server.ts'
import { createKeysHandlers } from './keys.server.ts'
import { keysStaffContract } from './keys-contract.ts'
import { nameStaff } from './sql.server.ts'
import { staffUndo } from './staff.server.ts'
import { staffSignInContract } from './staff-contract.ts'

export const staff = defineFeature({
  staffContract: { ...staffSignInContract, ...keysStaffContract },
  staffHandlers: (shop) => ({ ...createStaffHandlers(shop), ...createKeysHandlers(shop) }),
  undo: staffUndo,
  subjects: {
    staff: { names: nameStaff, path: () => '/staff' },
    key: { names: (db, ids) => db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute() },
  },
  actions: {
    'key.create': 'Made a key',
    'key.end': 'Ended a key',
    'staff.end': 'Ended access',
    'staff.found': 'Became the owner',
    'staff.invite': 'Invited',
    'staff.reset': 'Reset access',
    'staff.role': 'Changed a role',
  },
})
