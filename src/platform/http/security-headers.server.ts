import { createHash } from 'node:crypto'

/** Other hosts that a page's policy allows, by directive (CONTRACT, Pages). */
export interface PolicyExtras {
  script?: readonly string[]
  frame?: readonly string[]
  connect?: readonly string[]
  img?: readonly string[]
}

export interface PagePolicy extends PolicyExtras {
  /** sha256 hashes of the page's own inline scripts. */
  inlineHashes?: readonly string[]
  /** sha256 hashes of the page's own inline style sheets. */
  styleHashes?: readonly string[]
  https: boolean
  /** A payment page: the provider may open a window and send messages back to the page. */
  payment?: boolean
  /** A page that reads barcodes: it may use the camera, and WebAssembly. */
  scanner?: boolean
  /** A page for whoever has its link: no other site learns the link, and no search engine lists it. */
  secret?: boolean
  /** A preview, which the staff site shows in a frame. */
  framed?: boolean
}

/** The security headers of a page; its policy allows inline scripts and styles only by hash. */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  const hashes = (policy.inlineHashes ?? []).map(asSource)
  const styles = (policy.styleHashes ?? []).map(asSource)
  const directives = [
    "default-src 'none'",
    `script-src ${["'self'", ...(policy.scanner ? ["'wasm-unsafe-eval'"] : []), ...hashes, ...(policy.script ?? [])].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    `img-src ${["'self'", 'data:', ...(policy.img ?? []).filter(isSource)].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...(policy.connect ?? [])].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${policy.frame?.length ? policy.frame.join(' ') : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${policy.framed ? "'self'" : "'none'"}`,
    ...(policy.https ? ['upgrade-insecure-requests'] : []),
    'report-uri /csp-reports',
    'report-to csp',
  ]
  return {
    'content-security-policy': directives.join('; '),
    'reporting-endpoints': 'csp="/csp-reports"',
    'cross-origin-opener-policy': policy.payment ? 'same-origin-allow-popups' : 'same-origin',
    'permissions-policy': `camera=(${policy.scanner ? 'self' : ''}), microphone=(), geolocation=(self), payment=(${policy.payment ? '*' : ''})`,
    ...commonHeaders(policy.https),
    ...(policy.secret ? { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } : {}),
  }
}

/** The security headers of everything but pages: JSON, pictures, plain texts. */
export function plainHeaders(https: boolean): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ...commonHeaders(https),
  }
}

/** Rejects characters that would begin another directive. */
function isSource(origin: string): boolean {
  return /^https?:\/\/(?:\*\.)?[\w.:[\]-]+$/.test(origin)
}

function commonHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {}),
  }
}

function asSource(hash: string): string {
  return `'sha256-${hash}'`
}

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi

/**
 * The sha256 hash of every inline script, as CSP needs it: base64 over the exact bytes between the tags. `html` is the
 * page decoded as Latin-1, one character per byte.
 */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', source = ''] of html.matchAll(SCRIPT)) {
    const isData = /\btype="application\/(?:ld\+)?json"/i.test(attributes)
    if (!/\bsrc=/i.test(attributes) && !isData) hashes.add(hashOf(source))
  }
  return [...hashes]
}

const STYLE = /<style\b[^>]*>([\s\S]*?)<\/style>/gi

/** The same for inline style sheets. */
export function inlineStyleHashes(html: string): string[] {
  return [...new Set([...html.matchAll(STYLE)].map(([, source = '']) => hashOf(source)))]
}

function hashOf(source: string): string {
  return createHash('sha256').update(source, 'latin1').digest('base64')
}
