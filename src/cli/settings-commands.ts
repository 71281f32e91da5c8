import { readFile } from 'node:fs/promises'
import {
  DEFAULT_SETTINGS,
  DEFINITIONS,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  unknownSetting,
} from '#shop/settings/definitions.ts'
import { listVersions } from '#shop/settings/sql.server.ts'
import { changeSettings, importSettings, undoSettings } from '#shop/settings/staff.server.ts'
import {
  confirm,
  type JsonOption,
  parseCount,
  printList,
  printResult,
  resolveFile,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { readableTime, table } from './table.ts'

/** `settings list|get|set|reset|history|undo|export|import`. */
export function addSettingsCommands(program: ShopCommand): void {
  const settings = program
    .command('settings')
    .description('the shop’s details, charges and rules; changes show within seconds')
  settings
    .command('list [part]')
    .description('every setting with its value and meaning, or those with PART in their names')
    .example('settings list', 'settings list --json')
    .action((part: string | undefined, options: JsonOption) => {
      const names = SETTING_NAMES.filter((name) => name.includes(part ?? ''))
      if (names.length === 0) throw new UsageError(unknownSetting(part ?? ''))
      return withMigratedDatabase(async ({ settings }) => {
        const shown = names.map((name) => [name, settings()[name]] as const)
        printResult(Object.fromEntries(shown), options, () =>
          shown.flatMap(([name, value]) => [`${name} = ${write(value)}`, `  ${DEFINITIONS[name].help}`]),
        )
      })
    })
  settings
    .command('get <name>')
    .description('one setting')
    .example('settings get shop.name')
    .action((name: string, options: JsonOption) =>
      withMigratedDatabase(async ({ settings }) => {
        const value = settings()[parseName(name)]
        printResult(value, options, () => [write(value)])
      }),
    )
  settings
    .command('set <name> <value>')
    .description('change a setting; @FILE reads the value from a file')
    .example('settings set shop.name "Blue Door"', 'settings set shop.open no', 'settings set order.delivery 60')
    .option('--json', 'print all settings as JSON')
    .action(async (name: string, value: string, options: JsonOption) => {
      const known = parseName(name)
      return change({ [known]: parseValue(known, await readValue(known, value)) }, options)
    })
  settings
    .command('reset <name>')
    .description('reset a setting to its default')
    .example('settings reset shop.hours')
    .option('--json', 'print all settings as JSON')
    .action((name: string, options: JsonOption) => change({ [parseName(name)]: null }, options))
  settings
    .command('history')
    .description('the versions, newest first')
    .example('settings history')
    .option('--limit <count>', 'how many', parseCount, 20)
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db }) => {
        const versions = await listVersions(db, options.limit)
        printList(versions, options, 'No setting has ever been changed.', () =>
          table(
            ['when', 'who', 'settings'],
            versions.map(({ at, actor, values }) => [readableTime(at), actor, JSON.stringify(values)]),
          ),
        )
      }),
    )
  settings
    .command('undo')
    .description('return to the previous version')
    .example('settings undo')
    .option('--json', 'print all settings as JSON')
    .action((options: JsonOption) =>
      withMigratedDatabase(async (context) =>
        printSettings(unwrap(await undoSettings(context, context.actor)), SETTING_NAMES, options),
      ),
    )
  settings
    .command('export')
    .description('write all settings to standard output as JSON')
    .example('settings export > settings.json')
    .option('--json', 'print errors as JSON')
    .action(() => withMigratedDatabase(async ({ settings }) => printResult(settings(), { json: true }, () => [])))
  settings
    .command('import <file>')
    .description('replace all settings by those of an exported file; missing ones get their default')
    .example('settings import settings.json')
    .option('--yes', 'don’t ask')
    .option('--json', 'print all settings as JSON')
    .action(async (file: string, options: JsonOption & { yes?: boolean }) => {
      const path = resolveFile(file)
      await confirm('This replaces all settings by those in the file.', { ...options, scriptable: true })
      return withMigratedDatabase(async (context) =>
        printSettings(
          unwrap(await importSettings(context, context.actor, await readFile(path, 'utf8'))),
          SETTING_NAMES,
          options,
        ),
      )
    })
}

function change(changes: Record<string, unknown>, options: JsonOption): Promise<void> {
  return withMigratedDatabase(async (context) =>
    // Safe cast: the names of a change were parsed as settings.
    printSettings(
      unwrap(await changeSettings(context, context.actor, changes)),
      Object.keys(changes) as SettingName[],
      options,
    ),
  )
}

function printSettings(settings: Settings, names: readonly SettingName[], options: JsonOption): void {
  printResult(settings, options, () => names.map((name) => `${name} = ${write(settings[name])}`))
}

function parseName(name: string): SettingName {
  if (!isSettingName(name)) throw new UsageError(unknownSetting(name))
  return name
}

function write(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** For `@FILE`, the file's text or its PNG as a data URL. An Instagram handle also begins with an @. */
async function readValue(name: SettingName, value: string): Promise<string> {
  if (!value.startsWith('@') || name === 'instagram.handle') return value
  const bytes = await readFile(resolveFile(value.slice(1)))
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
  return isPng ? `data:image/png;base64,${bytes.toString('base64')}` : bytes.toString('utf8')
}

/** Parses a value by the type of the setting's default: a number, yes or no, JSON, or else the text. */
function parseValue(name: SettingName, text: string): unknown {
  if (typeof DEFAULT_SETTINGS[name] === 'boolean' && /^(?:yes|no|on|off|true|false)$/i.test(text))
    return /^(?:yes|on|true)$/i.test(text)
  if (typeof DEFAULT_SETTINGS[name] === 'object') {
    try {
      return JSON.parse(text)
    } catch {
      throw new UsageError(`${name} must be JSON.`)
    }
  }
  return typeof DEFAULT_SETTINGS[name] === 'number' && text.trim() !== '' ? Number(text) : text
}
