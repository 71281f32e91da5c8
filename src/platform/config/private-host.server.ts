import ipaddr from 'ipaddr.js'

/** Ranges that the internet doesn't route: RFC 1122, 1918, 3927, 4193 and 4291. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal'])

/**
 * Names that the public DNS never has (RFC 6761, 6762, 8375; ICANN reserved `.internal`), and those without a dot.
 * `.example` isn't among them, although it is reserved too: in documents it stands for a public name.
 */
const PRIVATE_NAME = /^[^.]+$|\.(?:localhost|local|test|internal|home\.arpa)$/

/** True if a host, a name or an address, can't be reached from the internet by it. */
export function isPrivateHost(host: string): boolean {
  const bare = host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (ipaddr.isValid(bare)) return PRIVATE_RANGES.has(ipaddr.process(bare).range())
  return PRIVATE_NAME.test(bare.replace(/\.$/, ''))
}
