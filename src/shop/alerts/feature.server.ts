import { defineFeature } from '../feature.server.ts'
import { alertsContract } from './contract.ts'
import { createAlertsHandlers } from './handlers.server.ts'
import { alertJobs } from './jobs.server.ts'
import { alertsPerson } from './person-sql.server.ts'

export const alerts = defineFeature({
  contract: alertsContract,
  handlers: createAlertsHandlers,
  jobs: alertJobs,
  person: alertsPerson,
})
