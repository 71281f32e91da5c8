import { defineFeature } from '../feature.server.ts'
import { checksStaffContract } from './checks-contract.ts'
import { createChecksStaffHandlers } from './checks-handlers.server.ts'
import { ownerJobs } from './jobs.server.ts'
import { settingFilesContract } from './setting-files-contract.ts'
import { createSettingFilesHandlers } from './setting-files-handlers.server.ts'
import { ownerStaffContract } from './staff-contract.ts'
import { createOwnerStaffHandlers } from './staff-handlers.server.ts'

export const owner = defineFeature({
  staffContract: { ...ownerStaffContract, ...checksStaffContract, ...settingFilesContract },
  staffHandlers: (shop) => ({
    ...createOwnerStaffHandlers(shop),
    ...createChecksStaffHandlers(shop),
    ...createSettingFilesHandlers(shop),
  }),
  actions: {
    'connections.delhivery': 'Connected Delhivery',
    'connections.mail': 'Connected a mail server',
    'connections.shiprocket': 'Connected Shiprocket',
    'connections.payments': 'Connected payments',
    'connections.remove': 'Removed a carrier’s keys',
    'mail.check': 'Sent a test e-mail',
  },
  jobs: ownerJobs,
})
