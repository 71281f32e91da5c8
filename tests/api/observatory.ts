/**
 * The rules of Mozilla's HTTP Observatory (mdn-http-observatory 1.4.8, src/grader/charts.js and src/analyzer/tests/*.js)
 * for what this shop sends. They are repeated here because the scanner itself needs a database and the internet. 100
 * points are an A+.
 */
export interface Scanned {
  https: boolean
  headers: Headers
  html: string
}

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']

/** A policy's directives. */
export function readPolicy(header: string | null): Map<string, string[]> {
  const directives = (header ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

/** The points that each rule adds or takes away, by its name. */
export function observe(page: Scanned): Record<string, number> {
  const { headers } = page
  const get = (name: string) => headers.get(name)?.toLowerCase() ?? ''
  const policy = readPolicy(headers.get('content-security-policy'))
  return {
    'content-security-policy': scorePolicy(policy, page.https),
    cookies: get('set-cookie') === '' ? 0 : -20,
    cors: get('access-control-allow-origin') === '' ? 0 : -50,
    'cross-origin-opener-policy': /^same-origin(-allow-popups)?$/.test(get('cross-origin-opener-policy')) ? 10 : 0,
    'cross-origin-resource-policy': /^same-(origin|site)$/.test(get('cross-origin-resource-policy')) ? 10 : 0,
    'referrer-policy': /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      get('referrer-policy'),
    )
      ? 5
      : 0,
    'strict-transport-security': scoreTransport(page.https, get('strict-transport-security')),
    'subresource-integrity': scoreScripts(page.html),
    'x-content-type-options': get('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': policy.has('frame-ancestors') ? 5 : -20,
  }
}

/** The score as the grader computes it: points are added only to a page that loses at most 10. */
export function scoreOf(points: Record<string, number>): number {
  const sum = (sign: 1 | -1) =>
    Object.values(points).reduce((total, value) => (Math.sign(value) === sign ? total + value : total), 0)
  const left = 100 + sum(-1)
  return Math.max(0, left >= 90 ? left + sum(1) : left)
}

function scorePolicy(policy: Map<string, string[]>, https: boolean): number {
  if (policy.size === 0) return -25
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const scripts = of('script-src')
  if (scripts.some((source) => [...BROAD, "'unsafe-inline'", 'data:'].includes(source))) return -20
  if (of('object-src').some((source) => BROAD.includes(source))) return -20
  const active = [...policy].filter(([name]) => name !== 'img-src' && name !== 'media-src').flatMap(([, all]) => all)
  if (https && active.some((source) => /^(http|ftp):/.test(source))) return -20
  if ([...scripts, ...of('style-src')].includes("'unsafe-eval'")) return -10
  if (https && [...of('img-src'), ...of('media-src')].some((source) => /^(http|ftp):/.test(source))) return -10
  if (of('style-src').some((source) => [...BROAD, "'unsafe-inline'", 'data:'].includes(source))) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

function scoreTransport(https: boolean, header: string): number {
  const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0)
  if (!https || age === 0) return -20
  return age >= 15_768_000 ? 0 : -10
}

/** Scripts of other origins without an integrity hash lose points; the shop's own need none. */
function scoreScripts(html: string): number {
  const foreign = [...html.matchAll(/<script\b[^>]*\bsrc="(?:https?:)?\/\/[^>]*>/gi)].map(([tag]) => tag)
  if (foreign.length === 0) return 0
  return foreign.every((tag) => /\bintegrity=/.test(tag)) ? 5 : -5
}
