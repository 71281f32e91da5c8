import { t } from '#platform/text/t.ts'
import type { OpeningHours } from '#shop/branches/contract.ts'
import { openingText } from '#shop/branches/messages.ts'
import { placeText, readPlace } from '#shop/branches/place-text.ts'
import type { StaffStore, StoreChange } from '#shop/branches/staff-contract.ts'

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

interface FormField<V> {
  label: string
  of(store: StaffStore): V
  show?(value: V): string
  /** Where the server's sentences about it point to. */
  paths: readonly string[]
}

export const STORE_FIELDS: { readonly [F in StoreField]: FormField<StoreValues[F]> } = {
  name: { label: t('Name'), of: ({ name }) => name, paths: ['name'] },
  status: { label: t('Shown as'), of: ({ status }) => status, show: statusText, paths: ['status'] },
  address: { label: t('Address'), of: ({ address }) => address, paths: ['address'] },
  phone: { label: t('Phone'), of: ({ phone }) => phone, paths: ['phone'] },
  place: { label: t('Place on the map'), of: placeText, paths: ['lat', 'lng'] },
  opening: { label: t('Hours'), of: ({ opening }) => opening, show: hoursText, paths: ['opening'] },
  hours: { label: t('Hours as text'), of: ({ hours }) => hours, paths: ['hours'] },
  note: { label: t('Note beside the hours'), of: ({ note }) => note, paths: ['note'] },
  hindiNote: {
    label: t('Note beside the hours, in Hindi'),
    of: ({ hindi }) => hindi.note ?? '',
    paths: ['hindi', 'hindi.note'],
  },
  hindiHours: { label: t('Hours as text, in Hindi'), of: ({ hindi }) => hindi.hours ?? '', paths: ['hindi.hours'] },
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

/** The hours as shoppers read them, without those that aren't whole yet. */
export function hoursText(opening: readonly OpeningHours[]): string {
  return openingText(opening.filter(({ days, from, to }) => days.length > 0 && from !== '' && to !== ''))
}

export function statusText(status: StaffStore['status']): string {
  return status === 'Open' ? t('Open') : t('Closed')
}
