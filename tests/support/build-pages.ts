import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the pages if they are stale, so that no test runs on old ones. */
export default function buildPages(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/ensure.mjs'), 'build'], { stdio: 'inherit' })
}
