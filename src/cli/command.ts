import { accessSync, constants, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Kysely } from 'kysely'
import { type Config, readConfig } from '#platform/config.server.ts'
import { checkConnection } from '#platform/db/connection-check.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { insertMail } from '#platform/mail/outbox-table.server.ts'
import type { Tables } from '#shop/tables.server.ts'

export const root = resolve(fileURLToPath(new URL('../..', import.meta.url)))

/** What a command works with. The running shop hears of every write from the database, and sends the mail. */
export interface OperatorDesk {
  db: Kysely<Tables>
  config: Config
  mail: Outbox
  settings: { publicUrl: string }
  /** Tells running shops that public answers under these names are stale. */
  publicChanged(tags: readonly string[]): Promise<void>
}

/** A command that can't go on: one clear sentence, exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/**
 * Opens the shop's database for one command and closes it after. It works beside the running shop, on the embedded
 * database too; where no shop runs, the embedded server runs for as long as the command does (CONTRACT).
 */
export async function atDesk<T>(work: (desk: OperatorDesk) => Promise<T>): Promise<T> {
  return atDatabase(readConfig(process.env, { root }), async (desk) => {
    await migrate(desk.db, MIGRATIONS)
    return work(desk)
  })
}

export const MIGRATIONS = join(root, 'db/migrations')

/** The same with the tables as they are found, which may be those of another version of the shop. */
export async function atDatabase<T>(config: Config, work: (desk: OperatorDesk) => Promise<T>): Promise<T> {
  const embedded =
    config.database.kind === 'embedded' ? await attachEmbedded({ dataDir: config.dataDir, log: complain }) : null
  const connection = embedded?.connection ?? {
    connectionString: config.database.kind === 'url' ? config.database.url : '',
  }
  const database = openDatabase<Tables>({ connection, log: { warn: (_, message) => complain(message) }, max: 4 })
  try {
    await checkConnection(database.db, connection)
    return await work({
      db: database.db,
      config,
      // The shop that runs, or the next one that starts, finds the mail in the outbox.
      mail: { enqueue: insertMail, kick: () => {} },
      settings: { publicUrl: config.publicUrl },
      publicChanged: (tags) => database.notify('public_changed', tags.join(' ')),
    })
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

/** A line for the operator that is no result. */
export function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** A result: data for machines with `--json`, else lines for people. */
export function show(data: unknown, options: { json?: boolean }, lines: () => readonly string[]): void {
  const text = options.json ? JSON.stringify(data, null, 2) : lines().join('\n')
  process.stdout.write(`${text}\n`)
}

/** A result of the shop's own rules, or the sentence of its refusal as the command's error. */
export function orFail<T>(result: { ok: true; data: T } | { ok: false; message: string }): T {
  if (!result.ok) throw new CommandError(result.message)
  return result.data
}

/** A count as an operator writes it: a whole number from 0 on. */
export function readWhole(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(count))
    throw new CommandError(`"${text}" is no whole number from 0 on.`)
  return count
}

/** The path of a file that can be read, as an operator names it: from the folder where the command was typed. */
export function readPath(file: string): string {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file)
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`There is no file ${path}.`)
  if (found.isDirectory()) throw new CommandError(`${path} is a folder; name a file.`)
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw new CommandError(`The file ${path} cannot be read by this user.`)
  }
  return path
}

/** Where in an imported file: nothing is said of the line where it is the file as a whole (line 0). */
export function atLine({ line, id = '' }: { line: number; id?: string }): string {
  return line === 0 ? '' : `line ${line}${id ? ` (${id})` : ''}: `
}

/** A date as an operator writes it: ISO 8601, a day or a moment. */
export function readDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new CommandError(`"${text}" is no date; write it like 2026-11-21 or 2026-11-21T10:30:00+05:30.`)
  return date
}
