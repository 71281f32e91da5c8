import { t } from '#platform/text/t.ts'
import type { OpeningHours } from '#shop/branches/contract.ts'
import { openingText } from '#shop/branches/messages.ts'
import { placeText, readPlace } from '#shop/branches/place-text.ts'
import type { StaffStore, StoreBefore, StoreChange } from '#shop/branches/staff-contract.ts'

/** A store as its form has it. */
export type StoreValues = Readonly<{
  name: string
  status: StaffStore['status']
  address: string
  phone: string
  /** As typed or pasted: "19.0628, 72.8352". */
  place: string
  opening: readonly OpeningHours[]
  hours: string
  note: string
  hindiNote: string
  hindiHours: string
}>
export type StoreField = keyof StoreValues

export const EMPTY_STORE: StoreValues = {
  name: '',
  status: 'Open',
  address: '',
  phone: '',
  place: '',
  opening: [],
  hours: '',
  note: '',
  hindiNote: '',
  hindiHours: '',
}

export function valuesOf(store: StaffStore): StoreValues {
  const { name, status, address, phone, opening, hours, note, hindi } = store
  const texts = { hours, note, hindiNote: hindi.note ?? '', hindiHours: hindi.hours ?? '' }
  return { name, status, address, phone, place: placeText(store), opening, ...texts }
}

interface FormField {
  label: string
  /** The store's fields that it sets. */
  sets: readonly (keyof StoreChange)[]
  /** Where the server's sentences about it point to. */
  paths: readonly string[]
}

const field = (label: string, ...sets: (keyof StoreChange)[]): FormField => ({ label, sets, paths: sets })

export const STORE_FIELDS: Readonly<Record<StoreField, FormField>> = {
  name: field(t('Name'), 'name'),
  status: field(t('Shown as'), 'status'),
  address: field(t('Address'), 'address'),
  phone: field(t('Phone'), 'phone'),
  place: field(t('Place on the map'), 'lat', 'lng'),
  opening: field(t('Hours'), 'opening'),
  hours: field(t('Hours in words'), 'hours'),
  note: field(t('A sentence beside the hours'), 'note'),
  hindiNote: { ...field(t('The sentence beside the hours, in Hindi'), 'hindi'), paths: ['hindi', 'hindi.note'] },
  hindiHours: { ...field(t('Hours in words, in Hindi'), 'hindi'), paths: ['hindi.hours'] },
}

// Safe cast: the keys of the object above.
export const FIELD_NAMES = Object.keys(STORE_FIELDS) as StoreField[]

/** The store's fields that some fields of the form set; null if the place can't be read. */
export function changeOf(values: StoreValues, names: readonly StoreField[]): StoreChange | null {
  const change: StoreChange = {}
  for (const name of names) {
    if (name === 'place') {
      const place = readPlace(values.place)
      if (place === null) return null
      Object.assign(change, place)
    } else if (name === 'hindiNote' || name === 'hindiHours')
      change.hindi = { note: values.hindiNote, hours: values.hindiHours }
    else if (name === 'opening')
      change.opening = values.opening.map(({ days, ...times }) => ({ days: [...days], ...times }))
    else if (name === 'status') change.status = values.status
    else change[name] = values[name]
  }
  return change
}

/** The store's fields that a field of the form sets, as the store has them. */
export function partsOf(store: StaffStore, name: StoreField): StoreBefore {
  return Object.fromEntries(STORE_FIELDS[name].sets.map((part) => [part, store[part]]))
}

/** A field in words. */
export function fieldText(values: StoreValues, name: StoreField): string {
  if (name === 'status') return statusText(values.status)
  if (name === 'opening') return hoursText(values.opening)
  return values[name]
}

/** The hours as shoppers read them, without those that aren't whole yet. */
export function hoursText(opening: readonly OpeningHours[]): string {
  return openingText(opening.filter(({ days, from, to }) => days.length > 0 && from !== '' && to !== ''))
}

export const statusText = (status: StaffStore['status']) => (status === 'Open' ? t('Open') : t('Closed'))
