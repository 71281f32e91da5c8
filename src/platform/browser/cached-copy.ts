/** The `Server-Timing` metric that marks a response from the service worker's cache. */
export const CACHED_COPY = 'cached-copy'
