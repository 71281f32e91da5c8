import { deviceStorage } from '#platform/browser/storage.ts'
import { CARRIER_NAMES } from '#shop/shipping/carriers.ts'

/** The carriers that were used on this device, one a line, the last one first. */
const LAST = 'lastCarriers'
/** So many fit in two lines of a phone. */
const SHOWN = 5

const used = () => (deviceStorage.readText(LAST) ?? '').split('\n').filter(Boolean)

/** The carrier of the last parcel, or nothing. */
export const lastCarrier = () => used()[0] ?? ''

/** Carriers to choose from: those used last, and then the best known ones. */
export function carrierChoices(): string[] {
  const last = used()
  const isNew = (name: string) => !last.some((one) => isSame(one, name))
  return [...last, ...CARRIER_NAMES.filter(isNew)].slice(0, SHOWN)
}

/** Keeps the carrier of a parcel that has left as the last one. */
export function noteCarrier(typed: string): void {
  const name = typed.trim()
  if (name === '') return
  const known = CARRIER_NAMES.find((one) => isSame(one, name)) ?? name
  deviceStorage.writeText(LAST, [known, ...used().filter((one) => !isSame(one, known))].slice(0, SHOWN).join('\n'))
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
