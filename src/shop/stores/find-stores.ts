import type { Store } from './contract.ts'

export interface Place {
  lat: number
  lng: number
}

/** Stores whose name or address holds the words as they are typed, whatever their case (SPEC 2, Nearby stores). */
export function findStores<S extends Pick<Store, 'name' | 'address'>>(stores: readonly S[], typed: string): S[] {
  const wanted = typed.trim().toLowerCase()
  return stores.filter(({ name, address }) => `${name}\n${address}`.toLowerCase().includes(wanted))
}

/** The stores from the nearest to the farthest. */
export function nearestFirst<S extends Place>(stores: readonly S[], from: Place): S[] {
  return [...stores].sort((one, other) => kilometresBetween(one, from) - kilometresBetween(other, from))
}

const EARTH_KM = 6371

/** As the crow flies, in kilometres. */
export function kilometresBetween(one: Place, other: Place): number {
  const rad = Math.PI / 180
  const x = (one.lng - other.lng) * rad * Math.cos(((one.lat + other.lat) / 2) * rad)
  const y = (one.lat - other.lat) * rad
  return Math.hypot(x, y) * EARTH_KM
}

/** The address that a phone's maps app answers to (RFC 5870). */
export function mapsAppAddress({ lat, lng, name }: Place & { name: string }): string {
  return `geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(name)})`
}

/** Where directions are to be had on a device that has no app for `geo:`; null: it has one (Android). */
export function directionsAddress({ lat, lng }: Place, userAgent: string): string | null {
  if (/Android/i.test(userAgent)) return null
  if (/iPhone|iPad|iPod/i.test(userAgent)) return `maps://?daddr=${lat},${lng}`
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lng}`
}
