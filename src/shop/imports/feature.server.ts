import { defineFeature } from '../feature.server.ts'
import { importJobs } from './jobs.server.ts'
import { importsStaffContract } from './staff-contract.ts'
import { createImportsStaffHandlers } from './staff-handlers.server.ts'

export const imports = defineFeature({
  staffContract: importsStaffContract,
  staffHandlers: createImportsStaffHandlers,
  actions: {
    'catalog.file': 'Uploaded a product file',
    'catalog.import': 'Imported products',
    'catalog.undo-import': 'Undid an import',
    'demonstration.load': 'Loaded the demonstration',
    'demonstration.remove': 'Removed the demonstration',
  },
  jobs: importJobs,
})
