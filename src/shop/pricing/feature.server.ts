import { defineFeature } from '../feature.server.ts'

export const pricing = defineFeature({})
