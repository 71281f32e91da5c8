import { DEVICE } from './rules.ts'

/** The refresh token in a Cookie header; null without one. */
export function readDeviceCookie(headers: Headers): string | null {
  return /(?:^|; *)signed-in=([A-Za-z0-9_-]{20,200})(?:;|$)/.exec(headers.get('cookie') ?? '')?.[1] ?? null
}

/**
 * The header that stores a refresh token, or with null deletes it. Scripts can't read it, other sites can't send it,
 * and only the calls below /api/user get it, so that pages stay the same for everybody (RFC 6265).
 */
export function deviceCookie(token: string | null, https: boolean): Record<string, string> {
  const age = token === null ? 0 : DEVICE.idleDays * 24 * 60 * 60
  return {
    'set-cookie': `signed-in=${token ?? ''}; Path=/api/user; Max-Age=${age}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`,
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
