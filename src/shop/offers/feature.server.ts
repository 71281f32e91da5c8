import { defineFeature } from '../feature.server.ts'

export const offers = defineFeature({})
