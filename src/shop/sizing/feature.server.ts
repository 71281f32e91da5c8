import { defineFeature } from '../feature.server.ts'

export const sizing = defineFeature({})
