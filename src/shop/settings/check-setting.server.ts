import { isDeepStrictEqual } from 'node:util'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import type { FieldError } from '#platform/api/result.ts'
import {
  DEFINITIONS,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  settingProblem,
  unknownSetting,
} from './definitions.ts'

/**
 * What is wrong with a new value, by the setting's name and the place within it (`tax.table.0.hsn`); nothing for null, which
 * resets it.
 */
export function checkSetting(path: string, value: unknown, before: Settings): FieldError[] {
  if (!isSettingName(path)) return [{ path, message: unknownSetting(path) }]
  if (value === null) return []
  const parsed = DEFINITIONS[path].schema.safeParse(value, { error: fieldErrors })
  if (parsed.success) {
    // What is set already may stay as it is.
    const message = isDeepStrictEqual(parsed.data, before[path]) ? null : settingProblem(path, parsed.data)
    return message === null ? [] : [{ path, message }]
  }
  return parsed.error.issues.map((issue) => ({
    path: [path, ...issue.path].map(String).join('.'),
    message: issue.message,
  }))
}

/** The errors as sentences, a line each; `nameOf`: what a setting is called. */
export function errorSentences(errors: readonly FieldError[], nameOf: (name: SettingName) => string): string {
  return errors
    .map(({ path, message }) => {
      const name = SETTING_NAMES.find((one) => path === one || path.startsWith(`${one}.`))
      // The message about a name that is unknown is a sentence of its own.
      if (name === undefined) return message
      return `${nameOf(name)} ${positionOf(name, path.slice(name.length + 1))}${message}.`
    })
    .join('\n')
}

/** The place of an error in a list or an object, counted from 1: `section 3, tiles.1.link: `. */
function positionOf(setting: SettingName, place: string): string {
  if (place === '') return ''
  const [first = '', ...field] = place.split('.')
  const isNumber = (part: string) => /^\d+$/.test(part)
  const names = field.map((part) => (isNumber(part) ? Number(part) + 1 : part))
  const entry = setting === 'home.sections' ? 'section' : 'entry'
  const start = isNumber(first) ? `${entry} ${Number(first) + 1}` : first
  return `${[start, ...(names.length > 0 ? [names.join('.')] : [])].join(', ')}: `
}
