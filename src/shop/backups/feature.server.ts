import { defineFeature } from '../feature.server.ts'

export const backups = defineFeature({ actions: { 'backup.restore': 'Restored a backup' } })
