import { defineFeature } from '../feature.server.ts'
import { settingsContract } from './contract.ts'
import { createSettingsHandlers } from './handlers.server.ts'
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
  subjects: { settings: { path: () => '/settings' } },
  actions: {
    'preview.end': 'Ended the preview links',
    'preview.link': 'Made a preview link',
    'settings.plan': 'Planned settings',
    'settings.return': 'Set settings as they were',
    'settings.set': 'Changed settings',
    'settings.undo': 'Took a change of settings back',
    'settings.unplan': 'Took planned settings back',
  },
  jobs: settingsJobs,
})
