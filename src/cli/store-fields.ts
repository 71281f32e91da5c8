import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { readPlace } from '#shop/branches/place-text.ts'
import {
  type NewStore,
  newStore,
  type StaffStore,
  type StoreChange,
  storeChange,
} from '#shop/branches/staff-contract.ts'
import { CommandError, UsageError } from './command.ts'

/** What each field does, for the help. */
export const STORE_FIELDS = {
  name: 'in the list and on the map',
  address: 'with its PIN code',
  place: 'latitude and longitude as maps show them, such as 19.0628, 72.8352, or the address of a map',
  status: 'Open or Closed',
  phone: 'shoppers call it by a press',
  opening: 'the hours as JSON: [{"days":["Mon","Tue"],"from":"11:00","to":"20:00"}]; after midnight, to is before from',
  hours: 'in words, for stores without opening',
  note: 'a sentence beside the hours',
  'hindi.note': 'the same in Hindi',
  'hindi.hours': 'the hours in words in Hindi',
}

/** Parses `name=value` words as a new store. @throws {CommandError} naming everything that is wrong */
export function parseNewStore(name: string, assignments: readonly string[]): NewStore {
  const parsed = newStore.safeParse({ status: 'Open', ...fieldsOf(assignments, {}), name }, { error: fieldErrors })
  if (parsed.success) return parsed.data
  throw new CommandError(parsed.error.issues.map((issue) => formatIssue(issue, 'the store')).join('\n'))
}

/** The same as changes of a store, of which `hindi` is what it has. @throws {CommandError} likewise */
export function parseStoreChange(assignments: readonly string[], hindi: StaffStore['hindi']): StoreChange {
  const parsed = storeChange.safeParse(fieldsOf(assignments, hindi), { error: fieldErrors })
  if (parsed.success) return parsed.data
  throw new CommandError(parsed.error.issues.map((issue) => formatIssue(issue, 'the store')).join('\n'))
}

function fieldsOf(assignments: readonly string[], hindi: StaffStore['hindi']): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  for (const text of assignments) {
    const [, name = '', value = ''] = /^([\w.]+)=([\s\S]*)$/.exec(text) ?? []
    if (name === '') throw new UsageError(`"${text}" isn’t FIELD=VALUE, such as status=Closed.`)
    if (!Object.hasOwn(STORE_FIELDS, name))
      throw new UsageError(`Unknown field ${name}; the fields are ${Object.keys(STORE_FIELDS).join(', ')}.`)
    if (name === 'place') Object.assign(fields, placeOf(value))
    else if (name === 'opening') fields.opening = openingOf(value)
    else if (name.startsWith('hindi.')) fields.hindi = { ...hindi, ...(fields.hindi ?? {}), [name.slice(6)]: value }
    else fields[name] = value
  }
  return fields
}

function placeOf(value: string) {
  const place = readPlace(value)
  if (place) return place
  throw new UsageError(`"${value}" isn’t a place such as 19.0628, 72.8352, or the address of a map that shows it.`)
}

function openingOf(value: string): unknown {
  if (value === '') return []
  try {
    return JSON.parse(value)
  } catch {
    throw new UsageError(`opening isn’t JSON; it looks like ${STORE_FIELDS.opening.split(': ')[1]}.`)
  }
}
