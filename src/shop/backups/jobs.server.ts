import type { ShopJob } from '../shop.server.ts'
import { backupPlan } from './make-backup.server.ts'
import { isBackupDue } from './rules.ts'
import { readBackupState } from './sql.server.ts'

const MINUTE_MS = 60_000

/**
 * Starts the planned backup when it's due. `run` runs an operator's command, which looks again whether it's due: other
 * instances may have started it too.
 */
export function plannedBackups(run: (args: readonly string[]) => Promise<void>): ShopJob {
  return {
    name: 'planned backups',
    everyMs: MINUTE_MS,
    async run({ db, settings, config, clock }) {
      const plan = backupPlan(settings(), config)
      if (isBackupDue(plan, await readBackupState(db), clock.now())) await run(['backup', '--due'])
    },
  }
}
