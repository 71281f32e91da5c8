import { cp, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { openBackup } from '#platform/backup/open-backup.server.ts'
import { NO_PICTURES } from '#platform/backup/picture-copies.server.ts'
import { restoreBackup } from '#platform/backup/restore-backup.server.ts'
import { writeBackup } from '#platform/backup/write-backup.server.ts'
import { ConfigError } from '#platform/config.server.ts'
import { readMajor } from '#platform/db/cluster-version.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import { fetchBinaries } from '#platform/db/former-binaries.server.ts'
import { findBinaries, majorOf, type PostgresBinaries } from '#platform/db/postgres-binaries.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { checkInvariants } from '#shop/checkout/invariants.server.ts'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import type { Tables } from '#shop/tables.server.ts'
import { freePort } from '../support/processes.ts'
import { recordsOf } from '../support/sandbox-control.ts'
import { databaseUrl } from '../support/test-server.ts'
import { commandLine } from './support/commands.ts'
import { type CheckResult, type Fault, type FaultContext, ms, tally } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { ROOT, runNode, runShop, startShop } from './support/processes.ts'
import { registerShopper } from './support/shopper.ts'

const FROM = 17
const MIGRATIONS = join(ROOT, 'db/migrations')
const print = () => {}
const TEE = { productId: 'boxy-tee', color: 'Black', size: 'M', price: 1299 }

interface Checked {
  /** The checksums of all rows, by table, without the records of backups. */
  rows: string
  findings: number
}

/** Opens the embedded database of a stopped shop, and closes it again. */
async function withDatabaseOf<T>(
  dataDir: string,
  work: (connection: Connection) => Promise<T>,
  binaries?: PostgresBinaries,
): Promise<T> {
  const server = await startEmbedded({ dataDir, log: print, kind: 'command', ...(binaries ? { binaries } : {}) })
  return work(server.connection).finally(() => server.stop())
}

/** Reads all rows and checks the ledger. */
async function check(context: FaultContext, connection: Connection): Promise<Checked> {
  const store = createFolderStore(await context.folder('rows'))
  await writeBackup({ connection, version: 'test', pictures: NO_PICTURES }, { store, name: 'rows.tar', keys: NO_KEYS })
  const backup = await openBackup(store, 'rows.tar', NO_KEYS)
  let rows = ''
  for await (const entry of backup.entries())
    if ('manifest' in entry)
      rows = JSON.stringify(
        Object.entries(entry.manifest.entries).filter(([name]) => /^rows\/(?!backups\/)/.test(name)),
      )
  const database = openDatabase<Tables>({ connection, log: { warn: () => {} }, max: 2 })
  const { findings } = await checkInvariants(database.db).finally(() => database.close())
  return { rows, findings: findings.length }
}

/** `upgrade` in a process that is killed after that time, unless it has ended. True if it was killed. */
async function killUpgrade(context: FaultContext, dataDir: string, afterMs: number): Promise<boolean> {
  const running = runNode(context, 'src/cli/main.ts', { DATA_DIR: dataDir }, [], ['upgrade'])
  await Promise.race([sleep(afterMs), running.ended])
  running.child.kill('SIGKILL')
  return (await running.ended).signal === 'SIGKILL'
}

/** Kills `upgrade` at random moments, each time on a copy of a data folder; then the next one must do it all. */
async function killRepeatedly(
  context: FaultContext,
  { template, kills, promise, afterKill }: Repeated,
): Promise<CheckResult> {
  const base = await context.folder('kills')
  const whole = join(base, 'whole')
  const shop = (dataDir: string) => commandLine({ ...context, log: () => {} }, { DATA_DIR: dataDir })
  await cp(template, whole, { recursive: true, verbatimSymlinks: true })
  const from = performance.now()
  await shop(whole)('upgrade')
  const took = performance.now() - from
  const expected = await withDatabaseOf(whole, (connection) => check(context, connection))
  const states: string[] = []
  const wrong: string[] = []
  for (let attempt = 1; states.length < kills && wrong.length === 0; attempt += 1) {
    const dataDir = join(base, `attempt-${attempt}`)
    await cp(template, dataDir, { recursive: true, verbatimSymlinks: true })
    // The start of the process takes some 400 ms, which nothing is at risk in.
    if (!(await killUpgrade(context, dataDir, 300 + Math.random() * (took - 300)))) continue
    states.push(await afterKill(dataDir, shop(dataDir)))
    const again = await shop(dataDir)('upgrade')
    if (again.code !== 0) {
      wrong.push(again.text)
      continue
    }
    const found = await withDatabaseOf(dataDir, (connection) => check(context, connection))
    if (found.rows !== expected.rows) wrong.push('other rows')
    if (found.findings > 0) wrong.push('the ledger')
    if (states.length % 5 === 0) context.log(`${states.length} of ${kills} kills: ${JSON.stringify(tally(states))}`)
  }
  const measured = `${states.length} kills within ${ms(took)}; right after them: ${Object.entries(tally(states))
    .map(([state, count]) => `${count} × ${state}`)
    .join(', ')}${wrong.length > 0 ? `; WRONG: ${wrong.join(' / ')}` : '; then the same rows as without a kill'}`
  return {
    promise,
    requirement: `${kills} random moments: the next command goes on or says what to do, all rows are there, the ledger adds up`,
    measured,
    ok: wrong.length === 0 && expected.findings === 0 && !states.some((state) => state.startsWith('LOST')),
  }
}

interface Repeated {
  /** A data folder to be upgraded, which stays as it is. */
  template: string
  kills: number
  promise: string
  /** What a command or start finds after a kill. */
  afterKill(dataDir: string, shop: ReturnType<typeof commandLine>): Promise<string>
}

/** Tables as 1.0.0 left them, updated by this version. */
async function tables(context: FaultContext): Promise<CheckResult> {
  const template = join(await context.folder('tables'), 'data')
  await mkdir(template, { mode: 0o711 })
  const known = join(await context.folder('migrations'), 'known')
  await mkdir(known)
  const source = { store: createFolderStore(join(ROOT, 'tests/releases')), name: '1.0.0-exchanges.tar', keys: NO_KEYS }
  const backup = await openBackup(source.store, source.name, NO_KEYS)
  for (const name of backup.header.migrations) await cp(join(MIGRATIONS, `${name}.sql`), join(known, `${name}.sql`))
  const options = { pictures: createFolderStore(template), migrations: known, check: async () => {} }
  await withDatabaseOf(template, (connection) => restoreBackup(backup, { connection, ...options })).finally(() =>
    backup.close(),
  )
  return killRepeatedly(context, {
    template,
    kills: context.pick(2, 20),
    promise: 'an update of the tables that is killed loses nothing',
    async afterKill(dataDir) {
      const applied = await withDatabaseOf(dataDir, async (connection) => {
        const database = openDatabase<Tables>({ connection, log: { warn: () => {} }, max: 1 })
        const rows = await database.db
          .selectFrom('settings_versions')
          .selectAll()
          .execute()
          .finally(() => database.close())
        return rows.some((row) => 'undone_to' in row)
      })
      return applied ? 'updated' : 'as before'
    },
  })
}

/** A shop on PostgreSQL 17 with orders, brought to the installed version. */
async function rehearsal(context: FaultContext): Promise<CheckResult[]> {
  const base = await context.folder('upgrade')
  const dataDir = join(base, '0')
  await mkdir(dataDir, { mode: 0o711 })
  const requirement = 'the same rows, catalogue and orders; logins and payments go on; the old database is kept'
  const promise = `a database of PostgreSQL ${FROM} is upgraded to ${majorOf(findBinaries().version)}`
  const binaries = await fetchBinaries(FROM, { dataDir, print: context.log }).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.message
    throw error
  })
  if (typeof binaries === 'string') return [{ promise, requirement, measured: binaries, ok: false, skipped: true }]
  const old = await startEmbedded({ dataDir, log: print, binaries })
  const url = databaseUrl(old.connection)
  const environment = await openEnvironment(context, {
    database: 'external',
    dataDir: base,
    postgres: { createDatabase: async () => url },
  })
  const { sandbox, mail } = environment
  const around = { origin: environment.origin(), mail, sandbox, settings: DEFAULT_SETTINGS }
  const asha = await registerShopper(around, 'asha@shopper.example', 'Asha Kale')
  const bought = [await asha.buy(TEE), await asha.buy(TEE)]
  await environment.shops[0]?.stop()
  const onUrl = commandLine({ ...context, log: () => {} }, { DATA_DIR: dataDir, DATABASE_URL: url })
  const before = { catalogue: (await onUrl('catalog', 'export')).text, ...(await check(context, old.connection)) }
  await old.stop()
  const template = join(base, 'template')
  await cp(dataDir, template, { recursive: true, verbatimSymlinks: true })

  const settings: Record<string, string> = { ...environment.settingsOf(0), DATA_DIR: dataDir }
  delete settings.DATABASE_URL
  const refused = startShop(context, await freePort(), settings)
  const { code } = await refused.ended
  const sentence = refused.output().trim()
  context.log(sentence)
  const isRefused = code === 1 && /^The database in .* `npm run shop -- upgrade`; nothing was changed\.$/.test(sentence)

  const shop = commandLine(context, { DATA_DIR: dataDir })
  const from = performance.now()
  const upgraded = await shop('upgrade')
  const took = performance.now() - from
  const after = {
    catalogue: (await shop('catalog', 'export')).text,
    ...(await withDatabaseOf(dataDir, (connection) => check(context, connection))),
  }
  const started = await runShop(context, Number(new URL(environment.origin()).port), settings)
  const orders = await call(started.origin, `/api/user/user-orders/${asha.id}`, { token: asha.token })
  const meera = await registerShopper(around, 'meera@shopper.example', 'Meera Rao')
  await meera.buy(TEE)
  await started.stop()
  const ledger = await withDatabaseOf(dataDir, async (connection) => {
    const database = openDatabase<Tables>({ connection, log: { warn: () => {} }, max: 2 })
    return checkInvariants(database.db, await recordsOf(sandbox)).finally(() => database.close())
  })
  // The way back, as the command prints it.
  const returned = join(base, 'returned')
  await cp(dataDir, returned, { recursive: true, verbatimSymlinks: true })
  await rename(join(returned, 'postgres'), join(returned, 'postgres-18'))
  await rename(join(returned, `postgres-${FROM}`), join(returned, 'postgres'))
  const former = await fetchBinaries(FROM, { dataDir: template, print })
  const back = await withDatabaseOf(returned, (connection) => check(context, connection), former)
  const isThere = bought.every(({ orderId }) => orders.text.includes(orderId))
  const parts: Record<string, boolean> = {
    'a start before it is refused in one sentence': isRefused,
    'all rows are the same': after.rows === before.rows,
    'the catalogue’s export is the same': after.catalogue === before.catalogue && after.catalogue.length > 100,
    'orders are there': orders.status === 200 && isThere,
    'a login and a payment after it': ledger.ok,
    'the old database is kept, and opens with its own version': back.rows === before.rows,
  }
  const kept = Object.entries(parts).map(([part, ok]) => (ok ? part : `NOT: ${part}`))
  const shown: CheckResult = {
    promise,
    requirement,
    measured: `${ms(took)}: ${kept.join(', ')}`,
    ok: upgraded.code === 0 && Object.values(parts).every((ok) => ok),
  }
  const killed = await killRepeatedly(context, {
    template,
    kills: context.pick(2, 20),
    promise: `an upgrade of PostgreSQL that is killed loses nothing`,
    async afterKill(folder, command) {
      const { code: ended, text } = await command('catalog', 'export')
      if (ended === 0) return text.endsWith(before.catalogue) ? 'upgraded' : 'LOST'
      return /`npm run shop -- upgrade`; nothing was changed/.test(text) && readMajor(join(folder, 'postgres')) === FROM
        ? 'the old one, and a sentence'
        : `LOST ${text}`
    },
  })
  return [shown, killed]
}

/** `npm run faults -- upgrade`: it gets PostgreSQL 17 from the package registry. */
export const fault: Fault = {
  about: 'upgrades of the tables and of PostgreSQL, and kill -9 in them',
  run: async (context) => [...(await rehearsal(context)), await tables(context)],
}
