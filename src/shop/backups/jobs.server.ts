import type { ShopJob } from '../shop.server.ts'
import { backupPlan } from './make-backup.server.ts'
import { isBackupDue } from './rules.ts'
import { readBackupState } from './sql.server.ts'
import { beginBackup } from './work.server.ts'

const MINUTE_MS = 60_000

export const backupJobs: readonly ShopJob[] = [
  {
    name: 'planned backups',
    everyMs: MINUTE_MS,
    /** Starts the planned backup when it's due. Its command looks again: other instances may have started it too. */
    async run(shop) {
      const { db, settings, config, clock, runCommand } = shop
      const plan = backupPlan(settings(), config)
      if (runCommand && isBackupDue(plan, await readBackupState(db), clock.now()))
        await beginBackup(shop, { place: plan.to, isDue: true })
    },
  },
]
