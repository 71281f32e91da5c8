import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { type Config, readConfig } from '#platform/config.server.ts'
import { connectDatabase } from '#platform/db/connect.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import { isSwitching } from '#platform/db/switch-clusters.server.ts'
import { parseIndianTime, type WrittenTime } from '#platform/india-time.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { insertMail } from '#platform/mail/outbox-table.server.ts'
import { openPictureStores, type PictureStores } from '#platform/pictures/picture-stores.server.ts'
import { createUploadedPictures, type UploadedPictures } from '#platform/pictures/uploads.server.ts'
import { updateTables } from '#shop/backups/update-tables.server.ts'
import type { Settings } from '#shop/settings/rules.ts'
import { createSettingsInMemory } from '#shop/settings/settings-in-memory.server.ts'
import { readShopKind } from '#shop/settings/sql.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { tableOf } from './table.ts'

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** The context of a command. Running shops are notified of its writes by the database, and send its mail. */
export interface CommandContext {
  db: Kysely<Tables>
  connection: Connection
  config: Config
  mail: Outbox
  pictures: PictureStores
  /** Photos of buyers. */
  photos: UploadedPictures
  settings(): Settings
  settingsChanged(): Promise<void>
  /** Who runs the command, for the audit log: whoever can reach the shop's database is its owner. */
  actor: Actor
  /** Invalidates cached responses with these tags in running shops. */
  invalidateCacheTags(tags: readonly string[]): Promise<void>
}

/** Ends a command with this message and exit code 1. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
}

/** A usage error or missing input: exit code 2. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
}

/** True if `--json` was given, which makes errors JSON too. */
export const wantsJson = (): boolean => process.argv.includes('--json')

/**
 * Opens the shop's database, runs pending migrations, runs `work`, and closes the database. It works alongside a
 * running shop. Without one, the embedded server runs as long as the command (CONTRACT).
 */
export async function withMigratedDatabase<T>(
  work: (context: CommandContext) => Promise<T>,
  env: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  return withDatabase(readConfig(env, { root }), async (context) => {
    await updateTables(context, { config: context.config, root, print: (line) => printError(line) })
    await context.settingsChanged()
    const { real } = await readShopKind(context.db, context.config)
    return work({ ...context, config: { ...context.config, real } })
  })
}

export const MIGRATIONS = join(root, 'db/migrations')

/** False if the embedded database is still to be created. */
export function hasDatabase({ database, dataDir }: Config): boolean {
  return database.kind !== 'embedded' || existsSync(join(dataDir, 'postgres')) || isSwitching(dataDir)
}

/** The same without running migrations or reading settings, since the tables may belong to another version. */
export async function withDatabase<T>(config: Config, work: (context: CommandContext) => Promise<T>): Promise<T> {
  const database = await connectDatabase<Tables>(config, {
    embedded: attachEmbedded,
    log: { warn: (_, message) => printError(message) },
    print: (line) => printError(line),
    max: 4,
  })
  const settings = createSettingsInMemory(database.db, config)
  const pictures = openPictureStores(config)
  try {
    return await work({
      db: database.db,
      connection: database.connection,
      config,
      pictures,
      photos: createUploadedPictures(pictures),
      // A running shop, or the next start, sends what is in the outbox.
      mail: { enqueue: insertMail, wake: () => {} },
      settings: settings.current,
      settingsChanged: settings.refresh,
      actor: { kind: 'staff', name: `${userInfo().username}, command line`, role: 'owner' },
      invalidateCacheTags: (tags) => database.notify('public_changed', tags.join(' ')),
    })
  } finally {
    await database.close()
  }
}

/** Prints a line to standard error; with `--json` as an object. */
export function printError(line: string, kind: 'note' | 'error' | 'usage' = 'note'): void {
  const text = wantsJson()
    ? JSON.stringify(kind === 'note' ? { note: line } : { error: { kind, message: line } })
    : line
  process.stderr.write(`${text}\n`)
}

/**
 * Asks for confirmation of what can't be undone, unless `--yes` is given. Without a terminal the command is refused, or
 * with `scriptable` it proceeds: for commands that CONTRACT settles without `--yes`.
 */
export async function confirm(
  question: string,
  { yes, scriptable = false }: { yes?: boolean; scriptable?: boolean },
): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) {
    if (scriptable) return
    throw new UsageError(`${question} Add --yes: there is no terminal to ask on.`)
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}

/**
 * True for a demonstration (which its database says), where no real money moves: there the commands that CONTRACT settles without `--yes` run
 * in a script as they are. In a real shop a script has to say `--yes` before money moves.
 */
export const isRehearsal = ({ config }: Pick<CommandContext, 'config'>): boolean => !config.real

/** Shows a count on a terminal during a long task. `done` removes it. */
export function showProgress(what: string): { count(done: number): void; done(): void } {
  if (!process.stderr.isTTY || wantsJson()) return { count: () => {}, done: () => {} }
  let shown = 0
  return {
    count(done) {
      if (Date.now() - shown < 100) return
      shown = Date.now()
      process.stderr.write(`\r${done.toLocaleString('en-IN')} ${what}`)
    },
    done: () => void process.stderr.write('\r\u001b[K'),
  }
}

export interface JsonOption {
  json?: boolean
}

/** Prints a result to standard output: as JSON with `--json`, or else as lines. */
export function printResult(data: unknown, options: JsonOption, lines: () => readonly string[]): void {
  const text = options.json ? JSON.stringify(data, null, 2) : lines().join('\n')
  process.stdout.write(`${text}\n`)
}

/** Prints a list likewise, by default as a table; `none` is the line for an empty one. */
export function printList<T extends object>(
  list: readonly T[],
  options: JsonOption,
  none: string,
  lines: () => readonly string[] = () => tableOf(list),
): void {
  printResult(list, options, () => (list.length === 0 ? [none] : lines()))
}

/** The data of a result. @throws {CommandError} with the message of a refusal */
export function unwrap<T>(result: { ok: true; data: T } | { ok: false; message: string }): T {
  if (!result.ok) throw new CommandError(result.message)
  return result.data
}

/** Parses a whole number of at least 0. */
export function parseCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw new UsageError(`"${text}" isn’t a whole number of at least 0.`)
  return count
}

/** The path of a readable file, relative to the folder where the command was typed. */
export function resolveFile(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`File not found: ${path}`)
  if (found.isDirectory()) throw new CommandError(`${path} is a folder; give a file.`)
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw new CommandError(`You don’t have permission to read ${path}.`)
  }
  return path
}

/** The prefix of a message about an imported file; empty for the file as a whole (line 0). */
export function linePrefix(about: { line: number; column?: string | undefined; id?: string }): string {
  const column = about.column ? `, column ${about.column}` : ''
  return about.line === 0 ? '' : `line ${about.line}${column}${about.id ? ` (${about.id})` : ''}: `
}

/** The times that options take, for `--help`. */
export const TIME_HELP = 'a day (2026-11-21) or a time (2026-11-21T10:30), in India'

/** Parses a day or a time in India. */
export function parseTime(text: string): WrittenTime {
  const time = parseIndianTime(text)
  if (time) return time
  throw new UsageError(
    `"${text}" isn’t a day such as 2026-11-21 or a time such as 2026-11-21T10:30 (in India, or with a zone: 2026-11-21T05:00Z).`,
  )
}

/** When something begins: undefined, which means now, for the current day. */
export function startOf(time: WrittenTime | undefined): Date | undefined {
  const now = new Date()
  return time && (time.from > now || now >= time.to) ? time.from : undefined
}

/** A reason for the records or for a customer: a text of at most 500 characters. */
export function parseReason(text: string): string {
  const reason = text.trim()
  if (reason === '' || reason.length > 500) throw new UsageError('The reason must have 1 to 500 characters.')
  return reason
}

/** An amount in rupees, such as 499 or 499.50. */
export function parseRupees(text: string): number {
  if (!/^\d+(\.\d{1,2})?$/.test(text))
    throw new UsageError(`"${text}" isn’t an amount in rupees, such as 499 or 499.50.`)
  return Number(text)
}

/** Parses pieces written as SKU=COUNT or SKU:COUNT, or as a SKU for one piece, and adds them to those of earlier options. */
export function parsePieces(
  text: string,
  before: readonly { sku: string; count: number }[],
): { sku: string; count: number }[] {
  const at = text.includes('=') ? text.lastIndexOf('=') : text.search(/:\d+$/)
  const [sku, count] = at < 1 ? [text, 1] : [text.slice(0, at), parseCount(text.slice(at + 1))]
  if (count === 0) throw new UsageError(`The number of pieces must be at least 1, got "${text}".`)
  if (before.some((one) => one.sku === sku)) throw new UsageError(`${sku} is given twice.`)
  return [...before, { sku, count }]
}
