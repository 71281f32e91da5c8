import type { Store } from './contract.ts'

export interface Coordinates {
  lat: number
  lng: number
}

/** Stores whose name or address contains the text, case-insensitively (SPEC 2, Nearby stores). */
export function findStores<S extends Pick<Store, 'name' | 'address'>>(stores: readonly S[], text: string): S[] {
  const search = text.trim().toLowerCase()
  return stores.filter(({ name, address }) => `${name}\n${address}`.toLowerCase().includes(search))
}

/** The stores from the nearest to the farthest. */
export function sortByDistance<S extends Coordinates>(stores: readonly S[], from: Coordinates): S[] {
  return [...stores].sort((one, other) => kilometresBetween(one, from) - kilometresBetween(other, from))
}

const EARTH_KM = 6371

/** As the crow flies, in kilometres. */
export function kilometresBetween(one: Coordinates, other: Coordinates): number {
  const rad = Math.PI / 180
  const x = (one.lng - other.lng) * rad * Math.cos(((one.lat + other.lat) / 2) * rad)
  const y = (one.lat - other.lat) * rad
  return Math.hypot(x, y) * EARTH_KM
}

/** A `geo:` address for a phone's maps app (RFC 5870). */
export function mapsAppAddress({ lat, lng, name }: Coordinates & { name: string }): string {
  return `geo:${lat},${lng}?q=${lat},${lng}(${encodeURIComponent(name)})`
}

/** Directions for devices without an app for `geo:`; null on Android, which has one. */
export function directionsAddress({ lat, lng }: Coordinates, userAgent: string): string | null {
  if (/Android/i.test(userAgent)) return null
  if (/iPhone|iPad|iPod/i.test(userAgent)) return `maps://?daddr=${lat},${lng}`
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lng}`
}
