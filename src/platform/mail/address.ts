import { withoutInvisible } from '../text/typed.ts'

/** RFC 5322's dot-atom: letters, digits and a few signs; no spaces, quotes, commas, brackets. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Characters that a URL parser wouldn't read as part of a host name. */
const NO_HOST = /[\s/?#%:@[\]\\<>|^*"'`,;()]/

/**
 * The canonical form of a mail address: trimmed, without invisible characters, lower case, the domain in NFC and then in ASCII (IDNA); null for an
 * invalid one. At most 254 characters, 64 before the one @. Two spellings of one mailbox become one account.
 *
 * Letters beyond ASCII before the @ are rejected: few servers accept them, and NFC or lower case would turn some of
 * them into ASCII letters, so that one person could register the mailbox of another.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > 320) return null
  const [local = '', domain = '', ...rest] = withoutInvisible(text).trim().split('@')
  if (rest.length > 0 || local.length > 64 || !LOCAL.test(lowerAscii(local))) return null
  const host = asciiHost(domain.normalize('NFC'))
  const email = host === null ? null : `${lowerAscii(local)}@${host}`
  return email !== null && email.length <= 254 ? email : null
}

/** Lower case for ASCII letters only, so no other letter can turn into one. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The domain as in DNS; null for IP addresses, names without a dot and invalid host names. */
function asciiHost(domain: string): string | null {
  if (domain.length > 253 || NO_HOST.test(domain) || !URL.canParse(`http://${domain}/`)) return null
  const host = new URL(`http://${domain}/`).hostname
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(last) ? host : null
}
