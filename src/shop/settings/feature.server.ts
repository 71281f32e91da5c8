import { defineFeature } from '../feature.server.ts'
import { settingsContract } from './contract.ts'
import { createSettingsHandlers } from './handlers.server.ts'
import { settingDifferences } from './history.server.ts'
import { settingsJobs } from './jobs.server.ts'
import { plannedUndo } from './planned.server.ts'
import { settingsStaffContract } from './staff-contract.ts'
import { createSettingsStaffHandlers } from './staff-handlers.server.ts'

export const settings = defineFeature({
  contract: settingsContract,
  handlers: createSettingsHandlers,
  staffContract: settingsStaffContract,
  staffHandlers: createSettingsStaffHandlers,
  undo: plannedUndo,
  subjects: { settings: { path: () => '/settings/history', differences: settingDifferences } },
  actions: {
    'preview.end': 'Revoked preview links',
    'preview.link': 'Created a preview link',
    'settings.plan': 'Scheduled settings',
    'settings.return': 'Restored settings',
    'settings.set': 'Changed settings',
    'settings.undo': 'Undid a settings change',
    'settings.unplan': 'Unscheduled settings',
  },
  jobs: settingsJobs,
})
