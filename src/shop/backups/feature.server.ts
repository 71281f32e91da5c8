import { defineFeature } from '../feature.server.ts'
import { backupJobs } from './jobs.server.ts'
import { backupsStaffContract } from './staff-contract.ts'
import { createBackupsStaffHandlers } from './staff-handlers.server.ts'

export const backups = defineFeature({
  staffContract: backupsStaffContract,
  staffHandlers: createBackupsStaffHandlers,
  subjects: {
    backup: { text: (name) => name, path: () => '/backups' },
  },
  actions: {
    'backup.check': 'Checked a backup',
    'backup.download': 'Downloaded a backup',
    'backup.make': 'Made a backup',
    'backup.restore': 'Restored a backup',
  },
  jobs: backupJobs,
})
