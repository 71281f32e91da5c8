import { DEVICE } from './rules.ts'

/** With the prefix no other host of the domain can set a cookie of this name (RFC 6265bis, section 4.1.3); it takes https. */
const nameOf = (https: boolean) => (https ? '__Host-signed-in' : 'signed-in')

/**
 * The values of all cookies in a Cookie header that have the refresh token's name. Of several, another host of the domain set one,
 * and nothing tells which, so that none may sign anybody in.
 */
export function readDeviceCookies(headers: Headers, https: boolean): string[] {
  const pairs = (headers.get('cookie') ?? '').split(/; */)
  return pairs
    .filter((pair) => pair.startsWith(`${nameOf(https)}=`))
    .map((pair) => pair.slice(nameOf(https).length + 1))
}

/**
 * The header that stores a refresh token, or deletes it with null. Scripts can't read it, and other sites can't
 * send it. On https pages get it too, as the prefix demands, and are the same with and without it.
 */
export function deviceCookie(token: string | null, https: boolean): Record<string, string> {
  const age = token === null ? 0 : DEVICE.idleDays * 24 * 60 * 60
  return {
    'set-cookie': `${nameOf(https)}=${token ?? ''}; Path=${https ? '/' : '/api/user'}; Max-Age=${age}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`,
  }
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A recognisable name for the device of a User-Agent header: "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const find = (names: typeof BROWSERS, unknown: string) => names.find(([mark]) => mark.test(userAgent))?.[1] ?? unknown
  return `${find(BROWSERS, 'A browser')} on ${find(SYSTEMS, 'a device')}`
}
