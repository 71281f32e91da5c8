import { parse, serialize } from 'hono/utils/cookie'

/** A request's cookie of this name, or an empty text. */
export function readCookie(request: Request, name: string): string {
  return parse(request.headers.get('cookie') ?? '', name)[name] ?? ''
}

/**
 * A `Set-Cookie` header for the whole site, out of reach of scripts. It isn't `SameSite=Strict`: browsers wouldn't send
 * it to the page that a link in a mail or a chat leads to.
 */
export function siteCookie(
  name: string,
  value: string,
  { maxAge, secure }: { maxAge: number; secure: boolean },
): string {
  return serialize(name, value, { path: '/', maxAge, secure, httpOnly: true, sameSite: 'Lax' })
}
