import type { SerwistPlugin } from 'serwist'

/**
 * Caches responses encrypted under the bearer token of their request. The token is in session storage only, so what a closed
 * tab leaves behind can't be read by the next person at this device.
 */
export const encryptedCache: SerwistPlugin = {
  // Without headers: the token must not get into the cache.
  cacheKeyWillBeUsed: async ({ request }) => request.url,
  async cacheWillUpdate({ event, response }) {
    if (response.status !== 200) return null
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const encrypted = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv },
      await keyOf(event),
      await response.arrayBuffer(),
    )
    return new Response(new Blob([iv, encrypted]))
  },
  /** Null, as if nothing were cached, where the response was encrypted under another login. */
  async cachedResponseWillBeUsed({ event, cachedResponse }) {
    if (cachedResponse === undefined) return null
    const bytes = await cachedResponse.arrayBuffer()
    const iv = bytes.slice(0, IV_BYTES)
    return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await keyOf(event), bytes.slice(IV_BYTES)).then(
      (body) => new Response(body, { headers: { 'content-type': 'application/json' } }),
      () => null,
    )
  },
}

const IV_BYTES = 12

async function keyOf(event: Event): Promise<CryptoKey> {
  // Safe cast: serwist's type is wider; worker.ts uses this plugin for fetch events only.
  const token = new TextEncoder().encode((event as FetchEvent).request.headers.get('authorization') ?? '')
  const hash = await crypto.subtle.digest('SHA-256', token)
  return crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
