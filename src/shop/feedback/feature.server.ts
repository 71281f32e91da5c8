import { defineFeature } from '../feature.server.ts'
import { feedbackJobs } from './jobs.server.ts'
import { feedbackPerson } from './person-sql.server.ts'

export const feedback = defineFeature({ jobs: feedbackJobs, person: feedbackPerson })
