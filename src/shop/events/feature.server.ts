import { defineFeature } from '../feature.server.ts'
import { eventJobs } from './jobs.server.ts'

export const events = defineFeature({ jobs: eventJobs })
