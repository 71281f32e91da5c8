import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why a URL was not fetched, as a clause for a person: "it responded with 404". */
export class FetchError extends Error {
  /** The URL's host didn't respond at all, not even with a redirect, so its other URLs will fail too. */
  readonly network: boolean
  constructor(message: string, { network = false } = {}) {
    super(message)
    this.network = network
  }
}

interface PublicFetchOptions {
  /** Matches the content types to accept. */
  accept: RegExp
  maxBytes: number
  /** For the whole fetch, redirects included. */
  timeoutMs: number
  /** Says which IP addresses may be connected to. Tests on loopback pass their own. */
  isAllowed?: (ip: string) => boolean
}

const MAX_REDIRECTS = 5
const ALLOCATED_IPV6 = ipaddr.parseCIDR('2000::/3')

/** True if an IP address is public: not loopback, private, link-local, shared, multicast or reserved. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  // `process` turns IPv4-mapped IPv6 into IPv4. Other forms that embed IPv4 aren't `unicast` or aren't in 2000::/3.
  const parsed = ipaddr.process(ip)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(ALLOCATED_IPV6))
}

/**
 * Fetches a picture from an http or https URL given in a stranger's file. Only public IP addresses are connected to:
 * names are resolved once, checked, and connected to as resolved, so that a name can't change in between; the same
 * after each of five redirects.
 * @throws {FetchError}
 */
export async function fetchPublicPicture(url: string, options: PublicFetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs)
  let next = parseUrl(url)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await request(next, { ...options, isRedirected: redirects > 0 }, signal)
    if (Buffer.isBuffer(response)) return response
    next = parseUrl(response.location, next)
  }
  throw new FetchError(`it redirects more than ${MAX_REDIRECTS} times`)
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new FetchError('it is no http or https URL')
  if (url.username !== '' || url.password !== '') throw new FetchError('its URL contains a password')
  return url
}

function request(
  url: URL,
  options: PublicFetchOptions & { isRedirected: boolean },
  signal: AbortSignal,
): Promise<Buffer | { location: string }> {
  const { isAllowed = isPublicAddress } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const notPublic = new FetchError('its IP address is not public')
  // An IP address in the URL is connected to without `lookup`.
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(notPublic)
  return new Promise((done, fail) => {
    let hasResponse = false
    const failNetwork = (error: Error) => {
      if (error instanceof FetchError) return fail(error)
      const reason = hasResponse ? 'its connection was lost' : 'its host does not respond'
      fail(
        new FetchError(signal.aborted ? 'it took too long' : reason, {
          network: !hasResponse && !options.isRedirected,
        }),
      )
    }
    const { get } = url.protocol === 'https:' ? https : http
    const sent = get(
      url,
      {
        signal,
        agent: false,
        lookup: (name, lookupOptions, callback) =>
          resolveAllowed(name, lookupOptions, isAllowed, notPublic, callback as LookupCallback),
        headers: { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'shop-import' },
      },
      (response) => {
        hasResponse = true
        const { statusCode = 0, headers } = response
        const stop = (reason: string) => {
          fail(new FetchError(reason))
          sent.destroy()
        }
        if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
          done({ location: headers.location })
          sent.destroy()
          return
        }
        const type = headers['content-type'] ?? 'no content type'
        if (statusCode !== 200) return stop(`it responded with ${statusCode}`)
        if (!options.accept.test(type)) return stop(`it is ${type.slice(0, 60)}`)
        const tooLarge = `it has more than ${Math.round(options.maxBytes / 1024 / 1024)} MB`
        if (Number(headers['content-length'] ?? 0) > options.maxBytes) return stop(tooLarge)
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > options.maxBytes) stop(tooLarge)
          else chunks.push(chunk)
        })
        response.on('end', () => done(Buffer.concat(chunks)))
        response.on('error', failNetwork)
      },
    )
    sent.on('error', failNetwork)
  })
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void

/** Resolves a name to its addresses. Fails with `refused` if one of them isn't allowed. */
function resolveAllowed(
  name: string,
  { all, family, hints }: LookupOptions,
  isAllowed: (ip: string) => boolean,
  refused: Error,
  callback: LookupCallback,
): void {
  resolve(name, { all: true, ...(family ? { family } : {}), ...(hints ? { hints } : {}) }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) callback(error ?? new Error('no address'), [])
    else if (!found.every(({ address }) => isAllowed(address))) callback(refused, [])
    else if (all) callback(null, found)
    else callback(null, first.address, first.family)
  })
}
