/**
 * A query string with only these parameters, in its own order and spelling: `?a=1&utm_source=x` becomes `?a=1`. Cached
 * responses are kept under it, so that parameters without a meaning don't fill the cache.
 */
export function keepParameters(search: string, names: ReadonlySet<string>): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => names.has(nameOf(part)))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

function nameOf(part: string): string {
  const [name = ''] = part.split('=', 1)
  return /[%+]/.test(name) ? ([...new URLSearchParams(name).keys()][0] ?? '') : name
}
