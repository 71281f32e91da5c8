import ipaddr from 'ipaddr.js'

/** The address of a call that the shop's own pages make while they're rendered. */
export const NO_CLIENT = 'unknown'

/**
 * The address used for rate limits. X-Forwarded-For is trusted for as many proxies as TRUST_PROXY names: with 1, its
 * last hop is the client (CONTRACT, Settings). An IPv6 address counts as its /64, the smallest block a household gets.
 */
export function clientAddress(
  socket: string | undefined,
  forwarded: string | null | undefined,
  trustProxy: number,
): string {
  const hops = (forwarded ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  const claimed = trustProxy > 0 ? hops[Math.max(0, hops.length - trustProxy)] : undefined
  return bucketOf(claimed) ?? bucketOf(socket) ?? NO_CLIENT
}

function bucketOf(address: string | undefined): string | null {
  if (!address || !ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

/** What proxies and networks that deliver content add to a request, by the words that their names have in common. */
const FORWARDING_HEADER =
  /forward|client-?ip|real-?ip|connecting-ip|remote-(?:addr|ip|host)|external-address|original-(?:host|url|uri)|^x-(?:envoy|azure|amz|appengine|arr-|vercel|proxy|(?:host|scheme|proto)$)|^(?:via|cdn-loop|proxy-.+)$|^(?:cf|fastly|fly|akamai)-/

/** True if a header says that a proxy passed a request on. */
export function isForwarded(headers: Headers): boolean {
  return [...headers.keys()].some((name) => FORWARDING_HEADER.test(name))
}

/** True if a request comes from this machine itself, and not from a proxy on it. */
export function isLocalRequest(address: string | undefined, headers: Headers): boolean {
  const isLoopback = address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
  return isLoopback && !isForwarded(headers)
}
