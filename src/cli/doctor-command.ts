import { randomUUID } from 'node:crypto'
import { checkCarrierKeys } from '#platform/carriers/check-carrier-keys.server.ts'
import { createCarriers } from '#platform/carriers/create-carriers.server.ts'
import { API_CARRIERS, CARRIER_LABELS } from '#platform/carriers/names.ts'
import { type Config, ConfigError, readConfig } from '#platform/config.server.ts'
import { openReplica } from '#platform/db/connect.server.ts'
import { planMigrations } from '#platform/db/migrate.server.ts'
import { readLag } from '#platform/db/reads.server.ts'
import { gigabytes, isDiskLow, readDiskSpace } from '#platform/disk.server.ts'
import { createSmtpTransport } from '#platform/mail/smtp.server.ts'
import { checkKeys } from '#platform/payments/check-keys.server.ts'
import { openPictureStores } from '#platform/pictures/picture-stores.server.ts'
import { backupPlan } from '#shop/backups/make-backup.server.ts'
import { backupSummary, readBackupStatus } from '#shop/backups/status.server.ts'
import { countWaitingBookings } from '#shop/carriers/sql.server.ts'
import { countForOpening, countProducts, countWithoutHsn, readPictureOrigins } from '#shop/catalog/sql.server.ts'
import { switchText } from '#shop/checkout/provider-switches.ts'
import { readSwitches } from '#shop/checkout/switches-sql.server.ts'
import {
  emptyPolicyFacts,
  SETTING_NAMES,
  type Settings,
  settingProblem,
  unsetIdentity,
} from '#shop/settings/definitions.ts'
import { gstinStateProblem } from '#shop/settings/detail-rules.ts'
import { querySettings } from '#shop/settings/sql.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { hasDatabase, type JsonOption, MIGRATIONS, printResult, root, withDatabase } from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { addressProblem } from './init-questions.ts'

export interface Finding {
  about: string
  ok: boolean
  message: string
}

/** `doctor`: checks settings, database and its replica, disk, a bucket of pictures, mail, payment provider and carriers, and
 * reports problems. It changes nothing. */
export function addDoctorCommand(program: ShopCommand): void {
  program
    .command('doctor')
    .description('check settings, database, disk, pictures, mail and payment provider')
    .does('GET /connections', 'POST /connections/mail/check', 'POST /connections/payments/check')
    .example('doctor', 'NODE_ENV=production npm run shop -- doctor')
    .action(async (options: JsonOption) => {
      const findings = await runChecks()
      printResult(findings, options, () => findingLines(findings))
      if (findings.some((finding) => !finding.ok)) process.exitCode = 1
    })
}

export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ about, ok, message }) => `${ok ? 'fine ' : 'WRONG'}  ${about}: ${message}`)
}

/** Every check of `doctor`. `opening` includes the checks of a shop before its opening outside of production too. */
export async function runChecks({ opening = false } = {}): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(process.env, { root })
  } catch (error) {
    const message = error instanceof ConfigError ? error.message : 'the settings can’t be read.'
    return [{ about: 'settings', ok: false, message }]
  }
  return [
    { about: 'settings', ok: true, message: `the shop is at ${config.publicUrl}, its data in ${config.dataDir}.` },
    await runCheck('database', () => checkDatabase(config)),
    ...(config.database.kind === 'url' && config.database.readUrl !== null
      ? [await runCheck('replica', () => checkReplica(config))]
      : []),
    await runCheck('disk', () => checkDisk(config)),
    ...(config.pictures.kind === 's3' ? [await runCheck('pictures', () => checkPictures(config))] : []),
    await runCheck('backups', () => checkBackups(config)),
    await runCheck('mail', () => checkMail(config)),
    await runCheck('payment', () => checkPayment(config)),
    ...(await carrierFindings(config)),
    ...(hasDatabase(config) ? [await runCheck('payment provider', () => checkSwitches(config))] : []),
    ...(config.production || opening ? [await runCheck('shop', () => checkOpening(config))] : []),
  ]
}

async function runCheck(about: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { about, ok: true, message: await check() }
  } catch (error) {
    return { about, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

const NOT_SET_UP =
  'it can be checked once the database is up to date: `init` sets a new shop up, and a start updates it.'

async function checkDatabase(config: Config): Promise<string> {
  if (!hasDatabase(config)) return 'it doesn’t exist yet; the first start of the shop creates it.'
  return withDatabase(config, async ({ db }) => {
    const { pending: missing } = await planMigrations(db, MIGRATIONS)
    if (missing.length > 0)
      throw new Error(`migrations are missing, which the next start of the shop applies: ${missing.join(', ')}.`)
    const [count, without] = [await countProducts(db), await countWithoutHsn(db)]
    const codes = without === 0 ? '' : `, ${without} without an HSN code of their own (\`products list --without-hsn\`)`
    const where = config.database.kind === 'embedded' ? 'the embedded database' : 'the database of DATABASE_URL'
    return `${where} responds and its tables are up to date; ${count} products${codes}.`
  })
}

/** A replica further behind is left alone for long: something is wrong with it. */
const MAX_LAG_BYTES = 1_000_000

/** The server of DATABASE_READ_URL. If it can't be read from, the shop reads where it writes. */
async function checkReplica(config: Config): Promise<string> {
  return withDatabase(config, async ({ db }) => {
    const replica = openReplica<Tables>(config, { warn: () => {} })
    if (!replica) return 'there is none.'
    const instead = 'until then the shop reads from DATABASE_URL'
    try {
      const { bytes, seconds } = await readLag(db, replica.db).catch((error: unknown) => {
        throw new Error(`DATABASE_READ_URL: ${error instanceof Error ? error.message : String(error)}; ${instead}.`)
      })
      const behind = `${(bytes / 1e6).toFixed(1)} MB behind, and its newest change is ${Math.round(seconds)} s old`
      if (bytes > MAX_LAG_BYTES) throw new Error(`DATABASE_READ_URL: it is ${behind}; ${instead}.`)
      return bytes > 0
        ? `the server of DATABASE_READ_URL responds; it is ${behind}.`
        : 'the server of DATABASE_READ_URL responds, and has everything that was committed.'
    } finally {
      await replica.close()
    }
  })
}

async function checkDisk({ dataDir }: Config): Promise<string> {
  const space = await readDiskSpace(dataDir)
  if (isDiskLow(space)) throw new Error(`only ${gigabytes(space.free)} is free; a full disk takes no orders.`)
  return `${gigabytes(space.free)} of ${gigabytes(space.total)} is free.`
}

/** Writes, reads and deletes a file in the bucket. */
async function checkPictures(config: Config): Promise<string> {
  const { published, waiting } = openPictureStores(config)
  const name = `doctor-${randomUUID()}`
  await waiting.write(name, Buffer.from('probe'))
  const isKept = String(await waiting.read(name)) === 'probe'
  await waiting.remove(name)
  if (!isKept || (await waiting.stat(name))) throw new Error(`${waiting.place} doesn’t keep what is written to it.`)
  return `${published.place} can be read and written.`
}

async function checkBackups(config: Config): Promise<string> {
  if (!hasDatabase(config)) return 'there is nothing to back up yet.'
  return withDatabase(config, async ({ db }) => {
    if ((await planMigrations(db, MIGRATIONS)).pending.length > 0)
      return 'they can be checked once the database is up to date.'
    const plan = backupPlan(await querySettings(db, config), config)
    const status = await readBackupStatus(db, plan, new Date())
    if (status.problem !== null) throw new Error(`${status.problem}; \`backup\` makes one now.`)
    return backupSummary(status, { ownDisk: plan.to.startsWith(config.dataDir) })
  })
}

/** Checks what a real shop needs before it opens: its identity, its policies, something to sell. */
async function checkOpening(config: Config): Promise<string> {
  if (!hasDatabase(config)) throw new Error(NOT_SET_UP)
  return withDatabase(config, async ({ db }) => {
    if ((await planMigrations(db, MIGRATIONS)).pending.length > 0) throw new Error(NOT_SET_UP)
    const [settings, products] = [await querySettings(db, config), await countForOpening(db)]
    const unset = unsetIdentity(settings)
    const origins = await readPictureOrigins(db)
    const empty = emptyPolicyFacts(settings, { map: config.map !== null, pictures: origins.length > 0 })
    const missing = [
      ...(empty.length > 0 ? [`the privacy page lacks ${empty.join(', ')}`] : []),
      ...(unset.length > 0 ? [`details are missing or still the demonstration’s (${unset.join(', ')})`] : []),
      ...invalidDetails(settings),
      ...(settings['shop.gstin'] === '' && settings['order.taxPercent'] > 0
        ? [`order.taxPercent charges GST, and shop.gstin is empty`]
        : []),
      ...(products.published === 0 ? ['nothing is on sale'] : []),
      ...(products.demonstration > 0 ? [`${products.demonstration} products are the demonstration’s`] : []),
    ]
    if (missing.length > 0) throw new Error(`before opening: ${missing.join('; ')}.`)
    const state = settings['shop.open'] ? 'open' : 'closed: `settings set shop.open yes` opens it'
    return `${settings['shop.name']} has its details, and ${products.published} products are on sale; the shop is ${state}.`
  })
}

/** What is wrong with details that were stored before their rules became stricter, or by another setting's change. */
function invalidDetails(settings: Settings): string[] {
  const own = SETTING_NAMES.filter((name) => settings[name] !== '').flatMap((name) => {
    const problem = settingProblem(name, settings[name])
    return problem === null ? [] : [`${name} ${problem}`]
  })
  const between = [gstinStateProblem(settings['shop.gstin'], settings['shop.state']), addressProblem(settings)]
  return [...own, ...between.flatMap((problem) => (problem === null ? [] : [problem.replace(/\.$/, '')]))]
}

async function checkMail(config: Config): Promise<string> {
  if (config.mail.kind === 'none') throw new Error('SMTP_URL: the shop stays closed until there is a mail server.')
  if (config.mail.kind === 'mailbox')
    return `no SMTP_URL is set: mail is stored and shown at ${config.publicUrl}/dev/mailbox.`
  const transport = createSmtpTransport({
    url: config.mail.url,
    from: async () => ({ name: '', address: config.mail.from.address }),
  })
  try {
    await transport.check()
    return `${new URL(config.mail.url).host} accepts mail.`
  } finally {
    await transport.close()
  }
}

/** What somebody switched on at the provider, by what it did to payments. */
async function checkSwitches(config: Config): Promise<string> {
  return withDatabase(config, async ({ db }) => {
    if ((await planMigrations(db, MIGRATIONS)).pending.length > 0) return NOT_SET_UP
    const [found] = await readSwitches(db)
    if (found) throw new Error(switchText(found))
    return 'nothing is switched on there that changes payments.'
  })
}

/** Carriers whose keys the shop has, and, also without keys, what waits for a carrier. */
async function carrierFindings(config: Config): Promise<Finding[]> {
  const carriers = Object.values(config.carriers).some((keys) => keys !== null)
    ? [await runCheck('carriers', () => checkCarriers(config))]
    : []
  if (!hasDatabase(config)) return carriers
  const bookings = await runCheck('bookings', () => checkBookings(config))
  return carriers.length > 0 || !bookings.ok ? [...carriers, bookings] : []
}

async function checkCarriers(config: Config): Promise<string> {
  const carriers = createCarriers(config.carriers)
  const names: string[] = []
  for (const name of API_CARRIERS) {
    const carrier = carriers[name]
    if (!carrier) continue
    await checkCarrierKeys(name, carrier)
    names.push(CARRIER_LABELS[name])
  }
  return `${names.join(' and ')} ${names.length === 1 ? 'accepts' : 'accept'} the shop’s keys.`
}

async function checkBookings(config: Config): Promise<string> {
  return withDatabase(config, async ({ db }) => {
    if ((await planMigrations(db, MIGRATIONS)).pending.length > 0)
      return 'they can be checked once the database is up to date.'
    const { bookings, cancellations } = await countWaitingBookings(db)
    const waiting = [
      ...(bookings > 0
        ? [
            `${bookings === 1 ? '1 booking has' : `${bookings} bookings have`} waited for the carrier for more than an hour: \`orders bookings --state booking\` says what for. What can’t wait is cancelled by \`orders cancel-booking ID\`, and then booked otherwise.`,
          ]
        : []),
      ...(cancellations > 0
        ? [
            `${cancellations === 1 ? '1 cancellation has' : `${cancellations} cancellations have`} waited for the carrier for more than an hour: \`orders bookings --state cancelling\` says what for. Until then the carrier may fetch the parcel: keep it back, and cancel it in the carrier’s own panel.`,
          ]
        : []),
    ]
    if (waiting.length > 0) throw new Error(waiting.join(' '))
    return 'none waits for its carrier.'
  })
}

async function checkPayment(config: Config): Promise<string> {
  if (config.payments.kind === 'none')
    throw new Error('RAZORPAY_KEY_ID: the shop stays closed until it has the keys of its payment provider.')
  if (config.payments.kind === 'sandbox')
    return 'no provider keys are set: payments go to the built-in sandbox, and no money moves.'
  return checkKeys(config.payments)
}
