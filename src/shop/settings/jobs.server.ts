import type { ShopJob } from '../shop.server.ts'
import { applyDuePlans } from './planned.server.ts'

export const settingsJobs: readonly ShopJob[] = [{ name: 'planned settings', everyMs: 2000, run: applyDuePlans }]
