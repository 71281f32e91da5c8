/**
 * The hook that `connection.ts` sets to observe the API calls. It is in a file of its own so that a page's first load has the
 * API client without it.
 */
export const callObserver: { onCall?: (call: Promise<Response>) => void } = {}
