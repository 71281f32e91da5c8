import { t } from '#platform/text/t.ts'
import type { Branch } from './contract.ts'

export interface Coordinates {
  lat: number
  lng: number
}

/** The area whose coast the built-in map draws: that of the coast in ui/map/mumbai.json. */
export const MUMBAI = { south: 18.83, west: 72.7554, north: 19.4, east: 73.2 }

/** True if all of these places are in that area. Elsewhere the map has the names of towns. */
export function isMumbai(places: readonly Coordinates[]): boolean {
  const { south, west, north, east } = MUMBAI
  return places.every(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east)
}

/** Stores whose name or address contains the text, case-insensitively (SPEC 2, Nearby stores). */
export function findBranches<S extends Pick<Branch, 'name' | 'address'>>(stores: readonly S[], text: string): S[] {
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

/**
 * "450 m", "1.8 km": below a kilometre rounded to 50 m, since finer figures would claim more accuracy than the map has.
 */
export function formatDistance(km: number): string {
  const metres = Math.max(50, Math.round(km * 20) * 50)
  return metres < 1000 ? t('{distance} m', { distance: metres }) : t('{distance} km', { distance: km.toFixed(1) })
}

/** A `geo:` URL for a phone's maps app (RFC 5870). */
export function mapsAppUrl({ lat, lng, name }: Coordinates & { name: string }): string {
  const label = encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')
  return `geo:${lat},${lng}?q=${lat},${lng}(${label})`
}

/** A URL with directions, for devices without an app for `geo:`. Null on Android, which has one. */
export function directionsUrl({ lat, lng }: Coordinates, userAgent: string): string | null {
  if (/Android/i.test(userAgent)) return null
  if (/iPhone|iPad|iPod/i.test(userAgent)) return `maps://?daddr=${lat},${lng}`
  return `https://www.openstreetmap.org/directions?to=${lat}%2C${lng}`
}
