import { plainCode } from '#platform/text/typed.ts'
import type { Coordinates } from './find-branches.ts'

const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`

/** Where the addresses of maps have a place, the pin's own before the middle of the map: Google's, OpenStreetMap's and Apple's. */
const IN_LINKS = [
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `[?&](?:q|query|ll|destination|daddr)=${NUMBER}(?:,|%2C)\\s*${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
  `^geo:${NUMBER},${NUMBER}`,
].map((pattern) => new RegExp(pattern, 'i'))

/** `19.0628`, `19.0628°` or `19°03'46.1"`. */
const DEGREES = String.raw`(-?\d{1,3}(?:\.\d+)?)\s*°?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|''))?)?`
const PAIR = new RegExp(String.raw`^\(?\s*${DEGREES}\s*([NS])?[\s,;]+${DEGREES}\s*([EW])?\s*\)?$`, 'i')

/**
 * A place as maps show it: "19.0628, 72.8352", degrees with minutes and seconds, or the address of a map. Null if it can't be
 * read. The latitude is first.
 */
export function readPlace(text: string): Coordinates | null {
  const written = plainCode(text)
  for (const pattern of IN_LINKS) {
    const link = pattern.exec(written)
    if (link) return placeAt(Number(link[1]), Number(link[2]))
  }
  const [found, lat, latMinutes, latSeconds, ns, lng, lngMinutes, lngSeconds, ew] = PAIR.exec(written) ?? []
  if (found === undefined) return null
  return placeAt(
    degreesOf([lat, latMinutes, latSeconds], /S/i.test(ns ?? '')),
    degreesOf([lng, lngMinutes, lngSeconds], /W/i.test(ew ?? '')),
  )
}

/** As maps show it: "19.0628, 72.8352". */
export function placeText({ lat, lng }: Coordinates): string {
  return `${lat}, ${lng}`
}

/** Where a map shows the place. */
export function placeUrl({ lat, lng }: Coordinates): string {
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
}

/** True if a place is in India only with its longitude first. */
export function looksSwapped({ lat, lng }: Coordinates): boolean {
  return !isInIndia({ lat, lng }) && isInIndia({ lat: lng, lng: lat })
}

function isInIndia({ lat, lng }: Coordinates): boolean {
  return lat > 6 && lat < 38 && lng > 68 && lng < 98
}

function degreesOf([degrees = '', minutes = '0', seconds = '0']: readonly (string | undefined)[], isNegative: boolean) {
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600
  return isNegative || degrees.startsWith('-') ? -size : size
}

function placeAt(lat: number, lng: number): Coordinates | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat: rounded(lat), lng: rounded(lng) } : null
}

/** Six decimals are 10 cm. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
