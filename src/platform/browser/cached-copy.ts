/** The metric by which `Server-Timing` names a response that the service worker took from its cache. */
export const CACHED_COPY = 'cached-copy'
