import { defineFeature } from '../feature.server.ts'

export const backups = defineFeature({})
