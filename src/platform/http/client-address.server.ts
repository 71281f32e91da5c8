import ipaddr from 'ipaddr.js'

/**
 * The address that limits count by. A forwarded address is believed only from as many proxies as the setting
 * TRUST_PROXY names: with 1, the last hop of X-Forwarded-For is the client (CONTRACT, Settings). An IPv6 client is
 * its /64, the smallest piece that one household gets.
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
  return bucketOf(claimed) ?? bucketOf(socket) ?? 'unknown'
}

function bucketOf(address: string | undefined): string | null {
  if (!address || !ipaddr.isValid(address)) return null
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${parsed.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}

/** Whether a socket's peer is this machine itself. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}
