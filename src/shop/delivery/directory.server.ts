import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '#platform/once.ts'
import type { Zone } from '../settings/field-contract.ts'
import { readPin } from '../settings/pin-rules.ts'
import type { Settings } from '../settings/rules.ts'
import { stateCode } from '../settings/state-rules.ts'
import type { DeliveryEstimate } from './contract.ts'
import { NOT_TO_USA, notDelivered } from './messages.ts'
import { dayAfter, deliveryDays } from './rules.ts'

/** Town and state of a PIN. `city` is empty if only the PIN's first digits are known, and they cover several towns. */
interface Place {
  state: string
  city: string
}

/** All PINs in ascending order, in typed arrays, which take a tenth of a map's memory. */
interface Directory {
  places: Place[]
  /** The start of each group of PINs, by their first three digits, in the two arrays below. */
  starts: Uint16Array
  /** The last three digits of each PIN, and the index of its place. */
  endings: Uint16Array
  placeOf: Uint16Array
}

/** The directory, read at its first use. It takes 80 KB of memory. */
const directory = once(() => readDirectory(readFileSync(join(import.meta.dirname, 'directory/pins.txt'), 'utf8')))

/** Parses the file that scripts/pins.mjs writes: `state|city|PINs`, each PIN as its distance from the one before. */
function readDirectory(text: string): Directory {
  const places: Directory['places'] = []
  const pins: { pin: number; place: number }[] = []
  for (const line of text.trimEnd().split('\n')) {
    const [state = '', city = '', steps = ''] = line.split('|')
    let pin = 0
    for (const step of steps.split(' ')) {
      pin += Number(step)
      pins.push({ pin, place: places.length })
    }
    places.push({ state, city })
  }
  pins.sort((a, b) => a.pin - b.pin)
  const counts = new Uint16Array(1000)
  for (const { pin } of pins) counts[Math.floor(pin / 1000)] = (counts[Math.floor(pin / 1000)] ?? 0) + 1
  const starts = new Uint16Array(1001)
  for (const [at, count] of counts.entries()) starts[at + 1] = (starts[at] ?? 0) + count
  return {
    places,
    starts,
    endings: Uint16Array.from(pins, ({ pin }) => pin % 1000),
    placeOf: Uint16Array.from(pins, ({ place }) => place),
  }
}

/**
 * Town and state of a PIN as typed. A PIN missing from the directory takes the state of most PINs with its first three
 * digits, India Post's sorting district, and their town if most of them share it, because new PINs come each year. Null
 * for anything but a PIN, and for an unknown sorting district.
 */
export function findPin(typed: string): Place | null {
  const pin = readPin(typed)
  if (pin === null) return null
  const { starts, endings, placeOf, places } = directory()
  const start = Number(pin.slice(0, 3))
  const [from, to] = [starts[start] ?? 0, starts[start + 1] ?? 0]
  const at = endings.subarray(from, to).indexOf(Number(pin.slice(3)))
  if (at >= 0) return places[placeOf[from + at] ?? 0] ?? null
  return usualPlace(Array.from(placeOf.subarray(from, to), (index) => places[index]).filter((one) => one !== undefined))
}

/** The most frequent state, and the town of more than half of the places. Null for no places. */
function usualPlace(places: readonly Place[]): Place | null {
  const [state] = mostFrequent(places.map((place) => place.state))
  if (state === undefined) return null
  const [city = '', count = 0] = mostFrequent(places.map((place) => place.city))
  return { state, city: count > places.length / 2 ? city : '' }
}

/** The most frequent value and its count. Empty for no values. */
function mostFrequent(values: readonly string[]): [string, number] | [] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((one, other) => other[1] - one[1])[0] ?? []
}

/** The GST code of a PIN's state, or null if the PIN isn't known. */
export function stateOfPin(pin: string): string | null {
  return stateCode(findPin(pin)?.state ?? '')
}

/**
 * The zone of a PIN: the one with the longest matching prefix, else that of its state. Null if the owner has neither.
 */
export function zoneOf(zones: readonly Zone[], { pin, state }: { pin: string; state: string }): Zone | null {
  const byLength = zones.filter(({ where }) => pin.startsWith(where)).sort((a, b) => b.where.length - a.where.length)
  return byLength[0] ?? zones.find(({ where }) => isState(where, state)) ?? null
}

/** A state by any of its names, such as KA for Karnataka. */
function isState(where: string, state: string): boolean {
  const code = stateCode(where)
  return code !== null && code === stateCode(state)
}

/** The delivery estimate of a PIN for an order paid now, or null if the PIN isn't known. */
export function estimateDelivery(pin: string, now: Date, settings: Settings): DeliveryEstimate | null {
  const place = findPin(pin)
  if (!place) return null
  const zone = zoneOf(settings['shipping.zones'], { pin, state: place.state })
  const freeFrom = zone?.freeFrom ?? settings['delivery.freeFrom']
  return {
    pin,
    city: place.city,
    state: place.state,
    serviceable: zone?.serviceable ?? true,
    by: dayAfter(now, deliveryDays(now, settings, zone?.days ?? undefined)),
    exchangePickup: zone?.pickup ?? true,
    ...(zone?.fee === undefined ? {} : { fee: zone.fee }),
    ...(freeFrom === 0 && zone?.freeFrom === undefined ? {} : { freeFrom }),
    ...(settings['cash.on'] ? { cash: zone?.cash !== false } : {}),
    ...(settings['cash.on'] && settings['cash.fee'] > 0 ? { cashFee: settings['cash.fee'] } : {}),
  }
}

interface Destination {
  zipCode: string
  state: string
  country: string
}

/** The zone of an address, by its PIN's state if the directory has it. Addresses abroad have none. */
function zoneOfAddress({ zipCode, state, country }: Destination, zones: readonly Zone[]): Zone | null {
  const pin = readPin(zipCode) ?? ''
  return country === 'India' ? zoneOf(zones, { pin, state: findPin(pin)?.state ?? state }) : null
}

/** The number of days until an order paid now is delivered. */
export function daysTo(address: Destination | null, now: Date, settings: Settings): number {
  const zone = address && zoneOfAddress(address, settings['shipping.zones'])
  return deliveryDays(now, settings, zone?.days ?? undefined)
}

/**
 * The settings, with the delivery fee of the address's country, or of its zone if that has its own, and the sum from which
 * it's free there. No sum is enough for a parcel abroad.
 */
export function chargesTo(address: Destination, settings: Settings): Settings {
  const [usual, usualFrom] = [settings['order.delivery'], settings['delivery.freeFrom']]
  if (address.country !== 'India')
    return { ...settings, 'order.delivery': usual + settings['shipping.usaSurcharge'], 'delivery.freeFrom': 0 }
  const { fee = usual, freeFrom = usualFrom } = zoneOfAddress(address, settings['shipping.zones']) ?? {}
  return { ...settings, 'order.delivery': fee, 'delivery.freeFrom': freeFrom }
}

/** False if the owner takes no cash at an address, or doesn't deliver there. */
export function takesCash(
  address: Destination,
  { 'shipping.zones': zones }: Pick<Settings, 'shipping.zones'>,
): boolean {
  const zone = zoneOfAddress(address, zones)
  return zone?.cash !== false && zone?.serviceable !== false
}

/** The field error of an address to which the owner doesn't deliver, or empty. */
export function unreachable(address: Destination, settings: Settings): { zipCode?: string; country?: string } {
  if (address.country !== 'India') return settings['shipping.usa'] ? {} : { country: NOT_TO_USA }
  const zone = zoneOfAddress(address, settings['shipping.zones'])
  return zone?.serviceable === false ? { zipCode: notDelivered(address.zipCode) } : {}
}
