import { isDeepStrictEqual } from 'node:util'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import type { FieldError } from '#platform/api/result.ts'
import {
  DEFINITIONS,
  isSettingName,
  type SettingName,
  type Settings,
  settingProblem,
  unknownSetting,
} from './definitions.ts'

/** What is wrong with a new value, by the setting's name; nothing for null, which resets it. */
export function checkSetting(path: string, value: unknown, before: Settings): FieldError[] {
  if (!isSettingName(path)) return [{ path, message: unknownSetting(path) }]
  if (value === null) return []
  const parsed = DEFINITIONS[path].schema.safeParse(value, { error: fieldErrors })
  if (parsed.success) {
    // What is set already may stay as it is.
    const message = isDeepStrictEqual(parsed.data, before[path]) ? null : settingProblem(path, parsed.data)
    return message === null ? [] : [{ path, message }]
  }
  return parsed.error.issues.map((issue) => ({ path, message: `${positionOf(path, issue.path)}${issue.message}` }))
}

/** The place of an error in a list or an object, counted from 1: `section 3, tiles.1.link: `. */
function positionOf(setting: SettingName, [first, ...field]: readonly PropertyKey[]): string {
  if (first === undefined) return ''
  const names = field.map((part) => (typeof part === 'number' ? part + 1 : String(part)))
  const entry = setting === 'home.sections' ? 'section' : 'entry'
  const start = typeof first === 'number' ? `${entry} ${first + 1}` : String(first)
  return `${[start, ...(names.length > 0 ? [names.join('.')] : [])].join(', ')}: `
}
