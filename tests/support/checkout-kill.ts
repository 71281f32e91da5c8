import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { ChildTask } from './checkout-child.ts'
import { keysOf, orderOf, type Shopper, tee } from './checkout-fixture.ts'
import { cleanEnvironment } from './processes.ts'
import type { TestShop } from './shop.ts'
import { connectionTo } from './test-server.ts'

const root = join(import.meta.dirname, '../..')

/** What the process sells and how the payment is reported. */
export type KilledTask = Pick<ChildTask, 'scenario' | 'source' | 'cancel' | 'link'>

/** Sells one tee in another process that is killed at a failpoint, and returns the signal that ended it. */
export async function killAt(shop: TestShop, point: string, who: Shopper, task: KilledTask): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(shop.shop.db)
  const childTask: ChildTask = {
    connection: connectionTo(inject('testServer').connection, rows[0]?.name ?? ''),
    dataDir: shop.config.dataDir,
    sandboxOrigin: new URL(shop.shop.payments.checkoutUrl).origin,
    keys: await keysOf(shop),
    customer: who.id,
    request: orderOf(who, [tee]),
    ...task,
  }
  const child = spawn(process.execPath, [join(root, 'tests/support/checkout-child.ts'), JSON.stringify(childTask)], {
    cwd: root,
    env: { ...cleanEnvironment(), NODE_ENV: 'test', FAILPOINT: point },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)))
}
