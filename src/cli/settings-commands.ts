import { readFile } from 'node:fs/promises'
import {
  DEFAULT_SETTINGS,
  helpOf,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  unknownSetting,
} from '#shop/settings/definitions.ts'
import { unknownPlaceholders } from '#shop/settings/page-texts.server.ts'
import { changeLine, changeLines, listedValue, settingText } from '#shop/settings/setting-texts.server.ts'
import {
  changeSettings,
  importSettings,
  previewReplacement,
  readSettingsFile,
  returnToVersion,
  undoSettings,
} from '#shop/settings/staff.server.ts'
import { listChanges } from '#shop/settings/version-changes.server.ts'
import {
  confirm,
  type JsonOption,
  parseCount,
  printError,
  printList,
  printResult,
  resolveFile,
  TIME_HELP,
  UsageError,
  unwrap,
  withMigratedDatabase,
} from './command.ts'
import type { ShopCommand } from './command-tree.ts'
import { addFileCommands } from './settings-file-commands.ts'
import { addPlanCommands, planChange } from './settings-plan-commands.ts'
import { readableTime } from './table.ts'

const AT_HELP = `when (default: now): ${TIME_HELP}; until then everything stays as it is`

/** `settings list|get|set|reset|history|undo|return|planned|unplan|read|write|export|import`. */
export function addSettingsCommands(program: ShopCommand): void {
  const settings = program
    .command('settings')
    .description('the shop’s details, charges and rules; changes show within seconds')
  settings
    .command('list [part]')
    .description('every setting with its value and meaning, or those with PART in their names')
    .does('GET /settings')
    .example('settings list', 'settings list tax', 'settings list --json')
    .addHelpText('after', () => ['', 'The settings:', ...settingLines()].join('\n'))
    .action((part: string | undefined, options: JsonOption) => {
      const names = SETTING_NAMES.filter((name) => name.includes(part ?? ''))
      if (names.length === 0) throw new UsageError(unknownSetting(part ?? ''))
      return withMigratedDatabase(async ({ settings }) => {
        const shown = names.map((name) => [name, settings()[name]] as const)
        printResult(Object.fromEntries(shown), options, () =>
          shown.flatMap(([name, value]) => [`${name} = ${listedValue(name, value)}`, `  ${helpOf(name)}`]),
        )
      })
    })
  settings
    .command('get <name>')
    .description('one setting')
    .does('GET /settings/{name}')
    .example('settings get shop.name')
    .action((name: string, options: JsonOption) =>
      withMigratedDatabase(async ({ settings }) => {
        const value = settings()[parseName(name)]
        printResult(value, options, () => [settingText(value)])
      }),
    )
  settings
    .command('set <name> <value>')
    .description('change a setting; @FILE reads the value from a file')
    .does('PUT /settings/{name}', 'PATCH /settings', 'POST /settings/plans', 'POST /home-page/plan')
    .example('settings set shop.name "Blue Door"', 'settings set shop.open no', 'settings set order.delivery 60')
    .example('settings set order.minimum 499 --at 2026-12-24T09:00')
    .option('--at <date>', AT_HELP)
    .option('--json', 'print all settings as JSON, or with --at the plan')
    .action(async (name: string, value: string, options: JsonOption & { at?: string }) => {
      const known = parseName(name)
      const changes = { [known]: parseValue(known, await readValue(known, value)) }
      return options.at === undefined ? change(changes, options) : planChange(changes, options.at, options)
    })
  settings
    .command('reset <name>')
    .description('reset a setting to its default')
    .example('settings reset shop.hours')
    .option('--json', 'print all settings as JSON')
    .action((name: string, options: JsonOption) => change({ [parseName(name)]: null }, options))
  addVersionCommands(settings)
  addPlanCommands(settings)
  addFileCommands(settings)
  settings
    .command('export')
    .description('write all settings to standard output as JSON')
    .example('settings export > settings.json')
    .option('--json', 'print errors as JSON')
    .action(() => withMigratedDatabase(async ({ settings }) => printResult(settings(), { json: true }, () => [])))
  settings
    .command('import <file>')
    .description('change the settings that an exported file names, all or none; the others stay')
    .example('settings import settings.json', 'settings import settings.json --replace')
    .option('--replace', 'reset the settings that the file doesn’t name to their defaults; lists them and asks first')
    .option('--yes', 'with --replace: don’t ask')
    .option('--at <date>', `${AT_HELP}; without --replace`)
    .option('--json', 'print all settings as JSON, or with --at the plan')
    .action(async (path: string, options: JsonOption & { replace?: boolean; yes?: boolean; at?: string }) => {
      const file = await readFile(resolveFile(path), 'utf8')
      if (options.at !== undefined) {
        if (options.replace) throw new UsageError('--at and --replace don’t go together.')
        return planChange(unwrap(readSettingsFile(file)), options.at, options)
      }
      return withMigratedDatabase(async (context) => {
        if (options.replace && !options.yes) {
          const lost = unwrap(await previewReplacement(context, file))
          const lines = lost.map((change) => `  ${changeLine(change)}`)
          const question = ['These settings aren’t in the file and get their default:', ...lines, 'Continue?']
          if (lost.length > 0) await confirm(question.join('\n'), options)
        }
        const changed = unwrap(await importSettings(context, context.actor, file, options))
        printResult(changed.settings, options, () => changeLines(changed.changes))
      })
    })
}

function addVersionCommands(settings: ShopCommand): void {
  settings
    .command('history')
    .description('the versions, newest first, with what each of them changed')
    .does('GET /settings/history')
    .example('settings history')
    .option('--limit <count>', 'how many', parseCount, 20)
    .action((options: JsonOption & { limit: number }) =>
      withMigratedDatabase(async ({ db, config }) => {
        const versions = await listChanges(db, options.limit, config)
        printList(versions, options, 'No setting has ever been changed.', () =>
          versions.flatMap(({ id, at, actor, changes, undone_to: undoneTo }) => [
            `${id}  ${readableTime(at)}  ${actor}${undoneTo === null ? '' : `  undo, ${standsAt(undoneTo)}`}`,
            ...changeLines(changes).map((line) => `    ${line}`),
          ]),
        )
      }),
    )
  settings
    .command('undo')
    .description('take the last change back; again: the one before it')
    .does('POST /settings/undo', 'POST /settings/{name}/return')
    .example('settings undo')
    .option('--json', 'print all settings as JSON')
    .action((options: JsonOption) =>
      withMigratedDatabase(async (context) => {
        const undone = unwrap(await undoSettings(context, context.actor))
        printResult(undone.settings, options, () => [
          ...changeLines(undone.changes),
          `The settings are ${standsAt(undone.version)}. \`settings history\` lists the versions, \`settings return N\` sets one of them again.`,
        ])
      }),
    )
  settings
    .command('return <version>')
    .description('set everything as it was in a version of `settings history`')
    .does('POST /settings/return')
    .example('settings return 12')
    .option('--json', 'print all settings as JSON')
    .action((version: string, options: JsonOption) => {
      const id = parseCount(version)
      return withMigratedDatabase(async (context) => {
        const changed = unwrap(await returnToVersion(context, context.actor, id))
        printResult(changed.settings, options, () => changeLines(changed.changes))
      })
    })
}

function standsAt(version: number): string {
  return version === 0 ? 'at their defaults again' : `as in version ${version} again`
}

function change(changes: Partial<Record<SettingName, unknown>>, options: JsonOption): Promise<void> {
  return withMigratedDatabase(async (context) => {
    const settings = unwrap(await changeSettings(context, context.actor, changes))
    const names = SETTING_NAMES.filter((name) => Object.hasOwn(changes, name))
    printResult(settings, options, () => names.map((name) => `${name} = ${listedValue(name, settings[name])}`))
    for (const name of names.filter((one) => one.startsWith('page.')))
      for (const unknown of unknownPlaceholders(String(settings[name]), settings))
        printError(`{${unknown}} isn’t the name of a setting, so the page shows it as it is.`)
  })
}

/** Every setting with its meaning. */
function settingLines(): string[] {
  return SETTING_NAMES.map((name) => `  ${name}: ${helpOf(name)}`)
}

function parseName(name: string): SettingName {
  if (!isSettingName(name)) throw new UsageError(unknownSetting(name))
  return name
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
      throw new UsageError(`${name} must be JSON. ${helpOf(name)}`)
    }
  }
  return typeof DEFAULT_SETTINGS[name] === 'number' && text.trim() !== '' ? Number(text) : text
}
