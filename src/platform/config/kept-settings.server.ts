import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { writeEnvFile } from './env-file.server.ts'

/** The variables of a connection that its owner may enter on the staff site. */
const GROUPS = {
  payments: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  mail: ['SMTP_URL', 'MAIL_FROM'],
  delhivery: ['DELHIVERY_TOKEN', 'DELHIVERY_WEBHOOK_SECRET'],
  shiprocket: ['SHIPROCKET_EMAIL', 'SHIPROCKET_PASSWORD', 'SHIPROCKET_WEBHOOK_SECRET'],
} as const

/** What was entered on the staff site, by variable. */
export type KeptSettings = Partial<Record<(typeof GROUPS)[keyof typeof GROUPS][number], string>>

/** Which connections the staff site may set. */
export type OnScreen = Readonly<Record<keyof typeof GROUPS, boolean>>

/** Secrets: not in the database and its backups, and readable by the shop's user alone. */
const pathOf = (dataDir: string) => join(dataDir, 'connections.env')

/**
 * What the staff site may set: what the operator's environment doesn't, and nothing if machines share a database, since
 * only this one could read it.
 */
export function onScreenOf(given: Readonly<Record<string, string>>): OnScreen {
  const isAlone = given.DATABASE_URL === undefined
  const isFree = (names: readonly string[]) => isAlone && names.every((name) => given[name] === undefined)
  return {
    payments: isFree(GROUPS.payments),
    mail: isFree(['SMTP_URL']),
    delhivery: isFree(GROUPS.delhivery),
    shiprocket: isFree(GROUPS.shiprocket),
  }
}

/** The settings that were entered on the staff site and still count. `given`: the operator's environment. */
export function readKeptSettings(dataDir: string, given: Readonly<Record<string, string>>): Record<string, string> {
  const path = pathOf(dataDir)
  if (!existsSync(path)) return {}
  const kept = parseEnv(readFileSync(path, 'utf8'))
  const may = onScreenOf(given)
  const names = Object.entries(GROUPS).flatMap(([group, all]): readonly string[] =>
    // Safe cast: the keys of `GROUPS`.
    may[group as keyof typeof GROUPS] ? all : [],
  )
  return Object.fromEntries(names.flatMap((name) => (kept[name] ? [[name, kept[name]]] : [])))
}

/** The settings of a connection without values: kept, they forget it. */
export function withoutValues(connection: keyof typeof GROUPS): KeptSettings {
  return Object.fromEntries(GROUPS[connection].map((name) => [name, '']))
}

/** Keeps settings for the next start. Others that were kept stay. */
export function writeKeptSettings(dataDir: string, values: KeptSettings): void {
  writeEnvFile(pathOf(dataDir), values)
}
